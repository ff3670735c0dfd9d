"""Dates in the Extended Date/Time Format (ISO 8601-2): levels 0 and 1, and what is common of level 2.

- Uncertain and approximate dates ("1850?", "1850~", "1850%") are the date itself, and noted.
- Unspecified digits ("185X", "18XX", "1999-XX") span all that they may be; so do significant digits
  ("1950S2").
- Intervals ("1984/2004") and sets ("[1667,1668]", "[1667..1670]") span from their first to their last date.
  An interval with an open or unknown end ("1984/..", "/2004") bounds nothing and is no value.
- Seasons of no hemisphere (21 to 24) are some part of their year, so they span the year; quarters and the
  like (33 to 41), and the northern and southern seasons that lie within a year, span their months.
- Years beyond four digits: "Y170000002", "Y-17E7".
"""

import re

from numkbqa.values.date import parse_date
from numkbqa.values.reading import Note
from numkbqa.values.span import DateReading, DateSpan, date_span, is_date, years_span
from numkbqa.values.value import Precision

_QUALIFIERS = re.compile("[?~%]")
_MASKED = re.compile(
    r"(?P<year>-?[0-9X]{4})(?:-(?P<month>0[1-9]|1[0-2]|[01]X|X[0-9]|XX)"
    r"(?:-(?P<day>0[1-9]|[12][0-9]|3[01]|[0-3]X|X[0-9]|XX))?)?"
)
_SEASON = re.compile(r"(?P<year>-?[0-9]{4})-(?P<season>2[1-9]|3[0-9]|4[01])")
_LONG_YEAR = re.compile(r"Y(?P<year>-?[0-9]{1,12})(?:E(?P<power>[0-9]{1,2}))?(?:S(?P<digits>[0-9]{1,2}))?")
_SIGNIFICANT = re.compile(r"(?P<year>-?[0-9]{4})S(?P<digits>[0-9]{1,2})")
_OPEN = re.compile(r"(?:\.\.)?/.*|.*/(?:\.\.)?")
_PLAIN = re.compile(
    r"(?=.*X)-?(?:1[0-9]|20)[0-9X]{2}(?:-[0-9X]{2}){0,2}[?~]?|-?[0-9]{4}(?:-[0-9]{2}){0,2}[?~]"
    r"|[0-9]{4}(?:-[0-9]{2}){0,2}[?~]?/[0-9]{4}(?:-[0-9]{2}){0,2}[?~]?|Y-?[0-9]{5,12}"
)
_WITHIN_A_YEAR = {
    25: (3, 5), 26: (6, 8), 27: (9, 11), 29: (9, 11), 31: (3, 5), 32: (6, 8),
    33: (1, 3), 34: (4, 6), 35: (7, 9), 36: (10, 12), 37: (1, 4), 38: (5, 8), 39: (9, 12), 40: (1, 6),
    41: (7, 12),
}  # fmt: skip
_BY_MASKED = {0: Precision.YEAR, 1: Precision.DECADE, 2: Precision.CENTURY, 3: Precision.MILLENNIUM}


def parse_edtf(text: str) -> DateReading | None:
    """Read an EDTF text.

    Args:
        text: the text, without surrounding space.

    Returns:
        The span, or a reason; None when the text is no EDTF.
    """
    if _OPEN.fullmatch(text):
        return DateReading(None, Note.OPEN_INTERVAL)
    if text[0] in "[{" and text[-1] in "]}":
        return _joined(re.split(r",|\.\.", text[1:-1]), Note.UNCERTAIN)
    if "/" in text:
        return _joined(text.split("/"), None)
    bare = _QUALIFIERS.sub("", text)
    if bare.startswith("XXXX"):
        return DateReading(None, Note.UNKNOWN_VALUE)
    span = _single(bare)
    return None if span is None else DateReading(span, None if bare == text else Note.UNCERTAIN)


def parse_plain_edtf(text: str) -> DateReading | None:
    """Read an untyped text that nobody would write for anything but an EDTF date; "1850%" is a percentage."""
    return parse_edtf(text) if _PLAIN.fullmatch(text) else None


def _joined(parts: list[str], note: Note | None) -> DateReading | None:
    """The span from the first to the last of several dates."""
    if not all(parts):
        return DateReading(None, Note.OPEN_INTERVAL)
    dates = [parse_edtf(part.strip()) for part in parts if part.strip()]
    spans = [date.span for date in dates if date is not None and date.span is not None]
    if len(spans) < len(parts):
        return None
    uncertain = any(date is not None and date.note is not None for date in dates)
    low, high = min(span.low for span in spans), max(span.high for span in spans)
    if note is None and spans[0].low > spans[-1].low:
        return DateReading(None, Note.OUTSIDE_CALENDAR)
    return DateReading(
        DateSpan(low, high, max(span.precision for span in spans)), Note.UNCERTAIN if uncertain else note
    )


def _single(text: str) -> DateSpan | None:
    for pattern, read in (
        (_MASKED, _masked),
        (_SEASON, _season),
        (_LONG_YEAR, _long_year),
        (_SIGNIFICANT, _long_year),
    ):
        match = pattern.fullmatch(text)
        if match is not None and (span := read(match)) is not None:
            return span
    return parse_date(text) if re.match("-?[0-9]{4}", text) else None


def _masked(match: re.Match[str]) -> DateSpan | None:
    """A date with unspecified digits spans from the first to the last that fits."""
    year, month, day = match["year"], match["month"] or "XX", match["day"] or "XX"
    if "X" not in (match["year"] + (match["month"] or "") + (match["day"] or "")):
        return None
    filled = [(int(year.replace("X", x)), month, day) for x in "09"]
    first, last = (_known(*parts) for parts in sorted(filled))
    if first is None or last is None:
        return None
    precision = first.precision if "X" not in year or month != "XX" else _BY_MASKED[year.count("X")]
    return DateSpan(min(first.low, last.low), max(first.high, last.high), precision)


def _known(year: int, month: str, day: str) -> DateSpan | None:
    """Span of a date of which only a month without unspecified digits, and such a day in it, are known."""
    whole_month = 0 if "X" in month else int(month)
    whole_day = 0 if "X" in day or not whole_month else int(day)
    return date_span(year, whole_month, whole_day) if is_date(year, whole_month, whole_day) else None


def _season(match: re.Match[str]) -> DateSpan:
    year, months = int(match["year"]), _WITHIN_A_YEAR.get(int(match["season"]))
    if months is None:
        return date_span(year)
    first, last = (date_span(year, month) for month in months)
    return DateSpan(first.low, last.high, Precision.MONTH)


def _long_year(match: re.Match[str]) -> DateSpan | None:
    year = int(match["year"]) * 10 ** int(match.groupdict().get("power") or 0)
    if not is_date(year):
        return None
    if match["digits"] is None:
        return date_span(year)
    unit = 10 ** max(len(str(abs(year))) - int(match["digits"]), 0)
    first = abs(year) // unit * unit
    ends = sorted((first, first + unit - 1)) if year >= 0 else [-(first + unit - 1), -first]
    precision = Precision(max(Precision.YEAR - len(str(unit)) + 1, 0))
    return years_span(ends[0], ends[1], precision)
