"""Every hostile case by itself: order, what was set aside and why, what was noted, what was skipped."""

from collections.abc import Callable

import pytest

from numkbqa.values.ranks import Direction
from tests.hostile.every import CASES
from tests.support.hostile import Built, Case, places

NUMERICAL = tuple(case for case in CASES if case.relation)

Builder = Callable[[Case], Built]


def name(case: Case) -> str:
    return case.name


@pytest.mark.parametrize("case", NUMERICAL, ids=name)
def test_the_largest_come_first(case: Case, built: Builder) -> None:
    assert built(case).places(case.relation, Direction.MAX) == places(case.order), case.expects


@pytest.mark.parametrize("case", NUMERICAL, ids=name)
def test_the_smallest_come_first_from_the_other_end(case: Case, built: Builder) -> None:
    expected = places(case.order)[::-1] if case.upward is None else places(case.upward)
    assert built(case).places(case.relation, Direction.MIN) == expected, case.expects


@pytest.mark.parametrize("case", NUMERICAL, ids=name)
def test_what_cannot_be_compared_is_set_aside_with_its_reason(case: Case, built: Builder) -> None:
    assert built(case).aside(case.relation) == set(case.aside.items()), case.expects


@pytest.mark.parametrize("case", [case for case in CASES if case.kept], ids=name)
def test_odd_values_that_count_are_noted(case: Case, built: Builder) -> None:
    notes = built(case).notes(case.relation)
    assert {note: notes.get(note, 0) for note in case.kept} == dict(case.kept), case.expects


@pytest.mark.parametrize("case", CASES, ids=name)
def test_broken_statements_are_reported_by_file_and_line(case: Case, built: Builder) -> None:
    assert built(case).reported(kept=False) == case.skipped, case.expects
    assert built(case).reported(kept=True) == case.mended, case.expects


@pytest.mark.parametrize("case", [case for case in CASES if case.unit], ids=name)
def test_all_values_of_a_relation_are_in_one_unit(case: Case, built: Builder) -> None:
    found = built(case)
    assert found.kb.numerical_relations[found.relation(case.relation)].unit == case.unit, case.expects


@pytest.mark.parametrize("case", [case for case in CASES if not case.relation], ids=name)
def test_what_only_looks_like_numbers_makes_no_numerical_relation(case: Case, built: Builder) -> None:
    assert [relation.text for relation in built(case).kb.numerical_relations] == [], case.expects


def test_every_one_of_the_first_22_inputs_has_its_relatives() -> None:
    """T23 and T24 are about questions alone and stand in `questions/`."""
    numbers = [int(case.name.split()[0].removeprefix("T")) for case in CASES]
    assert {number: numbers.count(number) for number in range(1, 23) if numbers.count(number) < 3} == {}
