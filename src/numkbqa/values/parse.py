"""Literal to value: the one place that decides whether a text is a number, a date or a quantity."""

import re
from collections.abc import Callable
from typing import Final

from numkbqa.values.amount import MINUSES, Amount, parse_amount
from numkbqa.values.convention import PLAIN, Convention
from numkbqa.values.datatype import INTEGER_TYPES, Reads, how_to_read
from numkbqa.values.date import looks_like_date, parse_date, parse_plain_date
from numkbqa.values.duration import SECOND, parse_clock, parse_duration
from numkbqa.values.edtf import parse_edtf
from numkbqa.values.literal import Literal
from numkbqa.values.marks import UNDECIDED, Mark, MarkUse, understood
from numkbqa.values.number import Number, is_padded, negated, read_number
from numkbqa.values.quantity import DIMENSIONLESS, unit_name
from numkbqa.values.reading import Note, Reading
from numkbqa.values.span import DateReading, DateSpan, date_span, is_date
from numkbqa.values.value import Kind, Value
from numkbqa.values.wikidata_time import read_wikidata_time
from numkbqa.values.worded_date import parse_worded_date

_MAX_LENGTH: Final = 64
"""No number in words and no date is longer; descriptions are."""
_HAS_NUMBER = re.compile("[0-9½⅓⅔¼¾⅛⅜⅝⅞]|century|millennium")
_SIGNED = re.compile(rf"(?P<sign>[{MINUSES}+]?)(?P<digits>.*)")
_LONE_DOT = re.compile(r"[+-]?[1-9][0-9]{0,2}\.[0-9]{3}")
_BARE_YEAR = re.compile(r"[+-]?[0-9]{1,4}")
_INFINITE = re.compile(r"[+-]?(?:inf|infinity|∞)|[+-]?[0-9.]+e\+?[0-9]+", re.IGNORECASE)
_NAN = re.compile(r"[+-]?nan", re.IGNORECASE)

_FOR_NOTHING: Final = frozenset(
    {
        "-",
        "--",
        "?",
        "n/a",
        "na",
        "n.a.",
        "none",
        "null",
        "unknown",
        "not known",
        "tbd",
        "\u2013",
        "\u2014",
    }
)
"""What people write where there is no value, in lower case."""

NO_VALUE: Final = Reading(None, Note.NO_VALUE)
UNKNOWN: Final = Reading(None, Note.UNKNOWN_VALUE)


def read_literal(literal: Literal, convention: Convention = PLAIN) -> Reading:
    """Read a literal as a value.

    Args:
        literal: the literal.
        convention: how its relation writes numbers and dates.

    Returns:
        The value, or the reason why there is none.
    """
    lexical, datatype, unit = literal
    reads, name = how_to_read(datatype)
    text = lexical.strip()
    if unit and reads in _TAKES_UNIT:
        return _read_quantity(lexical, text, unit, convention)
    return _READERS[reads](lexical, text, name, convention)


def parse_value(lexical: str, datatype: str | None = None, unit: str | None = None) -> Value | None:
    """Read a literal by itself as a value.

    Args:
        lexical: the text as it stands in the source.
        datatype: full IRI of its datatype or a name like `xsd:gYear`; None when the source declares none.
        unit: declared unit; None when the source declares none.

    Returns:
        The value, or None when the literal is no value: INF, NaN, text, a literal of a type that measures
        nothing, or a quantity in an unknown unit.
    """
    return read_literal(Literal(lexical, datatype, unit)).value


def _read_text(lexical: str, text: str, _: str, convention: Convention) -> Reading:
    """An untyped literal is a value only when it is written like one."""
    if convention.bare_years and _BARE_YEAR.fullmatch(text):
        return _bare_year(lexical, int(text))
    number = None if is_padded(text) else read_number(text)
    if number is not None and not _may_group(text, convention.marks):
        return _number(lexical, number)
    span = parse_plain_date(text)
    return _in_words(lexical, text, convention) if span is None else _iso_date(lexical, text, span)


def _may_group(text: str, use: MarkUse) -> bool:
    """Whether the dot of a plain number does not stand for a decimal point in its column."""
    return (use.mixed or use.dot is Mark.THOUSANDS) and _LONE_DOT.fullmatch(text) is not None


def _read_number(lexical: str, text: str, name: str, convention: Convention) -> Reading:
    if convention.bare_years and name in INTEGER_TYPES and _BARE_YEAR.fullmatch(text):
        return _bare_year(lexical, int(text))
    number = read_number(text)
    if number is not None:
        return _number(lexical, number)
    marked = _SIGNED.fullmatch(text)
    plain = None if marked is None else understood(marked["digits"], convention.marks)
    if plain is not None and (
        plain.text is None or (plain.note is not None and convention.marks == UNDECIDED)
    ):
        return Reading(None, Note.AMBIGUOUS_SEPARATORS)
    number = None if plain is None or plain.text is None else read_number(plain.text)
    if marked is None or plain is None or number is None:
        return _no_number(text)
    return _number(
        lexical, negated(number) if marked["sign"] and marked["sign"] in MINUSES else number, plain.note
    )


def _read_date(lexical: str, text: str, name: str, convention: Convention) -> Reading:
    if len(text) == 4 and text.isdecimal() and text.isascii():
        return _date(lexical, date_span(int(text)))
    span = parse_date(text, name)
    if span is not None:
        return _iso_date(lexical, text, span)
    worded = (
        parse_worded_date(text, convention.day_first, surely=True) if 0 < len(text) <= _MAX_LENGTH else None
    )
    if worded is not None:
        return _dated(lexical, worded)
    return Reading(None, Note.OUTSIDE_CALENDAR) if looks_like_date(text) else _no_number(text)


def _read_duration(lexical: str, text: str, _: str, convention: Convention) -> Reading:
    ends = parse_duration(text)
    if ends is None:
        return NO_VALUE
    return Reading(Value(Kind.QUANTITY, ends[0], ends[1], lexical, unit=SECOND))


def _read_edtf(lexical: str, text: str, _: str, convention: Convention) -> Reading:
    read = parse_edtf(text) if text else None
    return _read_date(lexical, text, "date", convention) if read is None else _dated(lexical, read)


def _read_wikidata_time(lexical: str, *_: object) -> Reading:
    return read_wikidata_time(lexical)


def _read_quantity(lexical: str, text: str, unit: str, convention: Convention) -> Reading:
    """A number with a stated unit; a unit in the text itself comes before it."""
    name = unit_name(unit) if unit else None
    if unit and name is None:
        return Reading(None, Note.UNKNOWN_UNIT)
    number = read_number(text)
    if number is not None:
        return _quantity(lexical, number, name)
    amount = parse_amount(text, convention.marks) if 0 < len(text) <= _MAX_LENGTH else None
    if amount is None:
        return _no_number(text)
    return _amount(lexical, amount if amount.unit is not None else amount._replace(unit=name))


def _read_recurring(*_: object) -> Reading:
    return Reading(None, Note.RECURRING)


def _read_unknown(*_: object) -> Reading:
    return UNKNOWN


def _read_nothing(*_: object) -> Reading:
    return NO_VALUE


def _in_words(lexical: str, text: str, convention: Convention) -> Reading:
    """An untyped text that is no plain number and no ISO date."""
    if len(text) > _MAX_LENGTH or not _HAS_NUMBER.search(text):
        return _no_number(text)
    if convention.clock and (seconds := parse_clock(text)) is not None:
        return _quantity(lexical, Number(seconds), SECOND)
    date = parse_worded_date(text, convention.day_first, surely=convention.bare_years)
    if date is not None:
        return _dated(lexical, date)
    amount = parse_amount(text, convention.marks)
    return _no_number(text) if amount is None else _amount(lexical, amount)


def _no_number(text: str) -> Reading:
    if _INFINITE.fullmatch(text):
        return Reading(None, Note.INFINITE)
    if _NAN.fullmatch(text):
        return Reading(None, Note.NAN)
    return UNKNOWN if text.casefold() in _FOR_NOTHING else NO_VALUE


def _number(lexical: str, number: Number, note: Note | None = None) -> Reading:
    key, exact = number
    return Reading(Value(Kind.NUMBER, key, key, lexical), note, exact)


def _quantity(lexical: str, number: Number, unit: str | None, note: Note | None = None) -> Reading:
    if unit is None or unit == DIMENSIONLESS:
        return _number(lexical, number, note)
    return Reading(Value(Kind.QUANTITY, number.key, number.key, lexical, unit=unit), note, number.exact)


def _amount(lexical: str, amount: Amount) -> Reading:
    if amount.number is None:
        return Reading(None, amount.note)
    return _quantity(lexical, amount.number, amount.unit, amount.note)


def _date(lexical: str, span: DateSpan, note: Note | None = None) -> Reading:
    return Reading(Value(Kind.DATE, span.low, span.high, lexical, span.precision), note)


def _dated(lexical: str, read: DateReading) -> Reading:
    return Reading(None, read.note) if read.span is None else _date(lexical, read.span, read.note)


def _iso_date(lexical: str, text: str, span: DateSpan) -> Reading:
    year = text.lstrip("+-").partition("-")[0]
    if "-00" in text[1:]:
        return _date(lexical, span, Note.ZERO_PARTS)
    return _date(lexical, span, Note.UNPADDED_YEAR if len(year.rstrip("Z")) < 4 else None)


def _bare_year(lexical: str, year: int) -> Reading:
    return _date(lexical, date_span(year), Note.BARE_YEAR) if is_date(year) else NO_VALUE


_TAKES_UNIT = frozenset({Reads.TEXT, Reads.NUMBER, Reads.QUANTITY, Reads.NOTHING})
_READERS: Final[dict[Reads, Callable[[str, str, str, Convention], Reading]]] = {
    Reads.TEXT: _read_text,
    Reads.NUMBER: _read_number,
    Reads.DATE: _read_date,
    Reads.DURATION: _read_duration,
    Reads.RECURRING: _read_recurring,
    Reads.QUANTITY: _read_quantity,
    Reads.WIKIDATA_TIME: _read_wikidata_time,
    Reads.UNKNOWN: _read_unknown,
    Reads.EDTF: _read_edtf,
    Reads.NOTHING: _read_nothing,
}
