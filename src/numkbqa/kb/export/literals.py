"""Values as typed literals that read back as the same values."""

import math
import re
from collections.abc import Iterator
from functools import lru_cache
from typing import Final

from numkbqa.kb.protocol import Floats
from numkbqa.values import Convention, Kind, Literal, Precision, Survey, Value, number_text, read_literal
from numkbqa.values.datatype import XSD
from numkbqa.values.number import format_number
from numkbqa.values.unify import convert

EDTF: Final = "http://id.loc.gov/datatypes/edtf/EDTF"
INTEGER, DECIMAL, DOUBLE = (f"{XSD}{name}" for name in ("integer", "decimal", "double"))

_INTEGER = re.compile(r"[+-]?[0-9]+")
_DECIMAL = re.compile(r"[+-]?(?:[0-9]+\.[0-9]*|\.[0-9]+)")
_DOUBLE = re.compile(r"[+-]?(?:[0-9]+\.?[0-9]*|\.[0-9]+)[eE][+-]?[0-9]+")
_EDTF_DATE = re.compile(r"-?[0-9]{1,3}[0-9X]{1,3}(?:-[0-9X]{2}){0,2}(?:/-?[0-9]{4}(?:-[0-9]{2}){0,2})?")
_MARKS = re.compile(r"[,\s'_]")
_YEAR, _MONTH, _DAY = "-?[0-9]{4,}", "-(?:0[1-9]|1[0-2])", "-(?:0[1-9]|[12][0-9]|3[01])"
_CLOCK, _ZONE = r"T[0-9]{2}:[0-9]{2}:[0-9]{2}(?:\.[0-9]+)?", "(?:Z|[+-][0-9]{2}:[0-9]{2})?"
_DATES: Final = {
    Precision.YEAR: (f"{XSD}gYear", re.compile(_YEAR + _ZONE)),
    Precision.MONTH: (f"{XSD}gYearMonth", re.compile(_YEAR + _MONTH + _ZONE)),
    Precision.DAY: (f"{XSD}date", re.compile(_YEAR + _MONTH + _DAY + _ZONE)),
    Precision.SECOND: (f"{XSD}dateTime", re.compile(_YEAR + _MONTH + _DAY + _CLOCK + _ZONE)),
}
"""Datatypes of XSD for dates of each precision, and what their texts look like."""

_CLOSE: Final = 1e-12
"""Keys of neighbouring numbers of many digits are set apart by less."""
_LATEST_YEAR: Final = 10_000


def whole_type(words: str, keys: Floats) -> str:
    """Datatype for the whole numbers of a relation.

    Args:
        words: words of the relation.
        keys: lower keys of its values, which are no dates, shape (num_values,).

    Returns:
        `xsd:integer`; `xsd:decimal` where integers would be taken for years.
    """
    if not len(keys) or (keys != keys.round()).any() or (abs(keys) >= _LATEST_YEAR).any():
        return INTEGER
    survey = Survey()
    for key in sorted(set(keys.tolist())):
        survey.see(Literal(format_number(key), INTEGER))
    convention: Convention = survey.decide(words)
    return DECIMAL if convention.bare_years else INTEGER


@lru_cache(maxsize=1 << 16)
def typed_literal(value: Value, whole: str) -> tuple[str, str | None]:
    """Text and datatype of a value, in the unit of its relation.

    The text of the source is kept where it says the same under a standard datatype, so that numbers keep all
    of their digits; else it is the normalised text. Dates coarser than a year have no datatype in XSD: they
    are EDTF, or plain text where EDTF has no word for them ("19th century").

    Args:
        value: the value.
        whole: datatype of whole numbers.

    Returns:
        The text, and the IRI of its datatype; None for plain text.
    """
    candidates = list(_dates(value) if value.kind is Kind.DATE else _numbers(value, whole))
    return next((one for one in candidates if _says(one, value)), candidates[-1])


def _numbers(value: Value, whole: str) -> Iterator[tuple[str, str | None]]:
    text = value.lexical.strip()
    if text.startswith(("P", "-P")):  # a duration in months spans from its shortest to its longest
        yield text, f"{XSD}duration"
    for spelling in (text, _MARKS.sub("", text), number_text(value)):
        if _INTEGER.fullmatch(spelling):
            yield spelling, whole
        elif _DECIMAL.fullmatch(spelling):
            yield spelling, DECIMAL
        elif _DOUBLE.fullmatch(spelling):
            yield spelling, DOUBLE
    if value.low != value.high:
        yield number_text(value), None


def _dates(value: Value) -> Iterator[tuple[str, str | None]]:
    spellings = value.lexical.strip(), number_text(value)
    if value.precision in _DATES:
        datatype, shape = _DATES[value.precision]
        yield from ((spelling, datatype) for spelling in spellings if shape.fullmatch(spelling))
    yield from ((spelling, EDTF) for spelling in spellings if _EDTF_DATE.fullmatch(spelling))
    yield spellings[1], None


def _says(literal: tuple[str, str | None], value: Value) -> bool:
    """Whether a literal reads as a value."""
    read = read_literal(Literal(*literal)).value
    if read is not None and read.kind is Kind.QUANTITY and value.unit is not None:
        read = convert(read, value.unit)
    if read is None or read.precision != value.precision:
        return False
    close = _CLOSE if value.precision is None else 0.0
    ends = (read.low, value.low), (read.high, value.high)
    return all(math.isclose(mine, theirs, rel_tol=close) for mine, theirs in ends)
