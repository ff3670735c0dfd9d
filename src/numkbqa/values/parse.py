"""Literal to value: the one place that decides whether a text is a number, a date or a quantity."""

from numkbqa.values.datatype import DATE_TYPES, NUMBER_TYPES, is_untyped, xsd_name
from numkbqa.values.date import DateSpan, parse_date, parse_plain_date
from numkbqa.values.number import parse_number, parse_plain_number
from numkbqa.values.quantity import unit_name
from numkbqa.values.value import Kind, Value


def parse_value(lexical: str, datatype: str | None = None, unit: str | None = None) -> Value | None:
    """Read a literal as a value.

    Untyped texts are values only when they look like a plain number ("-4.5", "1e6") or an ISO date of at
    least a year and a month ("1999-06"). A declared unit makes a quantity.

    Args:
        lexical: the text as it stands in the source.
        datatype: full IRI of its datatype or a name like `xsd:gYear`; None when the source declares none.
        unit: declared unit in a spelling that Pint reads; None when the source declares none.

    Returns:
        The value, or None when the literal is no value: INF, NaN, text, a literal of a type that measures
        nothing, or a quantity in an unknown unit.
    """
    text = lexical.strip()
    if unit:
        return _quantity(lexical, text, unit)
    if is_untyped(datatype):
        number = parse_plain_number(text)
        return _date(lexical, parse_plain_date(text)) if number is None else _number(lexical, number)
    name = xsd_name(datatype or "")
    if name in NUMBER_TYPES:
        return _number(lexical, parse_number(text))
    return _date(lexical, parse_date(text, name)) if name in DATE_TYPES else None


def _number(lexical: str, number: float | None) -> Value | None:
    return None if number is None else Value(Kind.NUMBER, number, number, lexical)


def _date(lexical: str, span: DateSpan | None) -> Value | None:
    return None if span is None else Value(Kind.DATE, span.low, span.high, lexical, span.precision)


def _quantity(lexical: str, text: str, unit: str) -> Value | None:
    number, name = parse_number(text), unit_name(unit)
    if number is None or name is None:
        return None
    return Value(Kind.QUANTITY, number, number, lexical, unit=name)
