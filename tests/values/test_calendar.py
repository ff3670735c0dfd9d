import datetime

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from numkbqa.values.calendar import civil_from_days, days_from_civil, days_from_julian, days_in_month, is_leap

EPOCH = datetime.date(1970, 1, 1)


@settings(deadline=None)
@given(st.dates())
def test_agrees_with_the_standard_library_where_that_reaches(date: datetime.date) -> None:
    assert days_from_civil(date.year, date.month, date.day) == (date - EPOCH).days
    assert civil_from_days((date - EPOCH).days) == (date.year, date.month, date.day)


@settings(deadline=None)
@given(st.integers(-(10**13), 10**13))
def test_days_round_trip_in_any_era(days: int) -> None:
    assert days_from_civil(*civil_from_days(days)) == days


@settings(deadline=None)
@given(st.integers(-(10**9), 10**9))
def test_a_year_has_as_many_days_as_its_months(year: int) -> None:
    length = days_from_civil(year + 1) - days_from_civil(year)
    assert length == sum(days_in_month(year, month) for month in range(1, 13)) == 365 + is_leap(year)


def test_year_zero_is_a_leap_year_before_year_one() -> None:
    assert is_leap(0)
    assert days_from_civil(1) - days_from_civil(0) == 366
    assert civil_from_days(days_from_civil(1) - 1) == (0, 12, 31)


@pytest.mark.parametrize(
    ("julian", "gregorian"),
    [
        ((1582, 10, 5), (1582, 10, 15)),
        ((1900, 2, 29), (1900, 3, 13)),
        ((-43, 3, 15), (-43, 3, 13)),
        ((1, 1, 1), (0, 12, 30)),
    ],
)
def test_days_of_the_julian_calendar(julian: tuple[int, int, int], gregorian: tuple[int, int, int]) -> None:
    assert civil_from_days(days_from_julian(*julian)) == gregorian
