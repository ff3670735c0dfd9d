from pathlib import Path

import pytest

from numkbqa.errors import UserError
from numkbqa.kb import BuildOptions, build_kb, open_kb
from numkbqa.kb.options import build_options, inferred_mapping
from numkbqa.values.several import SeveralValues

CSV = "id,name,height\n1,Ada,180\n2,Bo,175\n3,Cy,190\n"


def options(mapping: Path | None = None, several: str = "default") -> BuildOptions:
    return build_options(append=False, several=several, mapping=mapping, memory="200MB", threads=1)


def test_an_unknown_policy_is_told_with_the_known_ones() -> None:
    with pytest.raises(UserError, match=r"no policy 'newest'(.|\n)*latest"):
        options(several="newest")


@pytest.mark.parametrize("memory", ["lots", "2", "GB", "-1GB"])
def test_a_memory_that_is_no_size_is_told(memory: str) -> None:
    with pytest.raises(UserError, match=r"is no size of memory(.|\n)*800MB"):
        build_options(append=False, several="default", mapping=None, memory=memory, threads=None)


def test_a_mapping_gives_units_policies_and_labels_of_relations(tmp_path: Path) -> None:
    (tmp_path / "m.yaml").write_text("relations:\n  height: {unit: cm, several: max, label: body height}\n")
    chosen = options(tmp_path / "m.yaml")
    assert (chosen.units, chosen.labels) == ({"height": "cm"}, {"height": "body height"})
    assert chosen.policies == {"height": SeveralValues.MAX}
    (tmp_path / "people.csv").write_text(CSV)
    build_kb([tmp_path / "people.csv"], tmp_path / "kb", chosen)
    relation = next(one for one in open_kb(tmp_path / "kb").numerical_relations if one.name == "height")
    assert (relation.text, relation.unit, relation.several) == ("body height", "centimeter", "max")


def test_an_appended_build_keeps_the_options_of_the_first(tmp_path: Path) -> None:
    (tmp_path / "a.tsv").write_text("a\theight\t5\txsd:integer\n")
    (tmp_path / "b.tsv").write_text("a\theight\t7\txsd:integer\n")
    first = BuildOptions(several=SeveralValues.MAX, units={"height": "cm"})
    build_kb([tmp_path / "a.tsv"], tmp_path / "kb", first)
    build_kb([tmp_path / "b.tsv"], tmp_path / "kb", BuildOptions(append=True))
    kb = open_kb(tmp_path / "kb")
    assert [(one.unit, one.several) for one in kb.numerical_relations] == [("centimeter", "max")]
    assert kb.numbers_of_relation(0).low.tolist() == [7]


def test_the_printed_mapping_builds_the_same_graph(tmp_path: Path) -> None:
    (tmp_path / "people.csv").write_text(CSV)
    (tmp_path / "m.yaml").write_text(inferred_mapping([tmp_path / "people.csv"]))
    inferred = build_kb([tmp_path / "people.csv"], tmp_path / "one")
    mapped = build_kb([tmp_path / "people.csv"], tmp_path / "two", options(tmp_path / "m.yaml"))
    assert inferred.content_hash == mapped.content_hash


def test_a_source_without_tables_has_no_mapping(tmp_path: Path) -> None:
    (tmp_path / "triples.tsv").write_text("a\tr\tb\n")
    with pytest.raises(UserError, match="no table among the sources"):
        inferred_mapping([tmp_path / "triples.tsv"])


def test_what_cannot_be_derived_is_told() -> None:
    with pytest.raises(UserError, match="'sums'"):
        build_options(
            append=False, several="default", derive=["sums"], mapping=None, memory="1GB", threads=None
        )


def test_derivations_add_up_over_appended_builds() -> None:
    first = build_options(
        append=False, several="default", derive=["counts"], mapping=None, memory="1GB", threads=None
    )
    second = build_options(
        append=True, several="default", derive=["durations"], mapping=None, memory="1GB", threads=None
    )
    assert second.over(first.as_dict()).derive == {"counts", "durations"}
    older = {name: value for name, value in first.as_dict().items() if name != "derive"}
    assert second.over(older).derive == {"durations"}
