import numpy as np
import pytest
from scipy import stats

from numkbqa.experiments.intervals import same_direction, spread


@pytest.mark.parametrize("values", [[46.2, 40.1, 44.0], [1.0, 2.0], [3.0, 3.5, 4.5, 9.0, 2.0]])
def test_the_interval_is_that_of_students_t(values: list[float]) -> None:
    found = spread(values)
    low, high = stats.t.interval(0.95, len(values) - 1, loc=np.mean(values), scale=stats.sem(values))
    assert found.half is not None
    assert found.n == len(values)
    assert found.mean == pytest.approx(np.mean(values))
    assert found.mean - found.half == pytest.approx(low)
    assert found.mean + found.half == pytest.approx(high)


def test_three_seeds_by_hand() -> None:
    found = spread([10.0, 12.0, 14.0])
    assert found.mean == 12.0
    assert found.half == pytest.approx(4.3027 * 2 / 3**0.5, rel=1e-4)


def test_a_single_seed_has_no_interval_and_equal_ones_have_none_of_width() -> None:
    assert spread([46.2]).half is None
    assert spread([46.2, 46.2, 46.2]).half == pytest.approx(0.0, abs=1e-9)


@pytest.mark.parametrize(
    ("paper", "ours", "interval", "n", "said"),
    [
        ([-7.7, -6.6], -3.0, (-5.0, -1.0), 300, "yes"),
        ([-7.7, -6.6], 3.0, (1.0, 5.0), 300, "no"),
        ([-7.7, -6.6], -3.0, (-6.5, 0.5), 300, "within noise"),
        ([-7.7, -6.6], -30.0, (-60.0, -10.0), 9, "too few"),
        ([-7.7, 6.6], -3.0, (-5.0, -1.0), 300, "paper divided"),
        ([0.0, 6.6], 3.0, (1.0, 5.0), 300, "yes"),
        ([], 3.0, (1.0, 5.0), 300, "-"),
    ],
)
def test_direction(paper: list[float], ours: float, interval: tuple[float, float], n: int, said: str) -> None:
    assert same_direction(paper, ours, interval, n) == said
