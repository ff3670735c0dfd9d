"""Values as an answer shows them: separators, the text of the source beside them, and sizes to draw."""

import math
import re
from collections.abc import Sequence
from decimal import Decimal, InvalidOperation

from numkbqa.values.quantity import unit_symbol

SEPARATED_FROM = 10_000
"""Numbers from here on get thousands separators; smaller ones may be years."""

_NOTHING_MORE = re.compile(r"(?:-00){0,2}(?:T.*|Z)?")
"""What may follow the known part of a date without saying more."""

_SEPARATORS = str.maketrans("", "", ", \u00a0\u202f")

_DATE = re.compile(r"(-?\d{4,12})(?:-(\d\d)(?:-(\d\d)(?:T.*)?)?)?")

_EARLY = re.compile(r"(-\d{4,}|0\d{3})((?:-\d\d){0,2}(?:T.*)?)")
"""A date before our era, or in its first thousand years."""

_PADDED = re.compile(r"-?0\d{3}")
"""No number begins like this, so that it is a year even where the kind is not told."""

_BEFORE_OUR_ERA = re.compile(r"\b(?:BC|B\.C\.(?:E\.)?)(?!\w)")
_OUR_ERA = re.compile(r"\b(?:AD|CE)\b")


def readable(values: Sequence[object], kind: str | None = None) -> list[str]:
    """Values of one column: thousands separators in all numbers when one of them is big.

    Args:
        values: normalised texts of values, or None for none.
        kind: their kind; dates get no separators, even those of a year beyond 9999.

    Returns:
        One text a value: "2,102,650", "1999-06-01", "1999", "44 BCE" for -0043; "" for None.
    """
    texts = ["" if value is None else str(value) for value in values]
    texts = [readable_date(text) if kind == "date" or _PADDED.match(text) else text for text in texts]
    numbers = [None if kind == "date" else _plain_number(text) for text in texts]
    if not any(number is not None and abs(number) >= SEPARATED_FROM for number in numbers):
        return texts
    return [text if number is None else f"{number:,}" for text, number in zip(texts, numbers, strict=True)]


def readable_date(text: str) -> str:
    """A date with the year that people write, which has no year 0 and no leading zeros.

    Args:
        text: normalised text of a date.

    Returns:
        "44 BCE" for "-0043", "44-03-15 BCE" for "-0043-03-15", "79" for "0079"; other texts as they are.
    """
    return "/".join(map(_with_era, text.split("/")))


def per_cent(probability: float) -> str:
    """A probability that was estimated: never "100 %" or "0 %", for nothing is that sure."""
    share = min(round(100 * probability), 99)
    return f"{share} %" if share > 0 else "< 1 %"


def as_written(lexical: str, value: str, unit: str | None = None) -> str:
    """The text of the source, where it says something else than the value that is shown for it.

    Args:
        lexical: the text of the source.
        value: normalised text of the value.
        unit: the unit that the value is in.

    Returns:
        "5 ft 11 in" beside 180.34, "1.2 million" beside 1200000; an empty text for "652.0" beside 652,
        "1,200" beside 1200, "180 cm" beside 180 in centimetres, "1999-00-00" beside 1999 and "44 BC" beside
        -0043.
    """
    return "" if _says_the_same(lexical.strip(), value, unit) else lexical


def size(value: object) -> float | None:
    """Size of a value for its mark.

    Args:
        value: normalised text of a value, or None.

    Returns:
        The number itself, a date as years since the year 0, or None where there is nothing to draw.
    """
    try:
        number = float(str(value))
    except ValueError:
        between = years(str(value))
        return None if between is None else between[0]
    return None if math.isnan(number) else number


def years(text: str) -> tuple[float, float] | None:
    """The years between which a date lies: "1999" is any day of that year.

    Args:
        text: normalised text of a date.

    Returns:
        Its beginning and its end as years since the year 0, months being a twelfth of a year and days a
        31st of a month: (1999.5, 1999.58) for "1999-07". None for other texts, decades, centuries, intervals.
    """
    date = _DATE.fullmatch(text)
    if date is None:
        return None
    month, day = (None if part is None else int(part) for part in date.groups()[1:])
    start = int(date[1]) + ((month or 1) - 1) / 12 + ((day or 1) - 1) / 372
    length = 1.0 if month is None else 1 / 12 if day is None else 1 / 372
    return start, start + length


def _says_the_same(lexical: str, value: str, unit: str | None) -> bool:
    date = lexical.removeprefix("+")
    if date.startswith(value) and _NOTHING_MORE.fullmatch(date, len(value)):
        return True
    if _of_an_era(date) == readable_date(value):
        return True
    if unit is not None:
        lexical = lexical.removesuffix(unit_symbol(unit))
    written, shown = _decimal(lexical.translate(_SEPARATORS)), _decimal(value)
    return written is not None and written == shown


def _of_an_era(date: str) -> str:
    """A date as `readable_date` writes it, out of "44 BC", "AD 79" and their like."""
    return _OUR_ERA.sub("", _BEFORE_OUR_ERA.sub("BCE", date)).strip()


def _with_era(date: str) -> str:
    early = _EARLY.fullmatch(date)
    if early is None:
        return date
    year, rest = int(early[1]), early[2]
    if year < 1:
        return f"{1 - year}{rest} BCE"
    return date if rest else str(year)


def _plain_number(text: str) -> Decimal | None:
    """A number in plain decimal notation."""
    return None if "e" in text.lower() else _decimal(text)


def _decimal(text: str) -> Decimal | None:
    try:
        number = Decimal(text)
    except InvalidOperation:
        return None
    return number if number.is_finite() else None
