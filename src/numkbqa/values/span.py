"""Spans of dates: the first and last instant that a date of some precision may stand for.

The year-zero rule, here for all of `values`: years are astronomical, so that year 0 is 1 BCE and -1 is 2 BCE.
XSD 1.1, ISO 8601 and EDTF write years that way ("-0043" is 44 BCE). People ("44 BC") and Wikidata's JSON
("-0044-03-15T00:00:00Z") count without a year 0; `astronomical` turns their years into ours.

Centuries and millennia begin with the year 1 (the 19th century is 1801 to 1900, the 1st century BCE is 100 to
1 BCE), decades with the year 0 (the 1990s are 1990 to 1999, the 40s BCE are 49 to 40 BCE). "The 1800s" are
1800 to 1899. Anything coarser than a millennium is a rounded number, known to half of its unit.
"""

import math
from functools import lru_cache
from typing import Final, NamedTuple

from numkbqa.values.calendar import days_from_civil, days_in_month
from numkbqa.values.reading import Note
from numkbqa.values.value import Precision

SECONDS_PER_DAY: Final = 86_400
MAX_YEAR: Final = 10**12
"""The days of every year up to this one are exact in a float."""

_STEPS = {Precision.HOUR: 3600, Precision.MINUTE: 60}


class DateSpan(NamedTuple):
    """What a date says: its first and last instant in days since 1970-01-01, and how exactly it is known."""

    low: float
    high: float
    precision: Precision


class DateReading(NamedTuple):
    """What the text of a date gives: its span, or why it has none, and what is odd about it."""

    span: DateSpan | None
    note: Note | None = None


def astronomical(year: int, *, bce: bool) -> int:
    """Astronomical number of a year of the common or the former era, both counted from 1."""
    return 1 - year if bce else year


def is_date(year: int, month: int = 0, day: int = 0) -> bool:
    """Whether a date exists, where month or day may be 0 for unknown."""
    if abs(year) >= MAX_YEAR or month > 12:
        return False
    return day == 0 if month == 0 else day <= days_in_month(year, month)


def date_span(year: int, month: int = 0, day: int = 0) -> DateSpan:
    """Span of a year, a month or a day.

    Args:
        year: astronomical year.
        month: 1 to 12, or 0 for the whole year.
        day: 1 to the length of the month, or 0 for the whole month.

    Returns:
        Its span.
    """
    if month == 0:
        return _year_span(year)
    first = days_from_civil(year, month, day or 1)
    length = 1 if day else days_in_month(year, month)
    return _span(first, first + length, Precision.DAY if day else Precision.MONTH)


def day_span(days: int) -> DateSpan:
    """Span of the day that begins so many days after 1970-01-01."""
    return _span(days, days + 1, Precision.DAY)


def clock_span(days: int, seconds: float, precision: Precision) -> DateSpan:
    """Span of an hour or a minute, or an instant.

    Args:
        days: days from 1970-01-01 to the date.
        seconds: seconds from midnight UTC, where they begin.
        precision: HOUR, MINUTE or SECOND.

    Returns:
        Its span; of a second, the instant alone.
    """
    low = days + seconds / SECONDS_PER_DAY
    if precision == Precision.SECOND:
        return DateSpan(low, low, precision)
    return _span(low, days + (seconds + _STEPS[precision]) / SECONDS_PER_DAY, precision)


def years_span(first: int, last: int, precision: Precision) -> DateSpan:
    """Span from the beginning of one astronomical year to the end of another."""
    return _span(days_from_civil(first), days_from_civil(last + 1), precision)


def decade_span(decade: int, *, bce: bool = False) -> DateSpan:
    """Span of a decade, named by its round year (1990; 0 for the years 1 to 9)."""
    return _era_span(max(decade, 1), decade + 9, Precision.DECADE, bce=bce)


def century_span(century: int, *, bce: bool = False) -> DateSpan:
    """Span of the n-th century."""
    return _era_span(100 * century - 99, 100 * century, Precision.CENTURY, bce=bce)


def hundreds_span(year: int, *, bce: bool = False) -> DateSpan:
    """Span of the hundred years that share their first digits ("the 1800s")."""
    return _era_span(year, year + 99, Precision.CENTURY, bce=bce)


def millennium_span(millennium: int, *, bce: bool = False) -> DateSpan:
    """Span of the n-th millennium."""
    return _era_span(1000 * millennium - 999, 1000 * millennium, Precision.MILLENNIUM, bce=bce)


def rounded_span(year: int, precision: Precision) -> DateSpan:
    """Span of a year rounded to ten thousand years or more: half of the unit to either side.

    Args:
        year: the year, negative before the common era.
        precision: BILLION_YEARS to TEN_THOUSAND_YEARS.

    Returns:
        The span around the nearest multiple of the unit.
    """
    unit = years_of(precision)
    middle = (2 * year + unit) // (2 * unit) * unit
    return years_span(middle - unit // 2, middle + unit // 2 - 1, precision)


def years_of(precision: Precision) -> int:
    """Number of years in the unit of a precision coarser than a year (10 for DECADE)."""
    return int(10 ** (Precision.YEAR - precision))


def _era_span(first: int, last: int, precision: Precision, *, bce: bool) -> DateSpan:
    if bce:
        first, last = astronomical(last, bce=True), astronomical(first, bce=True)
    return years_span(first, last, precision)


@lru_cache(maxsize=8192)
def _year_span(year: int) -> DateSpan:
    return years_span(year, year, Precision.YEAR)


def _span(first: float, end: float, precision: Precision) -> DateSpan:
    """Everything from an instant on and before another."""
    return DateSpan(float(first), math.nextafter(end, -math.inf), precision)
