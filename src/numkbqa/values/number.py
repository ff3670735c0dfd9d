"""Plain numbers: decimal notation with an optional exponent, never infinite."""

import math
import re

_NUMBER = re.compile(r"[+-]?(?:[0-9]+(?:\.[0-9]*)?|\.[0-9]+)(?:[eE][+-]?[0-9]+)?")
_PADDED = re.compile(r"[+-]?0[0-9]")


def parse_number(text: str) -> float | None:
    """Number of a numeric literal, whatever its XSD type: tools disagree about exponents in decimals.

    Args:
        text: the literal without surrounding space.

    Returns:
        The number as a float (integers beyond 2**53 are rounded), or None for INF, NaN and anything else.
    """
    if not _NUMBER.fullmatch(text):
        return None
    number = float(text)
    return number if math.isfinite(number) else None


def parse_plain_number(text: str) -> float | None:
    """Number of an untyped text; padded with zeros it is a code ("01234"), not a number."""
    return None if _PADDED.match(text) else parse_number(text)


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
