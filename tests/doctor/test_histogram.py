from itertools import pairwise

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from numkbqa.doctor.histogram import MOST_BINS, Histogram, make_histogram, round_step
from numkbqa.doctor.scales import Scale
from numkbqa.values.calendar import civil_from_days, days_from_civil

FINITE = st.floats(allow_nan=False, allow_infinity=False)


def histogram_of(keys: list[float], scale: Scale, unusual: list[int] | None = None) -> Histogram:
    marked = np.isin(np.arange(len(keys)), unusual or [])
    made = make_histogram(np.array(keys, np.float64), scale, marked)
    assert made is not None
    return made


def test_whole_numbers_have_bins_of_their_own() -> None:
    made = histogram_of([1, 2, 2, 5], Scale.LINEAR)
    assert made.edges == [1, 2, 3, 4, 5, 6]
    assert made.counts == [1, 2, 0, 0, 1]


def test_edges_are_round_numbers() -> None:
    made = histogram_of([1.603, 1.987, 1.75], Scale.LINEAR)
    assert made.edges[:2] == pytest.approx([1.6, 1.62])
    assert made.edges[-1] == pytest.approx(2.0)


def test_years_begin_bins_of_dates() -> None:
    days = [float(days_from_civil(year, 6, 15)) for year in range(-50, 1950, 7)]
    made = histogram_of(days, Scale.TIME)
    starts = [civil_from_days(int(edge)) for edge in made.edges]
    assert {(month, day) for _, month, day in starts} == {(1, 1)}
    assert {after[0] - before[0] for before, after in pairwise(starts)} == {100}
    assert sum(made.counts) == len(days)


def test_days_of_one_year_are_told_apart() -> None:
    days = [float(days_from_civil(1999, month, 1)) for month in range(1, 13)]
    assert len(histogram_of(days, Scale.TIME).counts) > 10


def test_powers_of_ten_begin_bins_of_a_logarithmic_scale_and_zeros_lie_below() -> None:
    made = histogram_of([0, 0, 3, 50, 700, 8000], Scale.LOG)
    assert made.below == 2
    assert sum(made.counts) == 4
    assert {10.0, 100.0, 1000.0} <= {float(f"{edge:.6g}") for edge in made.edges}


def test_the_unusual_does_not_stretch_the_picture_and_is_counted() -> None:
    made = histogram_of([1, 2, 3, 4, 1_000_000, -50], Scale.LINEAR, unusual=[4, 5])
    assert (made.edges[0], made.edges[-1]) == (1, 5)
    assert (made.below, made.above, sum(made.counts)) == (1, 1, 4)


@pytest.mark.parametrize(("keys", "scale"), [([], Scale.LINEAR), ([0.0, 0.0], Scale.LOG)])
def test_nothing_to_show(keys: list[float], scale: Scale) -> None:
    assert make_histogram(np.array(keys), scale, np.zeros(len(keys), np.bool_)) is None


@pytest.mark.parametrize("value", [0.0, 42.0, -1e300, 1e300, 1e-300])
def test_equal_values_have_one_bin(value: float) -> None:
    made = histogram_of([value, value], Scale.LINEAR)
    assert made.edges[0] < value < made.edges[-1]
    assert sum(made.counts) == 2


@given(st.lists(FINITE, min_size=1, max_size=30), st.sampled_from(list(Scale)))
def test_every_value_is_counted_once(keys: list[float], scale: Scale) -> None:
    made = make_histogram(np.array(keys, np.float64), scale, np.zeros(len(keys), np.bool_))
    if made is None:
        assert max(keys) <= 0
        return
    assert made.below + sum(made.counts) + made.above == len(keys)
    assert 1 <= len(made.counts) <= 2 * MOST_BINS
    assert made.edges == sorted(set(made.edges))
    assert made.above == 0


@given(st.floats(0, 1e300))
def test_a_round_step_is_not_below_its_width(width: float) -> None:
    step = round_step(width)
    assert width <= step <= 10 * width
