import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from numpy.typing import NDArray

from numkbqa.values.ranks import Direction, dense_ranks, exact_sort, exact_sort_segments

Interval = tuple[float, float]

MISSING = (np.nan, np.nan)

intervals = st.lists(
    st.one_of(
        st.just(MISSING),
        st.tuples(st.integers(-6, 6), st.integers(0, 4)).map(lambda v: (float(v[0]), float(v[0] + v[1]))),
    ),
    max_size=12,
)


def arrays(values: list[Interval]) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
    table = np.array(values, dtype=np.float64).reshape(-1, 2)
    return table[:, 0].copy(), table[:, 1].copy()


def peeled(values: list[Interval], direction: Direction) -> list[int]:
    """Ranks by the definition: peel off everything that nothing left is strictly beyond."""

    def beyond(other: Interval, one: Interval) -> bool:
        return other[0] > one[1] if direction is Direction.MAX else other[1] < one[0]

    left = {i for i, v in enumerate(values) if not np.isnan(v[0])}
    ranks, rank = [0] * len(values), 0
    while left:
        rank += 1
        winners = {i for i in left if not any(beyond(values[j], values[i]) for j in left)}
        for i in winners:
            ranks[i] = rank
        left -= winners
    return ranks


@settings(deadline=None)
@given(values=intervals, direction=st.sampled_from(Direction))
def test_ranks_agree_with_peeling(values: list[Interval], direction: Direction) -> None:
    assert dense_ranks(*arrays(values), direction).tolist() == peeled(values, direction)


@settings(deadline=None)
@given(
    sets=st.lists(st.tuples(intervals, st.booleans(), st.integers(1, 4)), max_size=5),
)
def test_many_sets_at_once_agree_with_one_by_one(sets: list[tuple[list[Interval], bool, int]]) -> None:
    values = [v for group, _, _ in sets for v in group]
    segment = np.repeat(np.arange(len(sets)), [len(group) for group, _, _ in sets])
    largest = np.array([flag for _, flag, _ in sets], dtype=bool)
    k = np.array([k for _, _, k in sets], dtype=np.int64)
    winners = exact_sort_segments(*arrays(values), segment, largest, k)
    expected = [
        exact_sort(*arrays(group), Direction.MAX if flag else Direction.MIN, number).tolist()
        for group, flag, number in sets
    ]
    assert winners.tolist() == [won for part in expected for won in part]


@settings(deadline=None)
@given(values=st.lists(st.integers(-9, 9), min_size=1, max_size=12), k=st.integers(1, 5))
def test_kth_counts_distinct_values(values: list[int], k: int) -> None:
    numbers = np.array(values, dtype=np.float64)
    distinct = sorted(set(values), reverse=True)
    expected = [k <= len(distinct) and v == distinct[k - 1] for v in values]
    assert exact_sort(numbers, numbers, Direction.MAX, k).tolist() == expected


@settings(deadline=None)
@given(values=intervals, k=st.integers(1, 4))
def test_negating_values_swaps_the_directions(values: list[Interval], k: int) -> None:
    low, high = arrays(values)
    assert (
        exact_sort(low, high, Direction.MAX, k).tolist() == exact_sort(-high, -low, Direction.MIN, k).tolist()
    )


def test_a_year_ties_with_its_last_month_but_an_earlier_month_does_not_win() -> None:
    year, march, june = (0.0, 364.0), (59.0, 89.0), (151.0, 180.0)
    low, high = arrays([year, march, june])
    assert exact_sort(low, high, Direction.MAX).tolist() == [True, False, True]
    assert exact_sort(low, high, Direction.MIN).tolist() == [True, True, False]
    assert exact_sort(low, high, Direction.MAX, 2).tolist() == [False, True, False]


def test_k_beyond_the_distinct_values_wins_nothing() -> None:
    low, high = arrays([(1.0, 1.0), (1.0, 1.0), (2.0, 2.0), MISSING])
    assert not exact_sort(low, high, Direction.MAX, 3).any()


@settings(deadline=None)
@given(values=intervals, k=st.integers(1, 4), count=st.integers(1, 4), flag=st.booleans())
def test_a_list_is_the_union_of_its_ranks(values: list[Interval], k: int, count: int, flag: bool) -> None:
    low, high = arrays(values)
    direction = Direction.MAX if flag else Direction.MIN
    each = [exact_sort(low, high, direction, rank) for rank in range(k, k + count)]
    assert exact_sort(low, high, direction, k, count).tolist() == np.any(each, axis=0).tolist()


@pytest.mark.parametrize("k", [0, -1])
def test_k_below_one_is_refused(k: int) -> None:
    with pytest.raises(ValueError, match="from 1"):
        exact_sort(np.zeros(1), np.zeros(1), Direction.MAX, k)
    with pytest.raises(ValueError, match="from 1"):
        exact_sort(np.zeros(1), np.zeros(1), Direction.MAX, count=k)
