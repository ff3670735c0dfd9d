"""T5: which of several values counts is a choice, made for the whole graph or for one relation."""

from collections.abc import Callable
from pathlib import Path

import pytest

from numkbqa.kb.options import BuildOptions
from numkbqa.values.ranks import Direction
from numkbqa.values.several import SeveralValues
from tests.hostile.several_values.cases import CENSUSES, UNDATED
from tests.support.hostile import Built, Case, build, places

POLICIES = {
    SeveralValues.DEFAULT: ("Once > Thrice", ["+500"]),
    SeveralValues.PREFERRED: ("Once > Thrice", ["+500"]),
    SeveralValues.LATEST: ("Thrice > Once", ["+950"]),
    SeveralValues.MAX: ("Thrice > Once", ["+950"]),
    SeveralValues.MIN: ("Once > Thrice", ["+500"]),
    SeveralValues.ALL: ("Thrice > Once", ["+500", "+900", "+950"]),
}


@pytest.mark.parametrize(("policy", "expected"), POLICIES.items(), ids=POLICIES.keys())
def test_every_policy_counts_its_own_value(
    policy: SeveralValues, expected: tuple[str, list[str]], tmp_path: Path
) -> None:
    found = build(CENSUSES.files, tmp_path, BuildOptions(several=policy))
    order, texts = expected
    assert found.places("population") == places(order)
    assert found.lexicals("population")["Thrice"] == texts
    assert found.kb.numerical_relations[found.relation("population")].several == policy


def test_the_year_of_the_value_that_counts_is_known(built: Callable[[Case], Built]) -> None:
    kb = built(CENSUSES).kb
    facts = kb.numbers_of_relation(built(CENSUSES).relation("population"))
    years = {
        kb.label(e): kb.held_at(v) for e, v in zip(facts.entity.tolist(), facts.value.tolist(), strict=True)
    }
    assert years == {"Thrice": "2011", "Once": "2021"}
    aside = {(row.lexical, row.held_at, row.reason) for row in kb.set_aside()}
    assert aside == {("+900", "2001", "superseded"), ("+950", "2021", "superseded")}


@pytest.mark.parametrize(
    ("policy", "order"),
    [(SeveralValues.MAX, "Wide > Middle > Single"), (SeveralValues.MIN, "Single > Middle > Wide")],
)
def test_the_largest_or_smallest_of_several_counts_from_both_ends(
    policy: SeveralValues, order: str, tmp_path: Path
) -> None:
    found = build(UNDATED.files, tmp_path, BuildOptions(several=policy))
    assert found.places("surveyed", Direction.MAX) == places(order)
    assert found.places("surveyed", Direction.MIN) == places(order)[::-1]
