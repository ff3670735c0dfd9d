import pytest

from numkbqa.experiments.shares import mean, percentiles, share_with_interval


def test_a_share_has_its_interval() -> None:
    found = share_with_interval([True] * 30 + [False] * 10)
    assert (found["n"], found["percent"]) == (40, 75.0)
    low, high = found["interval"]
    assert 55 < low < 75 < high < 95


def test_nothing_has_no_share() -> None:
    assert share_with_interval([]) == {"n": 0, "percent": None, "interval": None}
    assert mean([]) is None


def test_mean_and_percentiles() -> None:
    assert mean([1, 2, 4]) == pytest.approx(2.33)
    assert percentiles([float(i) for i in range(1, 102)]) == {"p50": 51.0, "p95": 96.0, "max": 101.0}
