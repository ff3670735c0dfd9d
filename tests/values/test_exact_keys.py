from fractions import Fraction

import numpy as np

from numkbqa.values import separate_keys


def test_numbers_that_floats_confuse_are_told_apart() -> None:
    numbers = [2**53 + 1, 2**53, 2**53 + 1, 2**53 + 2, 7]
    keys = np.array(numbers, dtype=np.float64)
    exact = [Fraction(number) if number > 10 else None for number in numbers]
    separated = separate_keys(keys, exact)
    assert separated[4] == 7
    assert separated[1] < separated[0] == separated[2] < separated[3]


def test_a_decimal_of_few_digits_is_what_it_says() -> None:
    keys = np.array([0.1, 0.1, 0.1])
    separated = separate_keys(
        keys, [None, Fraction("0.10000000000000000001"), Fraction("0.09999999999999999999")]
    )
    assert separated[2] < separated[0] < separated[1]


def test_keys_stay_finite_where_floats_end() -> None:
    largest = np.finfo(np.float64).max
    keys = np.array([largest, largest, -largest, -largest, 0.0])
    separated = separate_keys(
        keys, [Fraction(10) ** 400, Fraction(10) ** 401, Fraction(-(10**400)), Fraction(-(10**401)), None]
    )
    assert np.isfinite(separated).all()
    assert np.argsort(separated).tolist() == [3, 2, 4, 0, 1]


def test_without_exact_numbers_the_keys_stay_as_they_are() -> None:
    keys = np.array([-0.0, 0.0, 3.0])
    assert separate_keys(keys, [None] * 3) is keys
    assert separate_keys(np.zeros(0), []).shape == (0,)
