"""Dates in words: years with an era, decades, centuries, millennia, and rounded years of the distant past.

"44 BC", "AD 79", "the 1990s", "1800s", "19th century", "2nd millennium BCE", "13798 ± 0.5 million years BCE".
"Early", "mid" and "late" narrow a period down by nobody knows how much: the whole period is read, and noted.
"""

import re
from fractions import Fraction

from numkbqa.values.reading import Note
from numkbqa.values.span import (
    DateReading,
    astronomical,
    century_span,
    date_span,
    decade_span,
    hundreds_span,
    is_date,
    millennium_span,
    rounded_span,
    years_of,
)
from numkbqa.values.value import Precision

ERA = r"(?P<era>A\.?D\.?|B\.?C\.?(?:E\.?)?|C\.?E\.?|ad|bc|bce|ce)"
_PART = r"(?P<part>early|mid|middle|late|beginning of|end of|first half of|second half of)"
_LEAD = rf"(?:the )?(?:{_PART}[ -](?:the )?)?"
_YEAR = re.compile(rf"(?P<year>[0-9]{{1,12}}|[0-9]{{1,3}}(?:,[0-9]{{3}}){{1,3}}) ?{ERA}")
_ERA_FIRST = re.compile(r"(?P<era>A\.?D\.?|ad) ?(?P<year>[0-9]{1,4})")
_DECADE = re.compile(rf"{_LEAD}(?P<year>[0-9]{{1,4}})'?s(?: ?{ERA})?", re.IGNORECASE)
_NTH = re.compile(
    rf"{_LEAD}(?:(?P<number>[0-9]{{1,3}})(?:st|nd|rd|th|\.)?|(?P<word>[a-z]+(?:-first)?))"
    rf"[ -](?P<period>century|cent\.|c\.|millennium)(?: ?{ERA})?",
    re.IGNORECASE,
)
_ROUNDED = re.compile(
    r"(?P<year>[0-9.]+) ± (?P<half>[0-9.]+)(?: (?P<scale>million|billion))? years (?P<era>BCE|CE)"
)
_CIRCA = re.compile(
    r"(?:[Cc]irca |[Cc]a?\. ?|[Cc]a? |c(?=[0-9]{4}\b)|[Aa]pprox(?:\.|imately) )(?P<rest>.*[0-9].*)"
)
_WORDS = [
    "first",
    "second",
    "third",
    "fourth",
    "fifth",
    "sixth",
    "seventh",
    "eighth",
    "ninth",
    "tenth",
    "eleventh",
    "twelfth",
    "thirteenth",
    "fourteenth",
    "fifteenth",
    "sixteenth",
    "seventeenth",
    "eighteenth",
    "nineteenth",
    "twentieth",
    "twenty-first",
]
_ORDINALS = {word: number for number, word in enumerate(_WORDS, 1)}
_SCALES = {"": 1, "million": 10**6, "billion": 10**9}
_HALVES = {years_of(precision) // 2: precision for precision in Precision if precision < Precision.MILLENNIUM}


def is_bce(era: str | None) -> bool:
    """Whether an era as people write it is the former one."""
    return era is not None and era[0] in "bB"


def without_circa(text: str) -> str | None:
    """What stands behind "c.", "ca" or "circa"; None when the text does not begin so."""
    match = _CIRCA.fullmatch(text)
    return None if match is None else match["rest"].strip()


def parse_period(text: str) -> DateReading | None:
    """Read a date in words.

    Args:
        text: the text, without surrounding space.

    Returns:
        The span, or None when the text is none; a decade of two digits ("the 90s") has no century.
    """
    match = _YEAR.fullmatch(text) or _ERA_FIRST.fullmatch(text)
    if match is not None:
        return _year(match)
    match = _DECADE.fullmatch(text)
    if match is not None:
        return _decade(match)
    match = _NTH.fullmatch(text)
    if match is not None:
        return _nth(match)
    match = _ROUNDED.fullmatch(text)
    return None if match is None else _rounded(match)


def _year(match: re.Match[str]) -> DateReading | None:
    year = int(match["year"].replace(",", ""))
    if year == 0:
        return None
    year = astronomical(year, bce=is_bce(match["era"]))
    return DateReading(date_span(year)) if is_date(year) else None


def _decade(match: re.Match[str]) -> DateReading | None:
    year, bce, dated = int(match["year"]), is_bce(match["era"]), match["era"] is not None
    if year % 10 or (year < 100 and not dated):
        return None
    span = hundreds_span(year, bce=bce) if year % 100 == 0 and year else decade_span(year, bce=bce)
    return DateReading(span, _narrowed(match))


def _nth(match: re.Match[str]) -> DateReading | None:
    nth = int(match["number"] or _ORDINALS.get((match["word"] or "").lower(), 0))
    if nth == 0:
        return None
    span = millennium_span if match["period"].lower() == "millennium" else century_span
    return DateReading(span(nth, bce=is_bce(match["era"])), _narrowed(match))


def _rounded(match: re.Match[str]) -> DateReading | None:
    try:
        year, half = (Fraction(match[part]) * _SCALES[match["scale"] or ""] for part in ("year", "half"))
    except ValueError:
        return None
    precision = _HALVES.get(int(half))
    if precision is None or not is_date(int(year)):
        return None
    return DateReading(rounded_span(int(-year if is_bce(match["era"]) else year), precision))


def _narrowed(match: re.Match[str]) -> Note | None:
    return None if match["part"] is None else Note.UNCERTAIN
