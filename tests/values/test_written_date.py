import pytest

from numkbqa.values import Note
from numkbqa.values.span import DateReading, date_span, years_span
from numkbqa.values.value import Precision
from numkbqa.values.worded_date import parse_worded_date
from numkbqa.values.written_date import day_order, parse_written_date

APRIL_2 = DateReading(date_span(2019, 4, 2))


def test_the_order_of_day_and_month_is_shown_by_parts_above_twelve() -> None:
    texts = ("15/4/2019", "4/15/2019", "2/4/2019", "15/15/2019", "2019/4/15")
    assert [day_order(text) for text in texts] == [True, False, None, None, None]


def test_numeric_dates_follow_the_order_of_their_column() -> None:
    assert parse_written_date("2/4/2019", day_first=True) == APRIL_2
    assert parse_written_date("4/2/2019", day_first=False) == APRIL_2
    assert parse_written_date("2/4/2019") == DateReading(None, Note.AMBIGUOUS_DATE)
    assert parse_written_date("15/4/2019", day_first=False) == DateReading(date_span(2019, 4, 15))


@pytest.mark.parametrize(
    "text",
    [
        "2 April 2019",
        "2nd April 2019",
        "2 apr 2019",
        "02-APR-2019",
        "April 2, 2019",
        "Apr. 2 2019",
        "the 2nd of April 2019",
        "2019.4.2",
        "Tuesday, 2 April, 2019",
    ],
)
def test_names_of_months(text: str) -> None:
    assert parse_written_date(text) == APRIL_2


@pytest.mark.parametrize(
    ("text", "note"),
    [
        ("15/4/19", Note.TWO_DIGIT_YEAR), ("15 April 19", Note.TWO_DIGIT_YEAR),
        ("31/4/2019", Note.OUTSIDE_CALENDAR),
        ("0/4/2019", Note.AMBIGUOUS_DATE), ("13/13/2019", Note.OUTSIDE_CALENDAR),
        ("31 April 2019", Note.OUTSIDE_CALENDAR),
        ("2/2/2019 25:00", Note.OUTSIDE_CALENDAR), ("2/2/2019 13:00 PM", Note.OUTSIDE_CALENDAR),
        ("13/2019", Note.OUTSIDE_CALENDAR),
    ],
)  # fmt: skip
def test_flawed_dates_have_a_reason(text: str, note: Note) -> None:
    assert parse_written_date(text) == DateReading(None, note)


@pytest.mark.parametrize(
    "text",
    [
        "April",
        "2 April",
        "April 2",
        "2 Parrot 2019",
        "1/2",
        "1.2.3",
        "1/2/20190",
        "Decembrist 2019",
        "March 5 km",
    ],
)
def test_what_is_no_date(text: str) -> None:
    assert parse_written_date(text) is None


def test_twelve_hours() -> None:
    noon, midnight = parse_written_date("2/2/2019 12:00 pm"), parse_written_date("2/2/2019 12:00 AM")
    assert noon is not None
    assert midnight is not None
    assert noon.span is not None
    assert midnight.span is not None
    assert noon.span.low - midnight.span.low == 0.5
    assert noon.span.precision == Precision.MINUTE


def test_what_surely_is_a_date_may_be_years() -> None:
    war = DateReading(years_span(1914, 1918, Precision.YEAR))
    assert parse_worded_date("1914-1918", surely=True) == parse_worded_date("1914 – 1918", surely=True) == war
    assert parse_worded_date("1914-1918") is None
    assert parse_worded_date("1918-1914", surely=True) is None
    assert parse_worded_date("c. 1914-1918") == DateReading(war.span, Note.UNCERTAIN)
    assert parse_worded_date("c. 40") is None
    assert parse_worded_date("c. 2/4/2019") == DateReading(None, Note.AMBIGUOUS_DATE)
