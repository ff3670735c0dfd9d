"""The value type: a number, a date with precision, or a quantity with unit, each with a comparison key."""

from dataclasses import dataclass
from enum import IntEnum, StrEnum


class Kind(StrEnum):
    """What a value measures; values of different kinds are never compared."""

    NUMBER = "number"
    DATE = "date"
    QUANTITY = "quantity"


class Precision(IntEnum):
    """How exactly a date is known (the numbering of Wikidata's time values)."""

    BILLION_YEARS = 0
    HUNDRED_MILLION_YEARS = 1
    TEN_MILLION_YEARS = 2
    MILLION_YEARS = 3
    HUNDRED_THOUSAND_YEARS = 4
    TEN_THOUSAND_YEARS = 5
    MILLENNIUM = 6
    CENTURY = 7
    DECADE = 8
    YEAR = 9
    MONTH = 10
    DAY = 11
    HOUR = 12
    MINUTE = 13
    SECOND = 14


@dataclass(frozen=True, slots=True)
class Value:
    """One numerical value; `low` and `high` bound the interval that it may stand for.

    Two values are ordered only when their intervals do not overlap: "1999" spans the whole year and ties with
    "1999-06-01" (docs/graphs.md, "Order"). An exact number has `low == high`.

    Keys are floats: they tell apart integers up to 2**53 and decimals of 15 digits. Beyond that a `Reading`
    carries the exact number, and `separate_keys` gives the numbers of a relation keys in their exact order.
    A day is exact for years of up to twelve digits; an instant near today to about a microsecond.

    Args:
        kind: number, date or quantity.
        low: lower end of the comparison key: the number itself; days since 1970-01-01 (proleptic Gregorian,
            astronomical year numbering) of the first instant of a date; a quantity in its unit.
        high: upper end of the comparison key, never below `low`: of a date, its last instant, the last float
            before the next day, month or year; of a duration in months, its longest.
        lexical: the text as it stood in the source.
        precision: of a date, how exactly it is known.
        unit: of a quantity, its unit as a Pint name ("kilometer ** 2") or an ISO 4217 code ("USD"); None for
            plain numbers and dates.
    """

    kind: Kind
    low: float
    high: float
    lexical: str
    precision: Precision | None = None
    unit: str | None = None
