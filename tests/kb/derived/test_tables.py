"""Derived numbers beside those of the sources: appended to, named by the user, exported, described."""

from pathlib import Path

import duckdb

from numkbqa.doctor import examine
from numkbqa.kb import BuildOptions, build_kb, open_kb, verify_kb
from numkbqa.kb.derived import Derived
from numkbqa.kb.describe import describe
from numkbqa.kb.export import export_ntriples, export_parquet
from tests.support.derived import derive, derived_values, texts

ALL = frozenset(Derived)
FILES = {
    "a.tsv": "".join(f"film{i}\tcast\tactor{j}\n" for i in range(6) for j in range(i + 1)),
    "b.tsv": "film1\tcast\tactor9\n" + "".join(f"film{i}\ttype\tFilm\n" for i in range(7)),
    "numbers.tsv": "".join(
        f"actor{j}\tbirth date\t{1900 + j}-01-01\txsd:date\n"
        f"actor{j}\tdeath date\t{1950 + 2 * j}-01-01\txsd:date\n"
        for j in range(6)
    ),
}


def test_appended_equals_built_at_once(tmp_path: Path) -> None:
    whole = derive(tmp_path, FILES, ALL)
    plain = build_kb([tmp_path / name for name in FILES], tmp_path / "plain")
    first, *rest = FILES
    build_kb([tmp_path / first], tmp_path / "grown", BuildOptions(derive=ALL))
    for name in rest:
        build_kb([tmp_path / name], tmp_path / "grown", BuildOptions(append=True))
    grown = open_kb(tmp_path / "grown")
    assert derived_values(grown) == derived_values(whole)
    assert derived_values(grown)["count>cast"]["film6"] == "0"
    assert grown.content_hash == whole.content_hash != plain.content_hash
    verify_kb(tmp_path / "grown")


def test_what_was_not_derived_can_be_asked_for_later(tmp_path: Path) -> None:
    whole = derive(tmp_path, FILES, ALL)
    build_kb([tmp_path / "a.tsv"], tmp_path / "grown", BuildOptions(derive=frozenset({Derived.COUNTS})))
    rest = [tmp_path / "b.tsv", tmp_path / "numbers.tsv"]
    later = BuildOptions(append=True, derive=frozenset({Derived.DURATIONS}))
    assert build_kb(rest, tmp_path / "grown", later).content_hash == whole.content_hash


def test_numbers_of_the_sources_stay_as_they_are(tmp_path: Path) -> None:
    kb = derive(tmp_path, FILES, ALL)
    names = [relation.name for relation in kb.numerical_relations]
    assert names == sorted(names)
    plain = open_kb(_built_plainly(tmp_path))
    for number, relation in enumerate(plain.numerical_relations):
        same = kb.numbers_of_relation(names.index(relation.name))
        texts_of = [plain.number_text(handle) for handle in plain.numbers_of_relation(number).value.tolist()]
        assert [kb.number_text(handle) for handle in same.value.tolist()] == texts_of


def _built_plainly(folder: Path) -> Path:
    build_kb([folder / name for name in FILES], folder / "plain")
    return folder / "plain"


def test_a_label_of_the_user_comes_before_our_words(tmp_path: Path) -> None:
    (tmp_path / "a.tsv").write_text(FILES["a.tsv"])
    options = BuildOptions(derive=ALL, labels={"count>cast": "cast size"})
    build_kb([tmp_path / "a.tsv"], tmp_path / "kb", options)
    assert texts(open_kb(tmp_path / "kb"))["count>cast"] == "cast size"


def test_an_export_leaves_them_out_unless_asked(tmp_path: Path) -> None:
    kb = derive(tmp_path, FILES, ALL)
    plain = open_kb(_built_plainly(tmp_path))
    for source, name in ((kb, "derived.nt"), (plain, "plain.nt")):
        export_ntriples(source, tmp_path / name)
    assert (tmp_path / "derived.nt").read_text() == (tmp_path / "plain.nt").read_text()
    export_parquet(kb, tmp_path / "tables")
    export_parquet(kb, tmp_path / "all", derived=True)
    without, everything = (
        len(duckdb.read_parquet(str(tmp_path / folder / "numbers.parquet"))) for folder in ("tables", "all")
    )
    assert (without, everything) == (plain.num_numeric_facts, kb.num_numeric_facts)


def test_an_export_with_them_reads_back_and_is_not_derived_twice(tmp_path: Path) -> None:
    kb = derive(tmp_path, FILES, ALL)
    export_ntriples(kb, tmp_path / "all.nt", derived=True)
    build_kb([tmp_path / "all.nt"], tmp_path / "again", BuildOptions(derive=ALL))
    again = open_kb(tmp_path / "again")
    assert derived_values(again) == {}
    assert again.num_numeric_facts == kb.num_numeric_facts


def test_they_are_marked_and_no_dirt(tmp_path: Path) -> None:
    kb = derive(tmp_path, FILES, ALL)
    assert describe(kb)["derived_relations"] == sorted(texts(kb))
    diagnosis = examine(kb, kb.report)
    derived = [relation for relation in diagnosis.relations if relation.derived]
    assert {relation.name for relation in derived} == set(texts(kb))
    assert all(relation.outliers is None and relation.shared == [] for relation in derived)
    told = {place for advice in diagnosis.advice for place in advice.places}
    assert not told & set(texts(kb))
    assert kb.report["derived_numeric_facts"] == {n: len(v) for n, v in derived_values(kb).items()}
