"""Values as the tables of an answer show them: separators, bars, and the text of the source beside them."""

import math
import re
from collections.abc import Sequence
from decimal import Decimal, InvalidOperation

BAR_WIDTH = 24
SEPARATED_FROM = 10_000
"""Numbers from here on get thousands separators; smaller ones may be years."""

_DATE = re.compile(r"(-?\d{4,})-(\d\d)(?:-(\d\d))?.*")
_NOTHING_MORE = re.compile(r"(?:-00){0,2}(?:T.*|Z)?")
"""What may follow the known part of a date without saying more."""

_SEPARATORS = str.maketrans("", "", ", \u00a0\u202f")


def bars(values: Sequence[float | None]) -> list[str]:
    """Draw one bar per value.

    Args:
        values: numbers; None (nothing to draw) gives an empty bar, and so does what floats cannot span.

    Returns:
        Bars of at most 24 blocks. They start at zero where that tells the values apart,
        else just below the smallest.
    """
    known = [value for value in values if value is not None]
    if not known or not math.isfinite(max(known) - min(known)):
        return [""] * len(values)
    low, high = min(known), max(known)
    start = 0.0 if 0 <= low <= high / 2 else low
    span = (high - start) or 1.0
    return [
        "" if value is None else "█" * max(1, round((value - start) / span * BAR_WIDTH)) for value in values
    ]


def readable(values: Sequence[object], kind: str | None = None) -> list[str]:
    """Values of one column: thousands separators in all numbers when one of them is big.

    Args:
        values: normalised texts of values, or None for none.
        kind: their kind; dates are left as they are, even those of a year beyond 9999.

    Returns:
        One text a value: "2,102,650", "1999-06-01", "1999"; an empty one for None.
    """
    texts = ["" if value is None else str(value) for value in values]
    numbers = [None if kind == "date" else _plain_number(text) for text in texts]
    if not any(number is not None and abs(number) >= SEPARATED_FROM for number in numbers):
        return texts
    return [text if number is None else f"{number:,}" for text, number in zip(texts, numbers, strict=True)]


def size(value: object) -> float | None:
    """Size of a value for its bar.

    Args:
        value: normalised text of a value, or None.

    Returns:
        The number itself, a date as years since the year 0, or None where there is nothing to draw.
    """
    date = _DATE.fullmatch(str(value))
    if date:
        year, month, day = (int(part or 1) for part in date.groups())
        return year + (month - 1) / 12 + (day - 1) / 372
    try:
        return float(str(value))
    except ValueError:
        return None


def as_written(lexical: str, value: str, unit: str | None = None) -> str:
    """The text of the source, where it says something else than the value that is shown for it.

    Args:
        lexical: the text of the source.
        value: normalised text of the value.
        unit: the unit that the value is in.

    Returns:
        "5 ft 11 in" beside 180.34, "1.2 million" beside 1200000; an empty text for "652.0" beside 652,
        "1,200" beside 1200, "180 cm" beside 180 in centimetres and "1999-00-00" beside 1999.
    """
    return "" if _says_the_same(lexical.strip(), value, unit) else lexical


def _says_the_same(lexical: str, value: str, unit: str | None) -> bool:
    date = lexical.removeprefix("+")
    if date.startswith(value) and _NOTHING_MORE.fullmatch(date, len(value)):
        return True
    if unit is not None:
        from numkbqa.values.quantity import unit_symbol

        lexical = lexical.removesuffix(unit_symbol(unit))
    written, shown = _decimal(lexical.translate(_SEPARATORS)), _decimal(value)
    return written is not None and written == shown


def _plain_number(text: str) -> Decimal | None:
    """A number in plain decimal notation."""
    return None if "e" in text.lower() else _decimal(text)


def _decimal(text: str) -> Decimal | None:
    try:
        number = Decimal(text)
    except InvalidOperation:
        return None
    return number if number.is_finite() else None
