"""Plain numbers: decimal notation with an optional exponent, of up to four thousand digits."""

import math
import re
import sys
from decimal import Decimal
from fractions import Fraction
from typing import Final, NamedTuple

_NUMBER = re.compile(r"[+-]?(?:[0-9]+(?:\.[0-9]*)?|\.[0-9]+)(?:[eE][+-]?[0-9]+)?")
_PADDED = re.compile(r"[+-]?0[0-9]")
_SURE_LENGTH: Final = 15
"""A text of so many characters has no more digits than a float keeps."""
_MAX_DIGITS: Final = 4_000  # Python writes no integer of more than 4,300 digits


class Number(NamedTuple):
    """A number as a comparison key, and exactly where a float does not tell it from its neighbours.

    `exact` is given for more than 15 significant digits and beyond the range of floats; then `key` is the
    nearest float, the largest one for what lies beyond.
    """

    key: float
    exact: Fraction | None = None


def read_number(text: str) -> Number | None:
    """Number of a numeric literal, whatever its XSD type: tools disagree about exponents in decimals.

    Args:
        text: the literal without surrounding space.

    Returns:
        The number, or None for INF, NaN and anything else; with an exponent that no float has ("1e400") it
        counts as infinite.
    """
    if not _NUMBER.fullmatch(text):
        return None
    key = float(text)
    if len(text) <= _SURE_LENGTH and key and math.isfinite(key):
        return Number(key)
    return _long_number(text, key)


def parse_number(text: str) -> float | None:
    """Comparison key of a number, or None; see `read_number`."""
    number = read_number(text)
    return None if number is None else number.key


def parse_plain_number(text: str) -> float | None:
    """Number of an untyped text; padded with zeros it is a code ("01234"), not a number."""
    return None if is_padded(text) else parse_number(text)


def is_padded(text: str) -> bool:
    """Whether a number is padded with zeros, as codes are."""
    return _PADDED.match(text) is not None


def number_of(exact: Fraction) -> Number:
    """Number with the value of a fraction.

    Args:
        exact: the value.

    Returns:
        Its nearest float; with the value itself where the float, as shortest decimal, is another number.
    """
    try:
        key = float(exact)
    except OverflowError:
        key = sys.float_info.max if exact > 0 else -sys.float_info.max
    return Number(key) if Fraction(repr(key)) == exact else Number(key, exact)


def negated(number: Number) -> Number:
    """The number with the other sign."""
    return Number(-number.key, None if number.exact is None else -number.exact)


def format_number(number: float) -> str:
    """Plain decimal text of a number, with an exponent only below 1e-6 and from 1e15 on.

    Args:
        number: any finite number.

    Returns:
        The shortest text that reads back as the same float: "69121", "-0.5", "1e+21".
    """
    magnitude = abs(number)
    if magnitude < 1e15 and number == int(number):
        return str(int(number))
    text = repr(number)
    if "e" not in text:
        return text.removesuffix(".0")
    if magnitude < 1e-6:
        return text
    return f"{number:.{_decimals(text)}f}" if magnitude < 1e15 else text


def _decimals(text: str) -> int:
    mantissa, exponent = text.split("e")
    return len(mantissa.partition(".")[2]) - int(exponent)


def _long_number(text: str, key: float) -> Number | None:
    mantissa, _, power = text.lower().partition("e")
    if len(power) > 6 or len(mantissa) + abs(int(power or 0)) > _MAX_DIGITS:
        return Number(0.0) if key == 0 else None
    if math.isinf(key) and power:
        return None
    digits = mantissa.lstrip("+-").replace(".", "").strip("0")
    if not digits:
        return Number(0.0)
    if len(digits) <= _SURE_LENGTH and key and math.isfinite(key):
        return Number(key)
    return number_of(Fraction(Decimal(text)))
