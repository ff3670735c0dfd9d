"""Literals with a datatype or a stated unit."""

import pytest

from numkbqa.values import Kind, Literal, Note, Value, number_text, read_literal

TYPED = [
    ("1.234", "xsd:decimal", "1.234", None), ("\u22125", "xsd:integer", "-5", None),
    ("007", "xsd:integer", "7", None),
    ("-0044", "xsd:gYear", "-0044", None), ("0000", "xsd:gYear", "0000", None),
    ("12345", "xsd:gYear", "12345", None), ("-400", "xsd:gYear", "-0400", Note.UNPADDED_YEAR),
    ("1999-00-00", "xsd:date", "1999", Note.ZERO_PARTS),
    ("1999-06-00", "xsd:date", "1999-06", Note.ZERO_PARTS),
    ("2019-04-15Z", "xsd:date", "2019-04-15", None), ("1914-1918", "xsd:gYear", "1914/1918", None),
    ("15/4/2019", "xsd:date", "2019-04-15", None), ("c. 1850", "xsd:gYear", "1850", Note.UNCERTAIN),
    ("18XX", "xsd:gYear", "1800s", None),
    ("45", "percent", "45", None), ("45 %", "percent", "45", None),
    ("12", "http://dbpedia.org/datatype/kilometre", "12", None),
    ("1.2 km", "https://w3id.org/cdt/ucum", "1.2", None),
    ("1850~", "edtf", "1850", Note.UNCERTAIN),
    ("1985-04-12", "http://id.loc.gov/datatypes/edtf", "1985-04-12", None),
]  # fmt: skip

NOTHING = [
    ("1,234", "xsd:decimal", Note.AMBIGUOUS_SEPARATORS),
    ("1,234,567", "xsd:integer", Note.AMBIGUOUS_SEPARATORS),
    ("INF", "xsd:double", Note.INFINITE), ("-INF", "xsd:float", Note.INFINITE),
    ("NaN", "xsd:double", Note.NAN),
    ("n/a", "xsd:integer", Note.UNKNOWN_VALUE), ("12 km", "xsd:decimal", Note.NO_VALUE),
    ("1999-13", "xsd:gYearMonth", Note.OUTSIDE_CALENDAR), ("2001-02-29", "xsd:date", Note.OUTSIDE_CALENDAR),
    ("9" * 13, "xsd:gYear", Note.OUTSIDE_CALENDAR), ("1999-25", "xsd:gYearMonth", Note.OUTSIDE_CALENDAR),
    ("2/5/2019", "xsd:date", Note.AMBIGUOUS_DATE), ("someday", "xsd:date", Note.NO_VALUE),
    ("--06-01", "xsd:gMonthDay", Note.RECURRING), ("10:00:00", "xsd:time", Note.RECURRING),
    ("P", "xsd:duration", Note.NO_VALUE), ("true", "xsd:boolean", Note.NO_VALUE),
    ("12", "http://example.org/id", Note.NO_VALUE),
    ("12", "http://dbpedia.org/datatype/gYear", Note.NO_VALUE),
    ("", "wikidata:unknown", Note.UNKNOWN_VALUE), ("1984/..", "edtf", Note.OPEN_INTERVAL),
    ("", "xsd:date", Note.NO_VALUE), ("", "xsd:decimal", Note.NO_VALUE), ("", "edtf", Note.NO_VALUE),
    ("", "percent", Note.NO_VALUE), ("", "wikidata:time", Note.NO_VALUE),
]  # fmt: skip


def read(*literal: str | None) -> Value:
    lexical, datatype, unit = literal
    value = read_literal(Literal(lexical or "", datatype, unit)).value
    assert value is not None
    return value


@pytest.mark.parametrize(("lexical", "datatype", "shown", "note"), TYPED)
def test_typed_literals(lexical: str, datatype: str, shown: str, note: Note | None) -> None:
    reading = read_literal(Literal(lexical, datatype))
    assert reading.value is not None
    assert (number_text(reading.value), reading.note) == (shown, note)


@pytest.mark.parametrize(("lexical", "datatype", "note"), NOTHING)
def test_what_is_no_value_has_a_reason(lexical: str, datatype: str, note: Note) -> None:
    assert read_literal(Literal(lexical, datatype)) == (None, note, None)


@pytest.mark.parametrize("unit", ["cm", "centimetre", "http://www.wikidata.org/entity/Q174728", "CMT"])
def test_a_stated_unit_makes_a_quantity(unit: str) -> None:
    assert read("180", None, unit) == Value(Kind.QUANTITY, 180.0, 180.0, "180", unit="centimeter")
    assert read("180.0", "xsd:decimal", unit).unit == "centimeter"
    assert read("1,234,567", None, unit).low == 1234567


def test_a_unit_in_the_text_comes_before_a_stated_one() -> None:
    assert read("180 cm", None, "m").unit == "centimeter"


def test_dimensionless_quantities_are_plain_numbers() -> None:
    for unit in ("http://www.wikidata.org/entity/Q199", "1", "http://qudt.org/vocab/unit/UNITLESS"):
        assert read("5", "xsd:decimal", unit) == Value(Kind.NUMBER, 5.0, 5.0, "5")


def test_an_unknown_unit_is_told_and_a_unit_of_a_date_ignored() -> None:
    assert read_literal(Literal("5", "xsd:decimal", "parrots")) == (None, Note.UNKNOWN_UNIT, None)
    assert read_literal(Literal("tall", None, "m")) == (None, Note.NO_VALUE, None)
    assert read_literal(Literal("INF", "xsd:double", "m")) == (None, Note.INFINITE, None)
    assert read("1999", "xsd:gYear", "km").kind == Kind.DATE
