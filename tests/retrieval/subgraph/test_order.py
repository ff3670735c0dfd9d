from collections.abc import Sequence

import numpy as np
from hypothesis import given, settings
from hypothesis import strategies as st

from numkbqa.kb.protocol import Ints
from numkbqa.retrieval.subgraph.order import (
    Extremes,
    Numbers,
    best_places,
    distinct,
    extreme_members,
    ranges,
)

lists = st.lists(st.integers(0, 20), max_size=8)


def one_relation(values: Sequence[float]) -> Numbers:
    size = len(values)
    return Numbers(np.arange(size), np.zeros(size, np.int64), np.array(values, dtype=np.float64))


@given(st.lists(st.tuples(st.integers(0, 50), st.integers(0, 6)), max_size=10))
@settings(deadline=None)
def test_ranges_concatenates_them(parts: list[tuple[int, int]]) -> None:
    expected = [i for start, count in parts for i in range(start, start + count)]
    starts, counts = np.array([p[0] for p in parts], np.int64), np.array([p[1] for p in parts], np.int64)
    assert ranges(starts, counts).tolist() == expected


def chosen(group: Ints, member: Ints, numbers: Numbers, keep: int, limit: int) -> list[int]:
    entities = np.arange(int(member.max(initial=0)) + 1)
    found = extreme_members(group, member, numbers, entities, keep)
    best: list[int] = best_places([found], np.zeros(len(entities)).take, entities, limit).tolist()
    return best


@given(st.lists(st.integers(-5, 5), max_size=30))
@settings(deadline=None)
def test_distinct_numbers_are_those_of_a_set(numbers: list[int]) -> None:
    assert distinct(np.array(numbers, dtype=np.int64)).tolist() == sorted(set(numbers))


@given(st.lists(st.floats(-1e6, 1e6), min_size=1, max_size=60), st.integers(1, 8))
@settings(deadline=None)
def test_keeps_both_ends_of_one_group(values: list[float], keep: int) -> None:
    size = len(values)
    found = chosen(np.zeros(size, np.int64), np.arange(size), one_relation(values), keep, size)
    order = np.argsort(values, kind="stable")
    assert set(found) == {*order[:keep].tolist(), *order[-keep:].tolist()}


def test_ends_of_all_groups_come_before_the_depth_of_one() -> None:
    # Group 0 holds entities 0-9, group 1 holds 10-19, values rise with the entity.
    group = np.repeat([0, 1], 10)
    found = chosen(group, np.arange(20), one_relation(range(20)), keep=5, limit=8)
    assert found[:2] == [0, 9]
    assert set(found[2:6]) == {1, 8, 10, 19}
    assert set(found[6:]) == {2, 7}


def test_member_without_a_number_is_never_an_extreme() -> None:
    numbers = Numbers(np.array([0, 2]), np.zeros(2, np.int64), np.array([5.0, 7.0]))
    assert chosen(np.zeros(3, np.int64), np.arange(3), numbers, 2, 3) == [0, 2]


def test_each_relation_has_its_own_ends() -> None:
    # Relation 0 orders 0 < 1 < 2 < 3, relation 1 orders 1 < 0 < 3 < 2.
    entity, rank = np.repeat(np.arange(4), 2), np.tile([0, 1], 4)
    low = np.array([0.0, 1, 1, 0, 2, 3, 3, 2])
    assert chosen(np.zeros(4, np.int64), np.arange(4), Numbers(entity, rank, low), 1, 4) == [0, 3, 1, 2]


def test_a_member_that_is_reached_twice_takes_one_place() -> None:
    member = np.array([0, 0, 0, 1, 2, 3, 3])
    found = chosen(np.zeros(7, np.int64), member, one_relation(range(4)), keep=2, limit=4)
    assert found == [0, 3, 1, 2]


def test_empty_groups_give_nothing() -> None:
    none = np.empty(0, np.int64)
    assert chosen(none, none, Numbers(none, none, np.empty(0)), 2, 3) == []


def test_equal_places_go_by_mass_then_by_entity_whatever_the_local_order() -> None:
    extremes = [Extremes(np.array([0, 1, 2]), np.array([4, 1, 4])), Extremes(np.array([2]), np.array([3]))]
    entities, none = np.array([9, 8, 7]), np.zeros(3).take
    assert best_places(extremes, none, entities, 3).tolist() == [1, 2, 0]
    equal = [Extremes(np.array([0, 1, 2]), np.array([4, 4, 4]))]
    assert best_places(equal, none, entities, 2).tolist() == [2, 1]
    assert best_places(equal, np.array([0.5, 0.1, 0.2]).take, entities, 2).tolist() == [0, 2]
