"""Texts of dates, as far as they are known: equal dates have equal texts, and each reads back as itself."""

import math

from numkbqa.values.calendar import civil_from_days
from numkbqa.values.period import parse_period
from numkbqa.values.span import SECONDS_PER_DAY, DateSpan, date_span, years_of
from numkbqa.values.value import Precision

_ENDINGS = {1: "st", 2: "nd", 3: "rd"}


def format_date(low: float, precision: Precision, high: float | None = None) -> str:
    """Text of a date.

    Args:
        low: first instant, in days since 1970-01-01.
        precision: how exactly it is known.
        high: last instant; None for all that the precision leaves open.

    Returns:
        "1999", "1999-06", "1999-06-01", "1999-06-01T12:00:00Z" (years have at least four digits and are
        astronomical, "-0043"), "1990s", "1800s", "19th century", "2nd millennium BCE", "120000 ± 5000 years
        BCE", and "1984/2004" for what none of these spans.
    """
    if precision >= Precision.YEAR:
        text = _iso(low, precision)
        whole = high is None or precision >= Precision.HOUR or high == _end(low, precision)
        return text if whole or high is None else f"{text}/{_iso(high, precision)}"
    named = _named(low, precision)
    if named is None or (high is not None and _differs(named, low, high)):
        last = high if high is not None else _end_of_years(low, precision)
        return f"{_iso(low, Precision.YEAR)}/{_iso(last, Precision.YEAR)}"
    return named


def _iso(instant: float, precision: Precision) -> str:
    days = math.floor(instant)
    seconds = round((instant - days) * SECONDS_PER_DAY) if precision > Precision.DAY else 0
    carry, seconds = divmod(seconds, SECONDS_PER_DAY)
    year, month, day = civil_from_days(days + carry)
    text = f"{'-' if year < 0 else ''}{abs(year):04d}"
    if precision >= Precision.MONTH:
        text += f"-{month:02d}"
    if precision >= Precision.DAY:
        text += f"-{day:02d}"
    return text + _clock(seconds, precision)


def _clock(seconds: int, precision: Precision) -> str:
    if precision < Precision.HOUR:
        return ""
    text = f"T{seconds // 3600:02d}"
    if precision >= Precision.MINUTE:
        text += f":{seconds // 60 % 60:02d}"
    if precision >= Precision.SECOND:
        text += f":{seconds % 60:02d}Z"
    return text


def _named(low: float, precision: Precision) -> str | None:
    """Name of the decade, century, millennium or rounded year that begins at an instant."""
    year = civil_from_days(math.floor(low))[0]
    unit = years_of(precision)
    if precision < Precision.MILLENNIUM:
        return _rounded(year + unit // 2, unit)
    # before the common era a period begins with its largest year
    first, bce = (year, "") if year > 0 else (1 - year, " BCE")
    if precision == Precision.DECADE:
        return _decade(first, bce)
    if first % 1000 == 0 and precision == Precision.MILLENNIUM and not bce:
        return f"{first // 1000}XXX"
    if first % unit == (0 if bce else 1):
        name = "millennium" if precision == Precision.MILLENNIUM else "century"
        return f"{_ordinal(-(-first // unit))} {name}{bce}"
    if precision == Precision.CENTURY and first % unit == (99 if bce else 0):
        return f"{first // unit * unit}s{bce}"
    return None


def _decade(first: int, bce: str) -> str | None:
    decade = first // 10 * 10
    if decade and decade % 100 == 0:  # "1800s" are a century
        return None if bce else f"{decade // 10:03d}X"
    return f"{decade}s{bce or (' CE' if decade < 100 else '')}"


def _rounded(middle: int, unit: int) -> str:
    scale, name = (10**9, " billion") if unit == 10**9 else (10**6, " million") if unit >= 10**6 else (1, "")
    half = f"{unit / 2 / scale:g}" if scale > 1 else str(unit // 2)
    return f"{abs(middle) // scale} ± {half}{name} years {'BCE' if middle < 0 else 'CE'}"


def _ordinal(number: int) -> str:
    ending = "th" if number % 100 in {11, 12, 13} else _ENDINGS.get(number % 10, "th")
    return f"{number}{ending}"


def _differs(text: str, low: float, high: float) -> bool:
    period = parse_period(text)
    return period is not None and period.span is not None and period.span[:2] != (low, high)


def _end(low: float, precision: Precision) -> float:
    year, month, day = civil_from_days(math.floor(low))
    span: DateSpan = date_span(
        year, month if precision > Precision.YEAR else 0, day if precision > Precision.MONTH else 0
    )
    return span.high


def _end_of_years(low: float, precision: Precision) -> float:
    year = civil_from_days(math.floor(low))[0]
    return date_span(year + years_of(precision) - 1).high
