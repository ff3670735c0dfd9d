import numpy as np
import pytest

from numkbqa.doctor.scales import Scale, choose_scale, on_scale
from numkbqa.values import Kind


@pytest.mark.parametrize(
    ("keys", "scale"),
    [
        ([1.0, 10.0, 100.0, 1000.0], Scale.LOG),
        ([0.0, 1.0, 10.0, 100.0, 1000.0], Scale.LOG),
        ([160.0, 170.0, 180.0, 190.0], Scale.LINEAR),
        ([-1.0, 1.0, 10.0, 1000.0], Scale.LINEAR),
        ([0.0, 0.0, 0.0, 1.0, 1000.0], Scale.LINEAR),
        ([1e-320, 1e300], Scale.LOG),
        ([0.0], Scale.LINEAR),
        ([], Scale.LINEAR),
    ],
)
def test_positive_numbers_over_two_orders_of_magnitude_are_skewed(keys: list[float], scale: Scale) -> None:
    assert choose_scale(Kind.NUMBER, np.array(keys)) is scale


def test_one_wrong_value_makes_no_skew() -> None:
    heights = np.append(np.linspace(160, 200, 500), 17_300.0)
    assert choose_scale(Kind.QUANTITY, heights) is Scale.LINEAR


def test_dates_are_on_a_time_scale() -> None:
    assert choose_scale(Kind.DATE, np.array([1.0, 1e6])) is Scale.TIME


def test_positions_are_powers_of_ten_or_the_keys() -> None:
    keys = np.array([1.0, 1000.0])
    assert on_scale(keys, Scale.LOG).tolist() == [0.0, 3.0]
    assert on_scale(keys, Scale.LINEAR) is keys
