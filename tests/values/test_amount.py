from fractions import Fraction

import pytest

from numkbqa.values import Note
from numkbqa.values.amount import Amount, parse_amount
from numkbqa.values.compound import parse_compound
from numkbqa.values.marks import UNDECIDED, Mark, MarkUse
from numkbqa.values.number import Number
from numkbqa.values.suffix import Suffix, read_suffix


def test_an_amount_has_a_number_a_unit_and_a_note() -> None:
    assert parse_amount("1.5 million km²", UNDECIDED) == Amount(
        Number(1.5e6), "kilometer ** 2", Note.IN_WORDS
    )
    assert parse_amount("1,234 m", MarkUse(Mark.THOUSANDS)) == Amount(
        Number(1234.0), "meter", Note.SEPARATORS
    )
    assert parse_amount("1,234 m", UNDECIDED) == Amount(None, None, Note.AMBIGUOUS_SEPARATORS)
    assert parse_amount("one", UNDECIDED) is None


def test_long_numbers_stay_exact() -> None:
    amount = parse_amount("123,456,789,012,345,678,901", UNDECIDED)
    assert amount is not None
    assert amount.number == Number(1.2345678901234568e20, Fraction(123456789012345678901))
    amount = parse_amount("(1 1/3 in)", UNDECIDED)
    assert amount is not None
    assert amount.number == Number(-4 / 3, Fraction(-4, 3))


@pytest.mark.parametrize(
    ("text", "sum_", "unit"),
    [
        ("5 ft 11 in", 71, "inch"), ("5'11\"", 71, "inch"), ("5′ 11″", 71, "inch"),
        ("6' 2½\"", Fraction(149, 2), "inch"),
        ("11 st 4 lb", 158, "pound"), ("1 h 2 min 3 s", 3723, "second"), ("2 m 5 cm", 205, "centimeter"),
        ("1 year 3 months", 15, "month"), ("3 days, 4 hours", 76, "hour"),
    ],
)  # fmt: skip
def test_parts_are_summed_in_the_smallest_unit(text: str, sum_: Fraction, unit: str) -> None:
    assert parse_compound(text) == (sum_, unit)


@pytest.mark.parametrize(
    "text",
    ["5 ft", "11 in 5 ft", "5 ft 5 ft", "5 m 3 s", "5 ft 11", "20 °C 5 °C", "5 ft 11 parrots", "5 USD 3 EUR"],
)
def test_what_is_no_quantity_in_parts(text: str) -> None:
    assert parse_compound(text) is None


@pytest.mark.parametrize(
    ("text", "currency", "suffix"),
    [
        ("", None, Suffix()), ("", "USD", Suffix(0, "USD", money=True)), (" million", None, Suffix(6)),
        ("k", None, Suffix(3)), (" K", None, Suffix(0, "kelvin")), ("m", None, Suffix(0, "meter")),
        ("m", "GBP", Suffix(6, "GBP", money=True)), (" m EUR", None, Suffix(6, "EUR", money=True)),
        ("k€", None, Suffix(3, "EUR", money=True)), (" people", None, Suffix()),
        (" %", None, Suffix(0, "percent")),
        (" parrots", None, Suffix(note=Note.UNKNOWN_UNIT)), ("-13", None, None), (" km", "USD", None),
        (" Main Street", None, None), (" EUR", "USD", None),
    ],
)  # fmt: skip
def test_what_stands_behind_a_number(text: str, currency: str | None, suffix: Suffix | None) -> None:
    assert read_suffix(text, currency) == suffix
