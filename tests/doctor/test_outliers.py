import numpy as np
from hypothesis import given
from hypothesis import strategies as st

from numkbqa.doctor.outliers import distinct_values, find_outliers, find_spikes
from numkbqa.doctor.scales import Scale
from numkbqa.values import Kind
from numkbqa.values.calendar import days_from_civil

NUMBERS = st.lists(st.floats(allow_nan=False, allow_infinity=False), max_size=40)


def none_of(keys: np.ndarray[tuple[int], np.dtype[np.float64]]) -> np.ndarray[tuple[int], np.dtype[np.bool_]]:
    return np.zeros(len(keys), np.bool_)


def test_a_value_far_from_the_others_is_found_farthest_first() -> None:
    keys = np.array([*range(20), 10_000.0, -900.0])
    found = find_outliers(keys, Scale.LINEAR, none_of(keys))
    assert found is not None
    assert found.rows.tolist() == [20, 21]
    assert (keys[found.lowest], keys[found.highest]) == (0.0, 19.0)
    assert not found.are_tail(len(keys))


def test_magnitudes_count_where_the_scale_is_logarithmic() -> None:
    keys = np.array([10.0**n for n in range(12)] + [0.0])
    linear = find_outliers(keys, Scale.LINEAR, none_of(keys))
    log = find_outliers(keys, Scale.LOG, none_of(keys))
    assert linear is not None
    assert log is not None
    assert len(linear.rows) > 3
    assert log.rows.tolist() == []


def test_placeholders_take_no_part() -> None:
    keys = np.array([*range(20), 9999.0])
    found = find_outliers(keys, Scale.LINEAR, keys == 9999)
    assert found is not None
    assert found.rows.tolist() == []


def test_the_rule_says_nothing_of_few_or_mostly_equal_values() -> None:
    assert find_outliers(np.arange(7.0), Scale.LINEAR, none_of(np.arange(7.0))) is None
    mostly = np.array([1.0] * 20 + [5.0])
    assert find_outliers(mostly, Scale.LINEAR, none_of(mostly)) is None


def test_many_far_values_are_a_tail() -> None:
    keys = np.concatenate([np.arange(100.0), np.linspace(5_000, 90_000, 12)])
    found = find_outliers(keys, Scale.LINEAR, none_of(keys))
    assert found is not None
    assert len(found.rows) == 12
    assert found.are_tail(len(keys))


@given(NUMBERS)
def test_no_number_is_too_large_for_the_rule(numbers: list[float]) -> None:
    keys = np.array(numbers, np.float64)
    found = find_outliers(keys, Scale.LINEAR, none_of(keys))
    if found is not None:
        others = np.delete(keys, found.rows)
        assert (keys[found.lowest], keys[found.highest]) == (others.min(), others.max())


def test_a_placeholder_shared_by_many_is_a_spike() -> None:
    keys = np.array([*range(100, 160), *[9999.0] * 6, *[-1.0] * 7])
    spikes = find_spikes(Kind.NUMBER, keys, keys)
    assert [(keys[spike.row], spike.alike, spike.placeholder) for spike in spikes] == [
        (-1.0, 7, True),
        (9999.0, 6, True),
    ]


def test_a_day_that_stands_for_unknown_is_a_spike_but_the_year_is_not() -> None:
    days = np.array([float(days_from_civil(1900 + i % 40, 1, 1)) for i in range(80)] + [-25567.0] * 20)
    as_days = find_spikes(Kind.DATE, days, days + 0.9)
    assert [(spike.alike, spike.placeholder) for spike in as_days] == [(22, True)]
    as_years = find_spikes(Kind.DATE, days, days + 364.9)
    assert [(spike.alike, spike.placeholder) for spike in as_years] == [(22, False)]


def test_any_value_that_a_tenth_shares_is_a_spike() -> None:
    keys = np.array([*range(100, 160), *[42.0] * 10])
    assert [(s.alike, s.placeholder) for s in find_spikes(Kind.NUMBER, keys, keys)] == [(10, False)]


def test_counts_of_few_different_values_have_no_spikes() -> None:
    keys = np.array([0.0] * 50 + list(range(10)))
    assert find_spikes(Kind.NUMBER, keys, keys) == []


def test_values_are_distinct_by_both_ends() -> None:
    first, count = distinct_values(np.array([2.0, 1.0, 1.0, 1.0]), np.array([2.0, 3.0, 1.0, 3.0]))
    assert (first.tolist(), count.tolist()) == ([2, 1, 0], [1, 2, 1])
    assert distinct_values(np.empty(0), np.empty(0))[0].tolist() == []
