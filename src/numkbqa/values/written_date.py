"""Dates as people write them: "15/4/2019", "15 April 2019", "Apr 15, 2019", "April 2019", "15 March 44 BC".

Numeric dates are read in the day and month order of their column; by itself only a part above 12, or two
equal parts, tells. Month names are English. A year of two digits is no year.
"""

import re

from numkbqa.values.date import time_span
from numkbqa.values.period import ERA, is_bce
from numkbqa.values.reading import Note
from numkbqa.values.span import DateReading, DateSpan, astronomical, date_span, is_date

_CLOCK = (
    r"(?:,? +(?P<hour>[0-9]{1,2}):(?P<minute>[0-9]{2})(?::(?P<second>[0-9]{2}(?:\.[0-9]+)?))?"
    r"(?: ?(?P<half>[AaPp]\.?[Mm]\.?))?)?"
)
_NUMERIC = re.compile(
    r"(?P<first>[0-9]{1,2})(?P<mark>[./-])(?P<second_part>[0-9]{1,2})(?P=mark)(?P<year>[0-9]+)" + _CLOCK
)
_YEAR_FIRST = re.compile(
    r"(?P<year>[0-9]{4})(?P<mark>[./-])(?P<month>[0-9]{1,2})(?P=mark)(?P<day>[0-9]{1,2})" + _CLOCK
)
_MONTH_YEAR = re.compile(r"(?P<month>[0-9]{1,2})/(?P<year>[0-9]{4})|(?P<years>[0-9]{4})/(?P<months>[0-9]{2})")
_NAMES = [
    "January",
    "February",
    "March",
    "April",
    "May",
    "June",
    "July",
    "August",
    "September",
    "October",
    "November",
    "December",
]
_MONTHS = {name[:length].lower(): i for i, name in enumerate(_NAMES, 1) for length in (3, len(name))} | {
    "sept": 9
}
_MONTH = r"(?P<month>[A-Za-z]{3,9})\.?"
_DAY = r"(?P<day>[0-9]{1,2})(?:st|nd|rd|th)?"
_WORDED = re.compile(
    r"(?:[A-Z][a-z]{2,8}, )?(?:the )?"
    rf"(?:{_DAY}[ -](?:of )?{_MONTH}(?:, | |-)"
    rf"|{_MONTH.replace('month', 'month2')} {_DAY.replace('day', 'day2')}(?:,? )"
    rf"|{_MONTH.replace('month', 'month3')}(?:, | |-))"
    rf"(?P<year>[0-9]{{1,6}})(?: ?{ERA})?" + _CLOCK
)
_HAS_MONTH = re.compile(r"(?i)(?:^|[^a-z])(?:jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec)")


def day_order(text: str) -> bool | None:
    """Whether the day of a numeric date must stand first (True) or second (False); None when either may."""
    match = _NUMERIC.fullmatch(text)
    if match is None:
        return None
    first, second = int(match["first"]), int(match["second_part"])
    if first > 12 >= second:
        return True
    return False if second > 12 >= first else None


def parse_written_date(text: str, day_first: bool | None = None) -> DateReading | None:
    """Read a date as people write it.

    Args:
        text: the text, without surrounding space.
        day_first: the order of day and month in numeric dates; None when nothing decides.

    Returns:
        The span, or a reason; None when the text is no such date.
    """
    if text[0].isdigit():
        match = _NUMERIC.fullmatch(text)
        if match is not None:
            return _numeric(match, day_first)
        match = _YEAR_FIRST.fullmatch(text)
        if match is not None:
            return _written(match, int(match["year"]), int(match["month"]), int(match["day"]))
        match = _MONTH_YEAR.fullmatch(text)
        if match is not None:
            return _written(
                None, int(match["year"] or match["years"]), int(match["month"] or match["months"])
            )
    return _worded(text) if _HAS_MONTH.search(text) else None


def _numeric(match: re.Match[str], day_first: bool | None) -> DateReading | None:
    if len(match["year"]) != 4:
        return DateReading(None, Note.TWO_DIGIT_YEAR) if len(match["year"]) == 2 else None
    first, second = int(match["first"]), int(match["second_part"])
    order = day_order(match.string)
    if order is None and first != second:
        order = day_first
        if order is None:
            return DateReading(
                None, Note.AMBIGUOUS_DATE if max(first, second) <= 12 else Note.OUTSIDE_CALENDAR
            )
    day, month = (first, second) if order else (second, first)
    return _written(match, int(match["year"]), month, day)


def _worded(text: str) -> DateReading | None:
    match = _WORDED.fullmatch(text)
    if match is None:
        return None
    month = _MONTHS.get((match["month"] or match["month2"] or match["month3"]).lower())
    if month is None:
        return None
    digits, era = match["year"], match["era"]
    if len(digits) < 3 and era is None:
        return DateReading(None, Note.TWO_DIGIT_YEAR) if len(digits) == 2 else None
    day = int(match["day"] or match["day2"] or 0)
    return _written(match, astronomical(int(digits), bce=is_bce(era)), month, day)


def _written(match: re.Match[str] | None, year: int, month: int, day: int = 0) -> DateReading:
    if month == 0 or not is_date(year, month, day):
        return DateReading(None, Note.OUTSIDE_CALENDAR)
    span = date_span(year, month, day)
    if match is None or match["hour"] is None:
        return DateReading(span)
    timed = _at_clock(int(span.low), match)
    return DateReading(timed, None if timed is not None else Note.OUTSIDE_CALENDAR)


def _at_clock(days: int, match: re.Match[str]) -> DateSpan | None:
    hour = int(match["hour"])
    if match["half"] is not None:
        if not 1 <= hour <= 12:
            return None
        hour = hour % 12 + (12 if match["half"][0] in "pP" else 0)
    second = None if match["second"] is None else float(match["second"])
    return time_span(days, hour, int(match["minute"]), second)
