import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from numkbqa.kb.export.literals import DECIMAL, DOUBLE, EDTF, INTEGER, typed_literal, whole_type
from numkbqa.values import Kind, Literal, Precision, Value, parse_value, read_literal
from numkbqa.values.datatype import XSD


def literal_of(lexical: str, datatype: str | None = None, unit: str | None = None) -> tuple[str, str | None]:
    value = parse_value(lexical, datatype, unit)
    assert value is not None
    return typed_literal(value, INTEGER)


@pytest.mark.parametrize(
    ("lexical", "datatype", "text", "typed_as"),
    [
        ("42", None, "42", INTEGER),
        ("-0.50", None, "-0.50", DECIMAL),
        ("1.7e3", None, "1.7e3", DOUBLE),
        ("123456789012345678901234567890", f"{XSD}integer", "123456789012345678901234567890", INTEGER),
        ("1 234 567", None, "1234567", INTEGER),
        ("1.2 million", None, "1200000", INTEGER),
        ("1999", f"{XSD}gYear", "1999", f"{XSD}gYear"),
        ("-400", f"{XSD}gYear", "-0400", f"{XSD}gYear"),
        ("1999-06", None, "1999-06", f"{XSD}gYearMonth"),
        ("1999-00-00", f"{XSD}date", "1999", f"{XSD}gYear"),
        ("3 May 1952", None, "1952-05-03", f"{XSD}date"),
        ("1999-06-01T12:30:15.25Z", f"{XSD}dateTime", "1999-06-01T12:30:15.25Z", f"{XSD}dateTime"),
        ("185X", "edtf", "185X", EDTF),
        ("1984/2004", "edtf", "1984/2004", EDTF),
        ("19th century", None, "19th century", None),
    ],
)
def test_values_have_standard_datatypes(lexical: str, datatype: str, text: str, typed_as: str | None) -> None:
    assert literal_of(lexical, datatype) == (text, typed_as)


def test_a_quantity_is_a_number_in_its_own_unit() -> None:
    assert literal_of("5 ft 11 in")[1] in {DECIMAL, INTEGER, DOUBLE}
    converted = Value(Kind.QUANTITY, 1.8, 1.8, "180 cm", unit="meter")
    assert typed_literal(converted, INTEGER) == ("1.8", DECIMAL)


def test_a_duration_in_months_keeps_both_of_its_ends() -> None:
    assert literal_of("P1M", f"{XSD}duration") == ("P1M", f"{XSD}duration")


def test_keys_set_apart_keep_the_digits_of_the_source() -> None:
    digits = "9007199254740993"
    apart = Value(Kind.NUMBER, float(np.nextafter(9007199254740992.0, np.inf)), 9007199254740994.0, digits)
    assert typed_literal(apart, INTEGER) == (digits, INTEGER)


@pytest.mark.parametrize(
    ("words", "keys", "datatype"),
    [
        ("year of birth", [1950.0, 1960.0, 1970.0], DECIMAL),
        ("population", [1950.0, 196_000.0], INTEGER),
        ("year of birth", [1950.5, 1960.0], INTEGER),
        ("anything", [], INTEGER),
    ],
)
def test_numbers_that_would_be_taken_for_years_are_decimals(
    words: str, keys: list[float], datatype: str
) -> None:
    assert whole_type(words, np.array(keys, np.float64)) == datatype


@given(st.floats(allow_nan=False, allow_infinity=False), st.text(max_size=5))
def test_every_number_reads_back(number: float, lexical: str) -> None:
    value = Value(Kind.NUMBER, number, number, lexical)
    read = read_literal(Literal(*typed_literal(value, INTEGER))).value
    assert read is not None
    assert (read.kind, read.low) == (Kind.NUMBER, number)


@given(
    st.integers(-9999, 12_000),
    st.integers(1, 12),
    st.integers(1, 28),
    st.sampled_from([Precision.YEAR, Precision.MONTH, Precision.DAY]),
)
def test_every_date_reads_back(year: int, month: int, day: int, precision: Precision) -> None:
    sign = "-" if year < 0 else ""
    parts = [f"{sign}{abs(year):04d}", f"{month:02d}", f"{day:02d}"][: precision - Precision.YEAR + 1]
    value = parse_value(
        "-".join(parts), f"{XSD}{('gYear', 'gYearMonth', 'date')[precision - Precision.YEAR]}"
    )
    assert value is not None
    assert value.precision == precision
    read = read_literal(Literal(*typed_literal(value, INTEGER))).value
    assert read is not None
    assert (read.low, read.high, read.precision) == (value.low, value.high, precision)
