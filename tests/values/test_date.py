import datetime

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from numkbqa.values.calendar import days_from_civil
from numkbqa.values.date import parse_date, parse_plain_date
from numkbqa.values.date_text import format_date
from numkbqa.values.span import DateSpan
from numkbqa.values.value import Precision

years = st.integers(-(10**10), 10**10)


def read(text: str, datatype: str = "dateTime") -> DateSpan:
    span = parse_date(text, datatype)
    assert span is not None
    return span


def padded(year: int) -> str:
    return f"{'-' if year < 0 else ''}{abs(year):04d}"


@settings(deadline=None)
@given(st.datetimes(), st.integers(-14 * 60, 14 * 60))
def test_instants_agree_with_the_standard_library(moment: datetime.datetime, minutes: int) -> None:
    moment = moment.replace(microsecond=0)
    sign, (hours, rest) = "-" if minutes < 0 else "+", divmod(abs(minutes), 60)
    span = read(f"{moment.isoformat()}{sign}{hours:02d}:{rest:02d}")
    expected = (moment - datetime.datetime(1970, 1, 1) - datetime.timedelta(minutes=minutes)).total_seconds()
    assert span.precision == Precision.SECOND
    assert span.low == span.high
    assert round(span.low * 86_400) == expected


@settings(deadline=None)
@given(years)
def test_a_year_spans_its_days_and_ends_before_the_next(year: int) -> None:
    span, following = read(padded(year), "gYear"), read(padded(year + 1), "gYear")
    assert span.low == days_from_civil(year)
    assert days_from_civil(year, 12, 31) <= span.high < following.low


@settings(deadline=None)
@given(years, st.integers(1, 12), st.integers(1, 28))
def test_text_round_trips_as_far_as_known(year: int, month: int, day: int) -> None:
    whole = f"{padded(year)}-{month:02d}-{day:02d}"
    for text, precision in (
        (padded(year), Precision.YEAR),
        (whole[:-3], Precision.MONTH),
        (whole, Precision.DAY),
    ):
        span = read(text)
        assert span.precision == precision
        assert format_date(span.low, precision) == text


@settings(deadline=None)
@given(st.datetimes(datetime.datetime(1, 1, 2)))
def test_text_of_an_instant_round_trips(moment: datetime.datetime) -> None:
    text = moment.replace(microsecond=0).isoformat() + "Z"
    assert format_date(read(text).low, Precision.SECOND) == text


@pytest.mark.parametrize(
    ("text", "year"),
    [
        ("-0044", -44), ("0000", 0), ("0044", 44), ("12345", 12345), ("-400", -400),
        ("+1999-00-00", 1999), ("1999Z", 1999), ("1999-05:00", 1999),
    ],
)  # fmt: skip
def test_years_of_every_spelling(text: str, year: int) -> None:
    assert read(text, "gYear") == read(padded(year), "gYear")
    assert read(text).low == days_from_civil(year)


def test_the_datatype_limits_the_precision() -> None:
    assert read("1999-06-01", "gYear") == read("1999", "gYear")
    assert read("1999-06-01T10:00:00", "date") == read("1999-06-01")
    assert read("1999-06-00").precision == Precision.MONTH


def test_noon_lies_within_its_day() -> None:
    day, noon = read("1999-12-31"), read("1999-12-31T12:00:00")
    assert day.low < noon.low < day.high < read("2000-01-01").low
    assert read("1999-12-31T24:00:00").low == read("2000-01-01").low


@pytest.mark.parametrize(
    "text",
    [
        "1999-13", "2001-02-29", "1999-00-05", "1999-6", "99/6/1", "1999-06-01T25:00:00",
        "1999-06-01T10:61:00", "", "circa 1850", "--06-01", "9" * 13,
    ],
)  # fmt: skip
def test_refuses_what_is_no_date(text: str) -> None:
    assert parse_date(text) is None


def test_a_bare_year_without_a_type_is_no_date() -> None:
    assert parse_plain_date("1999") is None
    assert parse_plain_date("1999-06") == read("1999-06")
    assert parse_plain_date("1999-05:00") is None
    assert parse_plain_date("2012-13") is None
