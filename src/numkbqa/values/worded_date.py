"""Dates in all the ways that people write them, where a number or an ISO date is already ruled out."""

import re

from numkbqa.values.edtf import parse_plain_edtf
from numkbqa.values.period import parse_period, without_circa
from numkbqa.values.reading import Note
from numkbqa.values.span import DateReading, date_span, years_span
from numkbqa.values.value import Precision
from numkbqa.values.written_date import parse_written_date

_YEARS = re.compile(r"(?P<first>[0-9]{4}) ?[-–—/] ?(?P<last>[0-9]{4})")
_YEAR = re.compile(r"[0-9]{3,4}")


def parse_worded_date(
    text: str, day_first: bool | None = None, *, surely: bool = False
) -> DateReading | None:
    """Read a date in words, numerals in any order, or EDTF.

    Args:
        text: the text, without surrounding space.
        day_first: the order of day and month in numeric dates; None when nothing decides.
        surely: whether the text is known to be a date, so that "1914-1918" are years.

    Returns:
        The span, or a reason; None when the text is no date.
    """
    read = parse_written_date(text, day_first) or parse_period(text) or parse_plain_edtf(text)
    if read is not None:
        return read
    rest = without_circa(text)
    if rest is not None:
        return _uncertain(rest, day_first)
    return _years(text) if surely else None


def _uncertain(text: str, day_first: bool | None) -> DateReading | None:
    """What stands behind "circa", where a bare year is one."""
    if _YEAR.fullmatch(text):
        return DateReading(date_span(int(text)), Note.UNCERTAIN)
    read = parse_worded_date(text, day_first, surely=True)
    return read if read is None or read.span is None else DateReading(read.span, Note.UNCERTAIN)


def _years(text: str) -> DateReading | None:
    match = _YEARS.fullmatch(text)
    if match is None:
        return None
    first, last = int(match["first"]), int(match["last"])
    return DateReading(years_span(first, last, Precision.YEAR)) if first <= last else None
