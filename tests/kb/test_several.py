from pathlib import Path

import pytest

from numkbqa.kb import BuildOptions, EmbeddedKnowledgeBase, build_kb, open_kb
from numkbqa.values.several import SeveralValues

from .conftest import X

XSD = "http://www.w3.org/2001/XMLSchema#"


def census(node: str, count: int, year: int, *, preferred: bool = False) -> str:
    """A population of the city by way of a value node."""
    rows = (
        f"<{X}city> <{X}population> _:{node} .\n"
        f'_:{node} <{X}value> "{count}"^^<{XSD}integer> .\n_:{node} <{X}year> "{year}"^^<{XSD}gYear> .\n'
    )
    return (
        rows
        + f"_:{node} <http://wikiba.se/ontology#rank> <http://wikiba.se/ontology#PreferredRank> .\n"
        * preferred
    )


CITY = census("x", 800, 2001) + census("y", 900, 2011, preferred=True) + census("z", 850, 2021)


def populations(kb: EmbeddedKnowledgeBase) -> list[tuple[str, str | None]]:
    facts = kb.numbers_of_relation(0)
    return [(kb.number_text(handle), kb.held_at(handle)) for handle in facts.value]


@pytest.mark.parametrize(
    ("policy", "expected"),
    [
        ("default", [("900", "2011")]),
        ("preferred", [("900", "2011")]),
        ("latest", [("850", "2021")]),
        ("max", [("900", "2011")]),
        ("min", [("800", "2001")]),
        ("all", [("800", "2001"), ("850", "2021"), ("900", "2011")]),
    ],
)
def test_the_policy_says_which_of_several_values_counts(
    tmp_path: Path, policy: str, expected: list[tuple[str, str]]
) -> None:
    (tmp_path / "g.nt").write_text(CITY)
    build_kb([tmp_path / "g.nt"], tmp_path / "kb", BuildOptions(several=SeveralValues(policy)))
    kb = open_kb(tmp_path / "kb")
    assert populations(kb) == expected
    assert kb.policies == {X + "population": policy}
    aside = [(one.lexical, one.held_at, one.reason) for one in kb.set_aside()]
    assert sorted([*expected, *((text, held) for text, held, _ in aside)]) == [
        ("800", "2001"), ("850", "2021"), ("900", "2011"),
    ]  # fmt: skip
    assert {reason for _, _, reason in aside} <= {"superseded"}


def test_without_a_preferred_rank_the_latest_counts_and_without_dates_all(tmp_path: Path) -> None:
    (tmp_path / "g.nt").write_text(census("x", 800, 2001) + census("z", 850, 2021))
    plain = "".join(f'<{X}town> <{X}population> "{n}"^^<{XSD}integer> .\n' for n in (5, 7))
    (tmp_path / "h.nt").write_text(plain)
    build_kb([tmp_path / "g.nt", tmp_path / "h.nt"], tmp_path / "kb")
    assert populations(open_kb(tmp_path / "kb")) == [("5", None), ("7", None), ("850", "2021")]


def test_a_single_relation_may_have_a_policy_of_its_own(tmp_path: Path) -> None:
    (tmp_path / "g.nt").write_text(CITY)
    options = BuildOptions(policies={X + "population": SeveralValues.MIN})
    build_kb([tmp_path / "g.nt"], tmp_path / "kb", options)
    assert populations(open_kb(tmp_path / "kb")) == [("800", "2001")]
