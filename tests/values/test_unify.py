from fractions import Fraction

import pytest

from numkbqa.values import Kind, Literal, Measure, Value, choose_measure, convert, read_literal, ties
from numkbqa.values.quantity import conversion, dimension

Q = Kind.QUANTITY


@pytest.mark.parametrize(
    ("counts", "measure"),
    [
        ({(Kind.NUMBER, None): 5, (Kind.DATE, None): 4}, (Kind.NUMBER, None)),
        ({(Kind.NUMBER, None): 5, (Q, "meter"): 3, (Q, "foot"): 3}, (Q, "foot")),
        ({(Q, "meter"): 3, (Q, "foot"): 4, (Q, "kilogram"): 5}, (Q, "foot")),
        ({(Q, "USD"): 3, (Q, "EUR"): 4}, (Q, "EUR")),
        ({(Kind.NUMBER, None): 2, (Kind.DATE, None): 2}, (Kind.DATE, None)),
    ],
)
def test_most_values_decide_what_a_relation_measures(counts: dict[Measure, int], measure: Measure) -> None:
    assert choose_measure(counts) == measure


def read(text: str) -> Value:
    value = read_literal(Literal(text)).value
    assert value is not None
    return value


@pytest.mark.parametrize(
    ("first", "second"),
    [
        ("180 cm", "1.8 m"), ("5 ft 11 in", "180.34 cm"), ("1 mi^2", "2.589988110336 km²"),
        ("-40 °C", "-40 degF"),
        ("0 °C", "273.15 K"), ("1 kWh", "3.6 MJ"), ("36 km/h", "10 m/s"), ("1 ha", "10 000 m²"),
        ("5.9 ft", "1.79832 m"),
        ("1 lb", "0.45359237 kg"), ("1.1 km", "1100 m"), ("70 in", "1.778 m"), ("1 nmi", "1.852 km"),
    ],
)  # fmt: skip
def test_equal_quantities_tie_in_any_unit(first: str, second: str) -> None:
    one, other = read(first), read(second)
    moved = convert(one, other.unit or "")
    assert moved is not None
    assert ties(moved, other)
    assert moved.low == other.low
    assert moved.lexical == first


def test_dimensions_and_currencies_are_kept_apart() -> None:
    assert convert(read("5 km"), "kilogram") is None
    assert convert(read("5 USD"), "EUR") is None
    assert convert(read("5"), "meter") is None
    assert convert(read("5 USD"), "USD") == read("5 USD")
    assert dimension("USD") != dimension("EUR")
    assert dimension("mile ** 2") == dimension("hectare")


def test_conversions_are_exact() -> None:
    assert conversion("degree_Fahrenheit", "degree_Celsius") == (Fraction(5, 9), Fraction(-160, 9))
    assert conversion("foot", "meter") == (Fraction(381, 1250), Fraction(0))
    assert conversion("decibel", "dimensionless") is None


def test_an_interval_keeps_its_ends() -> None:
    month = read_literal(Literal("P1M", "xsd:duration")).value
    assert month is not None
    days = convert(month, "day")
    assert days is not None
    assert (days.low, days.high) == (28.0, 31.0)
