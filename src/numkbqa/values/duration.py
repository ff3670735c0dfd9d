"""Durations in seconds: XSD's "P1Y2M3DT4H5M6S", and clock readings like "1:23:45".

Months and years have no fixed length: a month is 28 to 31 days, so that "P1M" ties with "P30D" and comes
before "P32D". The interval spans the shortest and the longest run of so many months in the calendar.
"""

import re
from fractions import Fraction
from functools import cache, lru_cache

import numpy as np
from numpy.typing import NDArray

from numkbqa.values.calendar import days_in_month

SECOND = "second"
_DURATION = re.compile(
    r"(?P<sign>-?)P(?=.)(?:(?P<years>[0-9]{1,9})Y)?(?:(?P<months>[0-9]{1,9})M)?(?:(?P<weeks>[0-9]{1,9})W)?"
    r"(?:(?P<days>[0-9]{1,9})D)?(?:T(?=.)(?:(?P<hours>[0-9]{1,9})H)?(?:(?P<minutes>[0-9]{1,9})M)?"
    r"(?:(?P<seconds>[0-9]{1,9}(?:\.[0-9]{1,9})?)S)?)?"
)
_CLOCK = re.compile(
    r"(?P<sign>-?)(?P<hours>[0-9]{1,4}):(?P<minutes>[0-5][0-9]):(?P<seconds>[0-5][0-9](?:\.[0-9]+)?)"
)
_CYCLE_MONTHS, _CYCLE_DAYS = 4800, 146_097


def parse_duration(text: str) -> tuple[float, float] | None:
    """Read an XSD duration.

    Args:
        text: the literal, without surrounding space.

    Returns:
        Its least and greatest number of seconds, or None when the text is no duration.
    """
    match = _DURATION.fullmatch(text)
    if match is None:
        return None
    months = int(match["years"] or 0) * 12 + int(match["months"] or 0)
    days = int(match["weeks"] or 0) * 7 + int(match["days"] or 0)
    rest = days * 86_400 + _clock_seconds(match)
    ends = [float(run * 86_400 + rest) for run in _days_of_months(months)]
    return (-ends[1], -ends[0]) if match["sign"] else (ends[0], ends[1])


def parse_clock(text: str) -> float | None:
    """Seconds of a clock reading with hours, minutes and seconds; None when the text is none."""
    match = _CLOCK.fullmatch(text)
    if match is None:
        return None
    seconds = float(_clock_seconds(match))
    return -seconds if match["sign"] else seconds


def _clock_seconds(match: re.Match[str]) -> Fraction:
    hours, minutes = int(match["hours"] or 0), int(match["minutes"] or 0)
    return hours * 3600 + minutes * 60 + Fraction(match["seconds"] or 0)


@lru_cache(maxsize=4096)
def _days_of_months(months: int) -> tuple[int, int]:
    """Least and greatest number of days of so many months in a row."""
    cycles, rest = divmod(months, _CYCLE_MONTHS)
    ends = _month_ends()
    runs = ends[rest : rest + _CYCLE_MONTHS] - ends[:_CYCLE_MONTHS]
    return cycles * _CYCLE_DAYS + int(runs.min()), cycles * _CYCLE_DAYS + int(runs.max())


@cache
def _month_ends() -> NDArray[np.int64]:
    """Days from the beginning of a 400-year cycle to the end of each month of two such cycles, 0 first."""
    lengths = [days_in_month(2000 + i // 12, i % 12 + 1) for i in range(2 * _CYCLE_MONTHS)]
    return np.concatenate([[0], np.cumsum(lengths, dtype=np.int64)])
