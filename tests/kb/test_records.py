from pathlib import Path

import pytest

from numkbqa.errors import UserError
from numkbqa.kb import BuildOptions, build_kb, open_kb

from .conftest import NAMES, NUMBERS, TRIPLES, X

FILES = {
    "triples.tsv": TRIPLES,
    "numbers.tsv": NUMBERS + "carl\tage\t9\txsd:integer\n",
    "names.tsv": NAMES,
    "g.nt": f'<{X}a> <{X}r> _:b .\n_:b <{X}r> <{X}c> .\n_:b <{X}p> "5" .\n',
    "untyped.tsv": "a\theight\t1\nb\theight\t2\nc\theight\t3\n",
}


@pytest.mark.parametrize("first", sorted(FILES))
def test_appending_gives_what_building_from_all_sources_gives(tmp_path: Path, first: str) -> None:
    for name, text in FILES.items():
        (tmp_path / name).write_text(text)
    if first == "names.tsv":  # no graph by itself
        first = "triples.tsv"
    whole = build_kb([tmp_path / name for name in FILES], tmp_path / "whole")
    begun = build_kb([tmp_path / first], tmp_path / "kb")
    rest = [tmp_path / name for name in FILES if name != first]
    report = build_kb(rest, tmp_path / "kb", BuildOptions(append=True))
    kb = open_kb(tmp_path / "kb")
    assert kb.content_hash == report.content_hash == whole.content_hash
    assert kb.parents == (begun.content_hash,)
    assert len(kb.sources) == len(FILES)


def test_new_numbers_can_make_an_old_relation_numerical(tmp_path: Path) -> None:
    (tmp_path / "a.tsv").write_text("a\tage\tunclear\nb\tage\t5\nb\tr\ta\n")
    (tmp_path / "b.tsv").write_text("".join(f"e{i}\tage\t{i}\n" for i in range(20)))
    assert build_kb([tmp_path / "a.tsv"], tmp_path / "kb").numerical_relations == 0
    report = build_kb([tmp_path / "b.tsv"], tmp_path / "kb", BuildOptions(append=True))
    assert (report.numerical_relations, report.numeric_facts) == (1, 21)


def test_blank_nodes_of_files_of_one_name_stay_apart(tmp_path: Path) -> None:
    for folder in ("one", "two"):
        (tmp_path / folder).mkdir()
        (tmp_path / folder / "g.nt").write_text(f"<{X}{folder}> <{X}r> _:b .\n_:b <{X}s> <{X}{folder}> .\n")
    build_kb([tmp_path / "one"], tmp_path / "kb")
    build_kb([tmp_path / "two"], tmp_path / "kb", BuildOptions(append=True))
    assert open_kb(tmp_path / "kb").num_entities == 4


def test_appending_to_nothing_is_told(tmp_path: Path) -> None:
    (tmp_path / "a.tsv").write_text(TRIPLES)
    with pytest.raises(UserError, match="there is no such folder"):
        build_kb([tmp_path / "a.tsv"], tmp_path / "kb", BuildOptions(append=True))
    assert not (tmp_path / "kb").exists()
