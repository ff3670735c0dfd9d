"""Normalised text of values, as the encoder and the reader of an answer see them."""

from typing import Final

from numkbqa.values.date_text import format_date
from numkbqa.values.number import format_number, read_number
from numkbqa.values.value import Kind, Precision, Value

_ROUNDED: Final = 2.0**53
_MAX_DIGITS: Final = 60


def number_text(value: Value) -> str:
    """Normalised text of a value (open point A23): equal values have equal texts.

    Args:
        value: any value.

    Returns:
        A date only as far as it is known, or a plain decimal without its unit.
    """
    return _large_integer(value) or key_text(value.low, value.precision, value.high)


def key_text(low: float, precision: Precision | None, high: float | None = None) -> str:
    """Normalised text of a comparison key.

    Args:
        low: lower end of the key.
        precision: of a date, how exactly it is known; None for all but dates.
        high: upper end of the key; None for all that the precision leaves open, and for an exact number.

    Returns:
        "6490", "1999-06", "19th century", "1984/2004"; "2419200 to 2678400" for a number known by its bounds.
    """
    if precision is not None:
        return format_date(low, precision, high)
    if high is None or high == low:
        return format_number(low)
    return f"{format_number(low)} to {format_number(high)}"


def _large_integer(value: Value) -> str | None:
    """Digits of an integer that a float rounds, from its own text; None for all other values."""
    if value.kind is not Kind.NUMBER or abs(value.low) < _ROUNDED:
        return None
    number = read_number(value.lexical.strip())
    whole = number is not None and number.exact is not None and number.exact.denominator == 1
    digits = str(number.exact) if number is not None and whole else ""
    return digits if 0 < len(digits) <= _MAX_DIGITS else None
