"""Dates as ISO 8601 and XSD 1.1 write them, any year, nothing filled in.

A time zone moves a date with a time of day; for whole days, months and years it is ignored, since a civil
date is what was meant.
"""

import re
from typing import Final

from numkbqa.values.calendar import days_from_civil
from numkbqa.values.span import SECONDS_PER_DAY, DateSpan, clock_span, date_span, is_date
from numkbqa.values.value import Precision

_ZONE = r"(?P<zone>Z|[+-][0-9]{2}:[0-9]{2})?"
_TIME = r"[T ](?P<hour>[0-9]{2})(?::(?P<minute>[0-9]{2})(?::(?P<second>[0-9]{2}(?:[.,][0-9]+)?))?)?"
_DATE = re.compile(
    r"(?P<year>[+-]?[0-9]{1,12})(?:-(?P<month>[0-9]{2})(?:-(?P<day>[0-9]{2})(?:" + _TIME + r")?)?)?" + _ZONE
)
_PLAIN_DATE = re.compile(r"[+-]?[0-9]{4,12}-[0-9]{2}(?!:).*")
_SHAPE = re.compile(r"[+-]?[0-9]+(?:-[0-9]{2}(?:-[0-9]{2}(?:T.*)?)?)?(?:Z|[+-][0-9]{2}:[0-9]{2})?")
CAPS: Final = {"gYear": Precision.YEAR, "gYearMonth": Precision.MONTH, "date": Precision.DAY}
"""How exactly the literals of a datatype are known at most."""


def parse_date(text: str, datatype: str = "dateTime") -> DateSpan | None:
    """Read an ISO date as exactly as its text and its datatype both say it is known.

    Real data is looser than XSD, so years without padding ("-400"), months and days "00" (unknown, as in
    Wikidata), a space before the time of day and a date under the wrong date type are read too.

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
    if not is_date(year, month, day):
        return None
    cap = CAPS.get(datatype, Precision.SECOND)
    if match["hour"] is not None and day and cap == Precision.SECOND:
        return _time_of_day(days_from_civil(year, month, day), match)
    return date_span(year, month if cap > Precision.YEAR else 0, day if cap > Precision.MONTH else 0)


def parse_plain_date(text: str) -> DateSpan | None:
    """Read an untyped text that is an ISO date of at least a year and a month; a bare year is a number."""
    return parse_date(text) if _PLAIN_DATE.fullmatch(text) else None


def looks_like_date(text: str) -> bool:
    """Whether a text is written as an ISO date, be it one that does not exist."""
    return _SHAPE.fullmatch(text) is not None


def time_span(
    days: int, hour: int, minute: int | None, second: float | None, shift: int = 0
) -> DateSpan | None:
    """Span of a time of day.

    Args:
        days: days from 1970-01-01 to the date.
        hour: 0 to 24.
        minute: 0 to 59, or None when only the hour is known.
        second: below 60, or None when only the minute is known.
        shift: seconds that the clock is ahead of UTC.

    Returns:
        The hour, the minute or the instant; None when there is no such time.
    """
    seconds = hour * 3600 + (minute or 0) * 60 + (second or 0)
    if (minute or 0) > 59 or (second or 0) >= 60 or seconds > SECONDS_PER_DAY:
        return None
    known = Precision.HOUR if minute is None else Precision.MINUTE if second is None else Precision.SECOND
    return clock_span(days, seconds - shift, known)


def _time_of_day(days: int, match: re.Match[str]) -> DateSpan | None:
    minute = None if match["minute"] is None else int(match["minute"])
    second = None if match["second"] is None else float(match["second"].replace(",", "."))
    return time_span(days, int(match["hour"]), minute, second, _zone_seconds(match["zone"]))


def _zone_seconds(zone: str | None) -> int:
    if zone is None or zone == "Z":
        return 0
    sign = -1 if zone[0] == "-" else 1
    return sign * (int(zone[1:3]) * 3600 + int(zone[-2:]) * 60)
