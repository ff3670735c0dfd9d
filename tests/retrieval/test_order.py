from collections.abc import Sequence

import numpy as np
from hypothesis import given, settings
from hypothesis import strategies as st

from numkbqa.retrieval.order import Numbers, extreme_members, ranges

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


@given(st.lists(st.floats(-1e6, 1e6), min_size=1, max_size=60), st.integers(1, 8))
@settings(deadline=None)
def test_keeps_both_ends_of_one_group(values: list[float], keep: int) -> None:
    size = len(values)
    found = extreme_members(np.zeros(size, np.int64), np.arange(size), one_relation(values), size, keep, size)
    order = np.argsort(values, kind="stable")
    assert set(found.tolist()) == {*order[:keep].tolist(), *order[-keep:].tolist()}


def test_ends_of_all_groups_come_before_the_depth_of_one() -> None:
    # Group 0 holds entities 0-9, group 1 holds 10-19, values rise with the entity.
    group = np.repeat([0, 1], 10)
    numbers = one_relation(range(20))
    found = extreme_members(group, np.arange(20), numbers, 20, keep=5, limit=8).tolist()
    assert found[:2] == [0, 9]
    assert set(found[2:6]) == {1, 8, 10, 19}
    assert set(found[6:]) == {2, 7}


def test_member_without_a_number_is_never_an_extreme() -> None:
    numbers = Numbers(np.array([0, 2]), np.zeros(2, np.int64), np.array([5.0, 7.0]))
    assert extreme_members(np.zeros(3, np.int64), np.arange(3), numbers, 3, 2, 3).tolist() == [0, 2]


def test_each_relation_has_its_own_ends() -> None:
    # Relation 0 orders 0 < 1 < 2 < 3, relation 1 orders 1 < 0 < 3 < 2.
    entity, rank = np.repeat(np.arange(4), 2), np.tile([0, 1], 4)
    low = np.array([0.0, 1, 1, 0, 2, 3, 3, 2])
    found = extreme_members(np.zeros(4, np.int64), np.arange(4), Numbers(entity, rank, low), 4, 1, 4)
    assert found.tolist() == [0, 3, 1, 2]


def test_empty_groups_give_nothing() -> None:
    none = np.empty(0, np.int64)
    assert len(extreme_members(none, none, Numbers(none, none, np.empty(0)), 3, 2, 3)) == 0
