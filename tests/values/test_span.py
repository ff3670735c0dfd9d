import pytest

from numkbqa.values import Precision
from numkbqa.values.calendar import days_from_civil
from numkbqa.values.date_text import format_date
from numkbqa.values.span import (
    DateSpan,
    astronomical,
    century_span,
    clock_span,
    date_span,
    day_span,
    decade_span,
    hundreds_span,
    is_date,
    millennium_span,
    rounded_span,
    years_span,
)


def years(span: DateSpan) -> tuple[int, int]:
    """First and last astronomical year of a span."""
    first, last = format_date(span.low, Precision.YEAR), format_date(span.high, Precision.YEAR)
    assert span.low == days_from_civil(int(first))
    assert span.high == date_span(int(last)).high
    return int(first), int(last)


def test_the_year_before_the_first_is_year_zero() -> None:
    assert [astronomical(year, bce=True) for year in (1, 44)] == [0, -43]
    assert astronomical(79, bce=False) == 79


def test_periods_of_both_eras() -> None:
    assert years(century_span(19)) == (1801, 1900)
    assert years(century_span(1)) == (1, 100)
    assert years(century_span(1, bce=True)) == (-99, 0)
    assert years(millennium_span(2)) == (1001, 2000)
    assert years(millennium_span(2, bce=True)) == (-1999, -1000)
    assert years(decade_span(1990)) == (1990, 1999)
    assert years(decade_span(0)) == (1, 9)
    assert years(decade_span(40, bce=True)) == (-48, -39)
    assert years(decade_span(0, bce=True)) == (-8, 0)
    assert years(hundreds_span(1800)) == (1800, 1899)
    assert years(rounded_span(-120_400, Precision.TEN_THOUSAND_YEARS)) == (-125_000, -115_001)


def test_days_hours_and_minutes() -> None:
    day = date_span(1999, 6, 1)
    assert day_span(int(day.low)) == day
    hour = clock_span(int(day.low), 12 * 3600, Precision.HOUR)
    minute = clock_span(int(day.low), 12.5 * 3600, Precision.MINUTE)
    assert day.low < hour.low < minute.low < minute.high < hour.high < day.high
    assert clock_span(0, 43200, Precision.SECOND) == DateSpan(0.5, 0.5, Precision.SECOND)


def test_what_is_a_date() -> None:
    assert is_date(0, 2, 29)
    assert is_date(1999, 6)
    assert not any(
        [is_date(1999, 13), is_date(1999, 0, 5), is_date(2001, 2, 29), is_date(10**12), is_date(-(10**12))]
    )


@pytest.mark.parametrize(
    ("span", "text"),
    [
        (years_span(1984, 2004, Precision.YEAR), "1984/2004"),
        (years_span(1000, 1999, Precision.MILLENNIUM), "1XXX"),
        (years_span(1001, 2000, Precision.MILLENNIUM), "2nd millennium"),
        (years_span(-1999, -1000, Precision.MILLENNIUM), "2nd millennium BCE"),
        (years_span(1800, 1809, Precision.DECADE), "180X"), (years_span(50, 59, Precision.DECADE), "50s CE"),
        (years_span(-1859, -1850, Precision.DECADE), "-1859/-1850"),
        (years_span(-1808, -1799, Precision.DECADE), "-1808/-1799"),
        (hundreds_span(1800, bce=True), "1800s BCE"), (century_span(21), "21st century"),
        (century_span(12), "12th century"),
        (rounded_span(-13_798_000_000, Precision.MILLION_YEARS), "13798 ± 0.5 million years BCE"),
        (rounded_span(2 * 10**9, Precision.BILLION_YEARS), "2 ± 0.5 billion years CE"),
    ],
)  # fmt: skip
def test_names_of_spans(span: DateSpan, text: str) -> None:
    assert format_date(span.low, span.precision, span.high) == text


def test_without_an_end_a_date_has_the_name_of_its_precision() -> None:
    assert format_date(century_span(19).low, Precision.CENTURY) == "19th century"
    assert format_date(date_span(1850).low, Precision.YEAR) == "1850"
    assert format_date(date_span(1855).low, Precision.CENTURY) == "1855/1954"
