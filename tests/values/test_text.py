import pytest

from numkbqa.values import key_text, number_text, parse_value


@pytest.mark.parametrize(
    ("lexical", "datatype", "unit", "text"),
    [
        ("1999", "xsd:gYear", None, "1999"),
        ("1999-06", "xsd:gYearMonth", None, "1999-06"),
        ("1999-06-01", "xsd:date", None, "1999-06-01"),
        ("1999-06-01T10:00:00+02:00", "xsd:dateTime", None, "1999-06-01T08:00:00Z"),
        ("-44", "xsd:gYear", None, "-0044"),
        ("+069121.0", "xsd:decimal", None, "69121"),
        ("1.5e3", "xsd:double", None, "1500"),
        ("5.50", None, "km", "5.5"),
    ],
)
def test_text_is_normalised(lexical: str, datatype: str | None, unit: str | None, text: str) -> None:
    value = parse_value(lexical, datatype, unit)
    assert value is not None
    assert number_text(value) == key_text(value.low, value.precision) == text
