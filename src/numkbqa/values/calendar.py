"""Integer arithmetic of the proleptic Gregorian calendar with astronomical years (year 0 is 1 BCE).

Python's own `datetime` stops at year 1; these functions work for any year, after Howard Hinnant,
"chrono-Compatible Low-Level Date Algorithms" (howardhinnant.github.io/date_algorithms.html).
"""

_DAYS_PER_ERA = 146_097
_EPOCH_SHIFT = 719_468
_JULIAN_SHIFT = 719_470
_MONTH_LENGTHS = (31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31)


def is_leap(year: int) -> bool:
    """Whether a year of the proleptic Gregorian calendar has 366 days."""
    return year % 4 == 0 and (year % 100 != 0 or year % 400 == 0)


def days_in_month(year: int, month: int) -> int:
    """Number of days of a month.

    Args:
        year: astronomical year.
        month: 1 to 12.

    Returns:
        28 to 31.
    """
    return 29 if month == 2 and is_leap(year) else _MONTH_LENGTHS[month - 1]


def days_from_civil(year: int, month: int = 1, day: int = 1) -> int:
    """Days from 1970-01-01 to a date; negative before it.

    Args:
        year: astronomical year, any integer.
        month: 1 to 12.
        day: 1 to the length of the month.

    Returns:
        The number of days.
    """
    if month <= 2:  # the computation's year starts in March, so that the leap day comes last
        year -= 1
    era, year_of_era = divmod(year, 400)
    day_of_era = year_of_era * 365 + year_of_era // 4 - year_of_era // 100 + _day_of_year(month, day)
    return era * _DAYS_PER_ERA + day_of_era - _EPOCH_SHIFT


def days_from_julian(year: int, month: int, day: int) -> int:
    """Days from 1970-01-01 (Gregorian) to a date of the proleptic Julian calendar.

    Args:
        year: astronomical year, any integer.
        month: 1 to 12.
        day: 1 to the length of the month, where every fourth year is a leap year.

    Returns:
        The number of days; 5 October 1582 of the Julian calendar is 15 October of the Gregorian one.
    """
    if month <= 2:
        year -= 1
    return year * 365 + year // 4 + _day_of_year(month, day) - _JULIAN_SHIFT


def civil_from_days(days: int) -> tuple[int, int, int]:
    """Year, month and day of a number of days since 1970-01-01; the inverse of `days_from_civil`."""
    era, day_of_era = divmod(days + _EPOCH_SHIFT, _DAYS_PER_ERA)
    year_of_era = (day_of_era - day_of_era // 1460 + day_of_era // 36524 - day_of_era // 146096) // 365
    day_of_year = day_of_era - (365 * year_of_era + year_of_era // 4 - year_of_era // 100)
    shifted_month = (5 * day_of_year + 2) // 153
    day = day_of_year - (153 * shifted_month + 2) // 5 + 1
    month = shifted_month + 3 if shifted_month < 10 else shifted_month - 9
    return year_of_era + era * 400 + (month <= 2), month, day


def _day_of_year(month: int, day: int) -> int:
    """Days since 1 March."""
    return (153 * ((month + 9) % 12) + 2) // 5 + day - 1
