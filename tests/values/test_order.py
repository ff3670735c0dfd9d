from itertools import pairwise

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from numkbqa.values import Value, number_text, parse_value, precedes, ties

numbers = st.one_of(
    st.integers(-(10**15), 10**15).map(str),
    st.decimals(allow_nan=False, allow_infinity=False, places=6).map(str),
)


def iso_date(year: int, month: int, day: int) -> str:
    parts = [f"{'-' if year < 0 else ''}{abs(year):04d}"]
    parts += [f"{part:02d}" for part in (month, day) if month and part]
    return "-".join(parts)


dates = st.builds(iso_date, st.integers(-3000, 3000), st.integers(0, 12), st.integers(0, 28))


def read(text: str, datatype: str | None = None, unit: str | None = None) -> Value:
    value = parse_value(text, datatype, unit)
    assert value is not None
    return value


def number(text: str) -> Value:
    return read(text, "xsd:decimal")


def date(text: str) -> Value:
    return read(text, "xsd:date")


@settings(deadline=None)
@given(numbers, numbers)
def test_numbers_are_ordered_as_floats(first: str, second: str) -> None:
    assert precedes(number(first), number(second)) == (float(first) < float(second))
    assert ties(number(first), number(second)) == (float(first) == float(second))


@settings(deadline=None)
@given(numbers, numbers)
def test_flipping_the_sign_turns_the_order_round(first: str, second: str) -> None:
    flipped = [number(text[1:] if text.startswith("-") else "-" + text) for text in (first, second)]
    assert precedes(number(first), number(second)) == precedes(flipped[1], flipped[0])


@settings(deadline=None)
@given(dates, dates)
def test_of_two_dates_exactly_one_precedes_or_they_tie(first: str, second: str) -> None:
    a, b = date(first), date(second)
    assert precedes(a, b) + precedes(b, a) + ties(a, b) == 1


@settings(deadline=None)
@given(dates, dates)
def test_a_date_ties_with_those_that_begin_like_it_and_no_other(first: str, second: str) -> None:
    if (first == second) or second.startswith(first + "-") or first.startswith(second + "-"):
        assert ties(date(first), date(second))
    else:
        assert not ties(date(first), date(second))


@settings(deadline=None)
@given(dates)
def test_text_of_a_value_reads_back_as_the_same_value(text: str) -> None:
    again = date(number_text(date(text)))
    assert (again.low, again.high, again.precision) == (date(text).low, date(text).high, date(text).precision)


def test_years_before_christ_come_in_order() -> None:
    keys = ["-0400", "-0044", "0000", "0044", "1999", "12345"]
    values = [read(key, "xsd:gYear") for key in keys]
    assert all(precedes(a, b) for a, b in pairwise(values))
    assert precedes(date("-0044-03-15"), date("-0044-03-16"))


def test_equal_values_have_equal_texts() -> None:
    assert number_text(number("1.50")) == number_text(number("15e-1")) == "1.5"
    assert number_text(read("5", None, "km")) == "5"


def test_values_of_different_kinds_or_units_are_not_compared() -> None:
    with pytest.raises(ValueError, match="cannot compare a number with a date"):
        precedes(number("1999"), date("1999-06-01"))
    with pytest.raises(ValueError, match="quantity in meter with a quantity in kilometer"):
        ties(read("1", None, "m"), read("1", None, "km"))
