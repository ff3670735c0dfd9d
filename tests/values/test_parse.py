import pytest

from numkbqa.values import Kind, Precision, Value, parse_value
from numkbqa.values.datatype import XSD


@pytest.mark.parametrize("prefix", [XSD, "xsd:", "xs:"])
@pytest.mark.parametrize(
    ("name", "lexical", "kind"),
    [
        ("integer", "-12", Kind.NUMBER), ("unsignedByte", "255", Kind.NUMBER),
        ("decimal", "1.5", Kind.NUMBER),
        ("double", "1.5E3", Kind.NUMBER), ("float", "2", Kind.NUMBER), ("gYear", "1999", Kind.DATE),
        ("gYearMonth", "1999-06", Kind.DATE), ("date", "1999-06-01", Kind.DATE),
        ("dateTime", "1999-06-01T10:00:00Z", Kind.DATE), ("string", "12", Kind.NUMBER),
    ],
)  # fmt: skip
def test_datatypes_decide_the_kind(prefix: str, name: str, lexical: str, kind: Kind) -> None:
    value = parse_value(lexical, prefix + name)
    assert value is not None
    assert value.kind == kind
    assert value.lexical == lexical
    assert (value.precision is None) == (kind != Kind.DATE)


@pytest.mark.parametrize(
    ("lexical", "datatype"),
    [
        ("INF", "xsd:double"), ("NaN", "xsd:float"), ("n/a", "xsd:integer"), ("true", "xsd:boolean"),
        ("1", "xsd:boolean"),
        ("--06-01", "xsd:gMonthDay"), ("P", "xsd:duration"), ("12", "http://example.org/id"),
        ("twelve", None), ("", None), ("01234", None), ("1,234", None), ("nan", None),
        ("1999-13", "xsd:gYearMonth"),
    ],
)  # fmt: skip
def test_literals_that_are_no_values(lexical: str, datatype: str | None) -> None:
    assert parse_value(lexical, datatype) is None


def test_plain_text_is_read_when_it_looks_like_a_number_or_iso_date() -> None:
    million, year, day = (parse_value(text) for text in (" 1000000 ", "1999", "1999-06-01"))
    assert million == Value(Kind.NUMBER, 1_000_000, 1_000_000, " 1000000 ")
    assert year == Value(Kind.NUMBER, 1999, 1999, "1999")
    assert day is not None
    assert day.precision == Precision.DAY


def test_a_declared_unit_makes_a_quantity() -> None:
    value = parse_value("1.81", "xsd:decimal", "m")
    assert value == Value(Kind.QUANTITY, 1.81, 1.81, "1.81", unit="meter")
    assert parse_value("1.81", None, "parrots") is None
    assert parse_value("tall", None, "m") is None
