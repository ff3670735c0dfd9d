import sys
from fractions import Fraction

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from numkbqa.values.number import (
    Number,
    format_number,
    negated,
    number_of,
    parse_number,
    parse_plain_number,
    read_number,
)

finite = st.floats(allow_nan=False, allow_infinity=False)


@pytest.mark.parametrize(
    ("text", "number"),
    [("12", 12), ("-0.5", -0.5), ("+3.", 3), (".25", 0.25), ("1E-31", 1e-31), ("1.7e3", 1700), ("007", 7)],
)
def test_reads_decimal_notation_with_exponents(text: str, number: float) -> None:
    assert parse_number(text) == number


@pytest.mark.parametrize(
    "text", ["INF", "-INF", "NaN", "nan", "1e400", "", "-", ".", "e5", "1,234", "0x10", "1_000", "١٢"]
)
def test_refuses_what_is_no_finite_number(text: str) -> None:
    assert parse_number(text) is None


def test_a_padded_plain_text_is_a_code() -> None:
    assert parse_plain_number("01234") is None
    assert parse_plain_number("-007") is None
    assert parse_plain_number("0.5") == 0.5
    assert parse_plain_number("0") == 0


@settings(deadline=None)
@given(finite)
def test_formatted_numbers_read_back_exactly(number: float) -> None:
    assert parse_number(format_number(number)) == number


@settings(deadline=None)
@given(st.floats(min_value=1e-6, max_value=1e14))
def test_ordinary_magnitudes_have_no_exponent(number: float) -> None:
    assert "e" not in format_number(number)
    assert format_number(-number) == "-" + format_number(number)


@pytest.mark.parametrize(
    ("number", "text"),
    [
        (69121.0, "69121"), (-0.0, "0"), (161.356259274, "161.356259274"), (1e-5, "0.00001"),
        (1.25e-6, "0.00000125"), (1e21, "1e+21"), (1e15, "1000000000000000"), (1e-31, "1e-31"),
    ],
)  # fmt: skip
def test_format_is_the_shortest_plain_decimal(number: float, text: str) -> None:
    assert format_number(number) == text


def test_long_numbers_stay_exact() -> None:
    assert read_number("123456789012345") == Number(123456789012345.0)
    assert read_number("9007199254740993") == Number(9007199254740992.0, Fraction(9007199254740993))
    assert read_number("0.1000000000000000055") == Number(0.1, Fraction("0.1000000000000000055"))
    assert read_number("1" + "0" * 30) == Number(1e30)
    assert read_number("-" + "9" * 400) == Number(-sys.float_info.max, Fraction(-(10**400 - 1)))
    assert read_number("1e-400") == Number(0.0, Fraction(1, 10**400))
    assert read_number("0e99999") == read_number("0." + "0" * 400) == Number(0.0)


def test_what_nobody_means_as_a_number_is_none() -> None:
    assert read_number("9" * 5000) is None
    assert read_number("1e400") is None
    assert read_number("1e-9999999") == Number(0.0)


def test_numbers_of_fractions() -> None:
    assert number_of(Fraction(1, 4)) == Number(0.25)
    assert number_of(Fraction(1, 3)) == Number(1 / 3, Fraction(1, 3))
    assert negated(Number(0.5, Fraction(1, 2))) == Number(-0.5, Fraction(-1, 2))
    assert negated(Number(0.5)) == Number(-0.5)
