from decimal import Decimal

import pytest
from hypothesis import given
from hypothesis import strategies as st

from numkbqa.values.shown import as_written, per_cent, readable, size


@pytest.mark.parametrize(
    ("values", "kind", "texts"),
    [
        (["2102650", "348085", "950"], "number", ["2,102,650", "348,085", "950"]),
        (["2102650.5", "0.0001", "-12345"], "quantity", ["2,102,650.5", "0.0001", "-12,345"]),
        (["1999", "2004"], "number", ["1999", "2004"]),
        (["1999-06-01", "12000", "1999"], "date", ["1999-06-01", "12000", "1999"]),
        (["1e+21", None, "20000"], "number", ["1e+21", "", "20,000"]),
        ([], None, []),
    ],
)
def test_big_numbers_get_separators_and_years_do_not(
    values: list[str | None], kind: str | None, texts: list[str]
) -> None:
    assert readable(values, kind) == texts


@pytest.mark.parametrize(
    ("text", "shown"),
    [
        ("-0043", "44 BCE"),
        ("-0043-03-15", "44-03-15 BCE"),
        ("0000", "1 BCE"),
        ("-12000", "12001 BCE"),
        ("-0043/-0040", "44 BCE/41 BCE"),
        ("0079", "79"),
        ("0079-08-24", "0079-08-24"),
        ("1999/2004", "1999/2004"),
        ("2nd millennium BCE", "2nd millennium BCE"),
    ],
)
def test_dates_have_the_year_that_people_write(text: str, shown: str) -> None:
    assert readable([text], "date") == [shown]


def test_a_padded_year_is_told_from_a_number_without_its_kind() -> None:
    assert readable(["-0889", "0660", "-12", "0.5"]) == ["890 BCE", "660", "-12", "0.5"]


@pytest.mark.parametrize(
    ("lexical", "value", "unit"),
    [
        ("5 ft 11 in", "180.34", "centimeter"),
        ("71 in", "180.34", "centimeter"),
        ("1.2 million", "1200000", None),
        ("1.234.567", "1234567", None),
        ("1,5", "1.5", None),
        ("15/4/2019", "2019-04-15", None),
        ("1984~", "1984", None),
        ("1999-06", "1999", None),
        ("+1950-00-00T00:00:00Z/7/gregorian", "20th century", None),
    ],
)
def test_what_the_source_says_otherwise_is_shown(lexical: str, value: str, unit: str | None) -> None:
    assert as_written(lexical, value, unit) == lexical


@pytest.mark.parametrize(
    ("lexical", "value", "unit"),
    [
        ("652.0", "652", "kilometer"),
        ("180 cm", "180", "centimeter"),
        ("643801 km\u00b2", "643801", "kilometer ** 2"),
        ("1,234,567", "1234567", None),
        ("1 234 567", "1234567", None),
        ("6.5E2", "650", None),
        ("1999-00-00", "1999", None),
        ("1999-06-01T12:00:00Z", "1999-06-01", None),
        ("+1952-03-11T00:00:00Z/11/gregorian", "1952-03-11", None),
        ("-0400", "-0400", None),
        ("44 BC", "-0043", None),
        ("44 B.C.", "-0043", None),
        ("44 BCE", "-0043", None),
        ("660 AD", "0660", None),
        ("AD 79", "0079", None),
        ("0660", "0660", None),
        ("", "", None),
    ],
)
def test_what_the_source_says_likewise_is_not(lexical: str, value: str, unit: str | None) -> None:
    assert as_written(lexical, value, unit) == ""


@given(st.decimals(allow_nan=False, allow_infinity=False, places=3), st.text(max_size=8))
def test_a_plain_number_is_never_repeated_and_a_text_never_fails(number: Decimal, text: str) -> None:
    value = f"{number:f}"
    assert as_written(f"{number:,f}", value) == ""
    assert as_written(text, value) in {"", text}


def test_no_estimate_is_certain() -> None:
    assert [per_cent(p) for p in (0.0, 0.001, 0.126, 0.5, 0.999, 1.0)] == [
        "< 1 %", "< 1 %", "13 %", "50 %", "99 %", "99 %",
    ]  # fmt: skip


@pytest.mark.parametrize(
    ("value", "expected"),
    [
        ("652", 652),
        ("-4.5", -4.5),
        ("1999", 1999),
        ("1999-07-01", 1999.5),
        ("1999-07-01T12:00:00Z", 1999.5),
        ("1e-05", 1e-05),
        ("20th century", None),
        (None, None),
    ],
)
def test_sizes_of_values(value: str | None, expected: float | None) -> None:
    assert size(value) == expected
