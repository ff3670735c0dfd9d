"""Dates with a precision: ISO 8601 as XSD 1.1 writes it, any year, nothing filled in.

Years are astronomical as in XSD 1.1: 0000 is 1 BCE, -0001 is 2 BCE. The key of a date is days since
1970-01-01; a year spans from its first instant to the last float before the next year. A time zone moves a
date with a time of day; for whole days, months and years it is ignored, since a civil date is what was meant.
"""

import math
import re
from typing import NamedTuple

from numkbqa.values.calendar import civil_from_days, days_from_civil, days_in_month
from numkbqa.values.value import Precision

_ZONE = r"(?P<zone>Z|[+-][0-9]{2}:[0-9]{2})?"
_TIME = r"T(?P<hour>[0-9]{2}):(?P<minute>[0-9]{2}):(?P<second>[0-9]{2}(?:\.[0-9]+)?)"
# twelve digits keep the days of every year exact in a float
_DATE = re.compile(
    r"(?P<year>[+-]?[0-9]{1,12})(?:-(?P<month>[0-9]{2})(?:-(?P<day>[0-9]{2})(?:" + _TIME + r")?)?)?" + _ZONE
)
_PLAIN_DATE = re.compile(r"[+-]?[0-9]{4,12}-[0-9]{2}(?!:).*")
_SECONDS_PER_DAY = 86_400
_CAPS = {"gYear": Precision.YEAR, "gYearMonth": Precision.MONTH, "date": Precision.DAY}


class DateSpan(NamedTuple):
    """What a date says: its first and last instant in days since 1970-01-01, and how exactly it is known."""

    low: float
    high: float
    precision: Precision


def parse_date(text: str, datatype: str = "dateTime") -> DateSpan | None:
    """Read an ISO date as exactly as its text and its datatype both say it is known.

    Real data is looser than XSD, so years without padding ("-400"), months and days "00" (unknown, as in
    Wikidata) and a date under the wrong date type are read too.

    Args:
        text: the literal without surrounding space.
        datatype: local name of the XSD type; gYear never gives more than a year.

    Returns:
        The span, or None when the text is no date ("1999-13").
    """
    match = _DATE.fullmatch(text)
    if match is None:
        return None
    year, month, day = (int(match[part] or 0) for part in ("year", "month", "day"))
    if not _is_date(year, month, day):
        return None
    if match["hour"] is not None and day and datatype not in _CAPS:
        return _instant(days_from_civil(year, month, day), match)
    known = Precision.DAY if day else Precision.MONTH if month else Precision.YEAR
    return _span(year, month, day, min(known, _CAPS.get(datatype, Precision.DAY)))


def parse_plain_date(text: str) -> DateSpan | None:
    """Read an untyped text that is an ISO date of at least a year and a month; a bare year is a number."""
    return parse_date(text) if _PLAIN_DATE.fullmatch(text) else None


def format_date(low: float, precision: Precision) -> str:
    """ISO text of a date as far as it is known.

    Args:
        low: first instant, in days since 1970-01-01.
        precision: how exactly it is known.

    Returns:
        "1999", "1999-06", "1999-06-01" or "1999-06-01T12:00:00Z"; years have at least four digits ("-0043").
    """
    seconds = round((low - math.floor(low)) * _SECONDS_PER_DAY)
    carry, seconds = divmod(seconds, _SECONDS_PER_DAY)
    year, month, day = civil_from_days(math.floor(low) + carry)
    text = f"{'-' if year < 0 else ''}{abs(year):04d}"
    if precision >= Precision.MONTH:
        text += f"-{month:02d}"
    if precision >= Precision.DAY:
        text += f"-{day:02d}"
    if precision >= Precision.SECOND:
        text += f"T{seconds // 3600:02d}:{seconds // 60 % 60:02d}:{seconds % 60:02d}Z"
    return text


def _is_date(year: int, month: int, day: int) -> bool:
    if month == 0:
        return day == 0
    return month <= 12 and day <= days_in_month(year, month)


def _span(year: int, month: int, day: int, precision: Precision) -> DateSpan:
    if precision == Precision.YEAR:
        first, end = days_from_civil(year), days_from_civil(year + 1)
    elif precision == Precision.MONTH:
        first = days_from_civil(year, month)
        end = first + days_in_month(year, month)
    else:
        first = days_from_civil(year, month, day)
        end = first + 1
    return DateSpan(float(first), math.nextafter(end, -math.inf), precision)


def _instant(days: int, match: re.Match[str]) -> DateSpan | None:
    hour, minute, second = int(match["hour"]), int(match["minute"]), float(match["second"])
    if minute > 59 or second >= 60 or hour * 3600 + minute * 60 + second > _SECONDS_PER_DAY:
        return None
    seconds = hour * 3600 + minute * 60 + second - _zone_seconds(match["zone"])
    instant = days + seconds / _SECONDS_PER_DAY
    return DateSpan(instant, instant, Precision.SECOND)


def _zone_seconds(zone: str | None) -> int:
    if zone is None or zone == "Z":
        return 0
    sign = -1 if zone[0] == "-" else 1
    return sign * (int(zone[1:3]) * 3600 + int(zone[4:6]) * 60)
