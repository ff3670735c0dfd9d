import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from numkbqa.values import SeveralValues, counting_values
from numkbqa.values.ranks import Direction
from numkbqa.values.several import standing_values

NONE = np.nan
# a city of three censuses, the middle one preferred; a town of two; a village of one without a date
ENTITY = np.array([7, 7, 7, 3, 3, 5])
PREFERRED = np.array([False, True, False, False, False, False])
HELD = np.array([2001, 2011, 2021, 1990, 2000, NONE])
KEYS = np.array([30.0, 20.0, 10.0, 5.0, 6.0, 1.0])


@pytest.mark.parametrize(
    ("policy", "counts"),
    [
        (SeveralValues.DEFAULT, [0, 1, 0, 0, 1, 1]),
        (SeveralValues.PREFERRED, [0, 1, 0, 1, 1, 1]),
        (SeveralValues.LATEST, [0, 0, 1, 0, 1, 1]),
        (SeveralValues.MAX, [1, 0, 0, 0, 1, 1]),
        (SeveralValues.MIN, [0, 0, 1, 1, 0, 1]),
        (SeveralValues.ALL, [1, 1, 1, 1, 1, 1]),
    ],
)
def test_policies(policy: SeveralValues, counts: list[int]) -> None:
    found = counting_values(policy, ENTITY, PREFERRED, (HELD, HELD), (KEYS, KEYS))
    assert found.astype(int).tolist() == counts


def test_of_several_preferred_values_the_latest_counts() -> None:
    preferred = np.array([True, True, False])
    held = np.array([2001.0, 2011.0, 2021.0])
    found = counting_values(
        SeveralValues.DEFAULT, np.zeros(3, np.int64), preferred, (held, held), (KEYS[:3], KEYS[:3])
    )
    assert found.tolist() == [False, True, False]


def test_overlapping_dates_both_count_and_an_undated_value_does_not_beside_dated_ones() -> None:
    low, high = np.array([2011.0, 2011.5, NONE, 2001.0]), np.array([2012.0, 2011.5, NONE, 2001.0])
    found = counting_values(
        SeveralValues.LATEST, np.zeros(4, np.int64), np.zeros(4, np.bool_), (low, high), (KEYS[:4], KEYS[:4])
    )
    assert found.tolist() == [True, True, False, False]


@settings(deadline=None)
@given(
    st.lists(
        st.tuples(st.integers(0, 3), st.booleans(), st.sampled_from([NONE, 1.0, 2.0]), st.integers(0, 3)),
        max_size=9,
    ),
    st.sampled_from(SeveralValues),
)
def test_every_entity_keeps_a_value(rows: list[tuple[int, bool, float, int]], policy: SeveralValues) -> None:
    entity = np.array([row[0] for row in rows], np.int64)
    preferred = np.array([row[1] for row in rows], np.bool_)
    held, keys = (np.array([row[i] for row in rows], np.float64) for i in (2, 3))
    counts = counting_values(policy, entity, preferred, (held, held), (keys, keys))
    assert set(entity[counts].tolist()) == set(entity.tolist())


@pytest.mark.parametrize(("direction", "places"), [(Direction.MAX, [1, -1, 4]), (Direction.MIN, [2, -1, 3])])
def test_an_entity_stands_with_its_largest_or_smallest_value(direction: Direction, places: list[int]) -> None:
    entity = np.array([0, 0, 0, 2, 2])
    keys = np.array([2.0, 8.0, 1.0, 4.0, 5.0])
    assert standing_values(entity, (keys, keys), 3, direction).tolist() == places


@given(st.permutations(range(4)))
@settings(deadline=None)
def test_of_values_that_overlap_the_order_of_facts_chooses_none(order: list[int]) -> None:
    low, high = np.array([0.0, 0.0, -1.0, 0.0]), np.array([1.0, 0.0, 0.0, 0.5])
    keys = low[order], high[order]
    largest, smallest = (standing_values(np.zeros(4, np.int64), keys, 1, d) for d in Direction)
    assert [order[int(largest[0])], order[int(smallest[0])]] == [0, 2]
