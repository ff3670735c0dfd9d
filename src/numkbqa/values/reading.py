"""What reading a literal gives: a value, or the reason why there is none."""

from enum import StrEnum
from fractions import Fraction
from typing import NamedTuple

from numkbqa.values.value import Value


class Note(StrEnum):
    """Why a literal is no value, or what was odd about one that was read; reports show the phrases."""

    NO_VALUE = "not a number or date"
    INFINITE = "infinite"
    NAN = "not a number (NaN)"
    UNKNOWN_UNIT = "unknown unit"
    UNKNOWN_VALUE = "unknown value"
    AMBIGUOUS_SEPARATORS = "ambiguous separators"
    AMBIGUOUS_DATE = "ambiguous day and month"
    OUTSIDE_CALENDAR = "outside the calendar"
    TWO_DIGIT_YEAR = "year of two digits"
    OPEN_INTERVAL = "open interval"
    RECURRING = "recurring date or time of day"

    UNPADDED_YEAR = "year without padding"
    ZERO_PARTS = "month or day 00"
    IN_WORDS = "number written in words"
    SEPARATORS = "separators removed"
    BARE_YEAR = "bare year read as a date"
    UNCERTAIN = "uncertain date"
    JULIAN = "Julian date converted"


class Reading(NamedTuple):
    """A literal as read.

    Args:
        value: the value, or None when the literal is none.
        note: why it is no value, or what was odd about it; None for a value without anything odd.
        exact: the number itself where a float may not tell it from its neighbours (more than 15 significant
            digits, or beyond the range of floats), else None; in the value's unit.
    """

    value: Value | None
    note: Note | None = None
    exact: Fraction | None = None
