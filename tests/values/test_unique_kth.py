import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from numkbqa.values.ranks import Direction, unique_kth
from tests.support.toy_kb import day


def kth(values: list[tuple[float, float]], direction: Direction, k: int) -> int | None:
    low, high = np.array(values, dtype=float).reshape(-1, 2).T
    return unique_kth(low, high, direction, k)


@given(st.lists(st.integers(-50, 50), max_size=12), st.sampled_from(Direction), st.integers(1, 6))
@settings(deadline=None)
def test_exact_numbers_agree_with_sorting(numbers: list[int], direction: Direction, k: int) -> None:
    ordered = sorted(set(numbers), reverse=direction is Direction.MAX)
    found = kth([(n, n) for n in numbers], direction, k)
    if k > len(ordered) or numbers.count(ordered[k - 1]) > 1:
        assert found is None
    else:
        assert found is not None
        assert numbers[found] == ordered[k - 1]


@pytest.mark.parametrize(
    ("dates", "direction", "k", "winner"),
    [
        (["1999", "2003-05", "2010"], Direction.MAX, 1, 2),
        (["1999", "2003-05", "2010"], Direction.MIN, 2, 1),
        (["1999", "1999-06-01", "2010"], Direction.MIN, 1, None),
        (["1999", "1999-06-01", "2010"], Direction.MAX, 1, 2),
        (["1999-03", "1999", "1999-06", "2010"], Direction.MIN, 2, None),
        (["1999", "1999", "2010"], Direction.MIN, 2, 2),
        (["1999-05", "1999-06"], Direction.MAX, 1, 1),
    ],
)
def test_dates_of_different_precision(
    dates: list[str], direction: Direction, k: int, winner: int | None
) -> None:
    assert kth([(day(text).low, day(text).high) for text in dates], direction, k) == winner


def test_no_numbers_have_no_extremum() -> None:
    assert kth([], Direction.MAX, 1) is None
