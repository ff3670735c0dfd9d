"""Wikidata's time values: a stamp, a precision and a calendar, "+1952-03-11T00:00:00Z/11/gregorian".

The stamp is that of Wikidata's JSON: no year 0, so that -0044 is 44 BCE; what the precision does not reach is
written as anything and ignored. A century or millennium is the one that holds the stamped year, as Wikidata
shows it: 1801 and 1900 are both in the 19th century. Days of the Julian calendar are converted; months and
years are not, since a civil month or year is what was meant.
"""

import re

from numkbqa.values.calendar import days_from_civil, days_from_julian
from numkbqa.values.reading import Note, Reading
from numkbqa.values.span import (
    DateSpan,
    astronomical,
    century_span,
    clock_span,
    date_span,
    day_span,
    decade_span,
    is_date,
    millennium_span,
    rounded_span,
)
from numkbqa.values.value import Kind, Precision, Value

_TIME = re.compile(
    r"(?P<sign>[+-]?)(?P<year>[0-9]{1,16})-(?P<month>[0-9]{2})-(?P<day>[0-9]{2})"
    r"T(?P<hour>[0-9]{2}):(?P<minute>[0-9]{2}):(?P<second>[0-9]{2})Z?"
    r"(?:/(?P<precision>[0-9]{1,2}))?(?:/(?P<calendar>.*))?"
)
_JULIAN = ("julian", "Q1985786")


def read_wikidata_time(lexical: str) -> Reading:
    """Read a time value.

    Args:
        lexical: stamp, precision and calendar, separated by slashes; without a precision, what the stamp
            shows is known.

    Returns:
        The date, or the reason why there is none.
    """
    match = _TIME.fullmatch(lexical.strip())
    if match is None:
        return Reading(None, Note.NO_VALUE)
    precision = _precision(match)
    span = None if precision is None else _span(match, precision)
    if span is None:
        return Reading(None, Note.OUTSIDE_CALENDAR)
    value = Value(Kind.DATE, span.low, span.high, lexical, span.precision)
    return Reading(value, _note(match, span.precision))


def _precision(match: re.Match[str]) -> Precision | None:
    """The stated precision, but no finer than the stamp."""
    shown = (
        Precision.YEAR
        if match["month"] == "00"
        else Precision.MONTH
        if match["day"] == "00"
        else Precision.DAY
    )
    if match["precision"] is None:
        return shown
    stated = int(match["precision"])
    if stated > Precision.SECOND:
        return None
    return Precision(stated if shown is Precision.DAY else min(stated, shown))


def _span(match: re.Match[str], precision: Precision) -> DateSpan | None:
    digits, bce = int(match["year"]), match["sign"] == "-"
    if not is_date(digits):
        return None
    if precision < Precision.MILLENNIUM:
        return rounded_span(-digits if bce else digits, precision)
    if digits == 0:  # there is no such year; some tools write it for 1 BCE
        digits, bce = 1, True
    if precision == Precision.MILLENNIUM:
        return millennium_span(-(-digits // 1000), bce=bce)
    if precision == Precision.CENTURY:
        return century_span(-(-digits // 100), bce=bce)
    if precision == Precision.DECADE:
        return decade_span(digits // 10 * 10, bce=bce)
    return _civil(match, astronomical(digits, bce=bce), precision)


def _civil(match: re.Match[str], year: int, precision: Precision) -> DateSpan | None:
    month = int(match["month"]) if precision >= Precision.MONTH else 0
    day = int(match["day"]) if precision >= Precision.DAY else 0
    julian = _is_julian(match)
    # 29 February of a Julian leap year may not exist in the Gregorian calendar
    leap = julian and (month, day) == (2, 29) and year % 4 == 0
    if not is_date(year, month, 28 if leap else day):
        return None
    if precision < Precision.DAY:
        return date_span(year, month, day)
    days = (days_from_julian if julian else days_from_civil)(year, month, day)
    if precision == Precision.DAY:
        return day_span(days)
    seconds = int(match["hour"]) * 3600
    if precision >= Precision.MINUTE:
        seconds += int(match["minute"]) * 60
    if precision >= Precision.SECOND:
        seconds += int(match["second"])
    return clock_span(days, seconds, precision)


def _is_julian(match: re.Match[str]) -> bool:
    return (match["calendar"] or "").endswith(_JULIAN)


def _note(match: re.Match[str], precision: Precision) -> Note | None:
    if _is_julian(match) and precision >= Precision.DAY:
        return Note.JULIAN
    return None
