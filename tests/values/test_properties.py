"""What holds for all values: no text is fatal, texts read back, units and signs do not change the order."""

from fractions import Fraction

import numpy as np
from hypothesis import given, settings
from hypothesis import strategies as st

from numkbqa.values import (
    Direction,
    Kind,
    Literal,
    Survey,
    Value,
    convert,
    number_text,
    precedes,
    read_literal,
    separate_keys,
    ties,
)
from numkbqa.values.ranks import Floats, Ints, dense_ranks

alphabet = st.sampled_from(
    [*"0123456789.,-+/:~?X%$€() '\"TZsPYMDHWEBCedfr°²½±", " million", " km", "century", "c. "]
)
texts = st.one_of(st.text(max_size=20), st.lists(alphabet, max_size=12).map("".join))
datatypes = st.sampled_from(
    [None, "xsd:decimal", "xsd:integer", "xsd:double", "xsd:date", "xsd:gYear", "xsd:dateTime",
    "xsd:duration",
     "xsd:time", "edtf", "percent", "wikidata:time", "wikidata:unknown", "http://dbpedia.org/datatype/mile"]
)  # fmt: skip
units = st.one_of(st.none(), st.sampled_from(["m", "km^2", "USD", "Q11573", "parrots"]), st.text(max_size=6))


@settings(deadline=None, max_examples=600)
@given(texts, datatypes, units, st.lists(texts, max_size=3), st.sampled_from(["year", "measure"]))
def test_no_text_is_fatal(
    text: str, datatype: str | None, unit: str | None, others: list[str], words: str
) -> None:
    survey = Survey()
    for other in [text, *others]:
        survey.see(Literal(other, datatype, unit))
    reading = read_literal(Literal(text, datatype, unit), survey.decide(words))
    assert (reading.value is None) <= (reading.note is not None)
    if reading.value is not None:
        assert reading.value.lexical == text
        assert -np.inf < reading.value.low <= reading.value.high < np.inf
        assert (reading.value.precision is None) == (reading.value.kind != Kind.DATE)
        assert (reading.value.unit is None) == (reading.value.kind != Kind.QUANTITY)


@st.composite
def dates(draw: st.DrawFn) -> Literal:
    """A Wikidata time of any precision, in any era."""
    precision = draw(st.integers(0, 14))
    year = draw(st.integers(1, 10**11 if precision < 6 else 9999))
    day = f"{draw(st.integers(1, 12)):02d}-{draw(st.integers(1, 28)):02d}"
    clock = draw(st.times()).isoformat("seconds")
    return Literal(f"{draw(st.sampled_from('+-'))}{year:04d}-{day}T{clock}Z/{precision}", "wikidata:time")


edtf = st.builds(
    "{}{}".format,
    st.sampled_from(["", "-"]),
    st.sampled_from(["1850", "185X", "18XX", "1XXX", "180X", "1850-06"]),
).map(lambda text: Literal(text, "edtf"))


def value_of(literal: Literal) -> Value:
    value = read_literal(literal).value
    assert value is not None, literal
    return value


@settings(deadline=None, max_examples=400)
@given(st.one_of(dates(), edtf))
def test_texts_of_dates_read_back_as_the_same_interval(literal: Literal) -> None:
    value = value_of(literal)
    again = value_of(Literal(number_text(value), "edtf"))
    assert (again.low, again.high) == (value.low, value.high)
    assert number_text(again) == number_text(value)


@settings(deadline=None)
@given(st.lists(st.one_of(dates(), edtf), min_size=2, max_size=6))
def test_dates_have_equal_texts_exactly_when_their_intervals_are_equal(literals: list[Literal]) -> None:
    values = [value_of(literal) for literal in literals]
    for first in values:
        for second in values:
            same = (first.low, first.high) == (second.low, second.high)
            exact = {first.precision, second.precision} != {14}  # texts of instants are rounded to seconds
            assert same == (number_text(first) == number_text(second)) or not exact


finite = st.floats(allow_nan=False, allow_infinity=False)


@settings(deadline=None)
@given(finite)
def test_texts_of_numbers_read_back(number: float) -> None:
    value = Value(Kind.NUMBER, number, number, "")
    assert value_of(Literal(number_text(value))).low == number


spans = st.tuples(st.integers(-20, 20), st.integers(0, 6)).map(
    lambda pair: Value(Kind.NUMBER, float(pair[0]), float(pair[0] + pair[1]), "")
)


@settings(deadline=None)
@given(spans, spans, spans)
def test_overlap_is_symmetric_and_reflexive_and_precedence_transitive(a: Value, b: Value, c: Value) -> None:
    assert ties(a, a)
    assert ties(a, b) == ties(b, a)
    assert precedes(a, b) + precedes(b, a) + ties(a, b) == 1
    assert precedes(a, c) or not (precedes(a, b) and precedes(b, c))


def ranks(values: list[Value], direction: Direction = Direction.MIN) -> Ints:
    low, high = (np.array([getattr(value, end) for value in values]) for end in ("low", "high"))
    return dense_ranks(low, high, direction)


@settings(deadline=None)
@given(st.lists(spans, min_size=1, max_size=8))
def test_ranks_are_a_total_preorder_that_keeps_precedence(values: list[Value]) -> None:
    rank = ranks(values)
    assert set(rank.tolist()) == set(range(1, int(rank.max()) + 1))
    for i, first in enumerate(values):
        for j, second in enumerate(values):
            assert rank[i] < rank[j] or not precedes(first, second)


decimals = st.decimals(-(10**6), 10**6, places=3)
LENGTHS = ["meter", "centimeter", "inch", "foot", "mile", "nautical_mile", "kilometer"]
TEMPERATURES = ["kelvin", "degree_Celsius", "degree_Fahrenheit"]


@settings(deadline=None, max_examples=60)
@given(st.lists(decimals, min_size=1, max_size=6), st.sampled_from([LENGTHS, TEMPERATURES]), st.data())
def test_units_do_not_change_ranks(amounts: list[object], family: list[str], data: st.DataObject) -> None:
    values = [value_of(Literal(str(amount), None, family[0])) for amount in amounts]
    target = data.draw(st.sampled_from(family))
    converted = [convert(value, target) for value in values]
    moved = [value for value in converted if value is not None]
    assert len(moved) == len(values)
    assert {value.unit for value in moved} == {target}
    assert ranks(moved).tolist() == ranks(values).tolist()


@settings(deadline=None)
@given(st.lists(st.one_of(st.integers(-(10**30), 10**30), decimals).map(str), min_size=1, max_size=8))
def test_flipping_all_signs_swaps_the_ends(numbers: list[str]) -> None:
    flipped = [number[1:] if number.startswith("-") else "-" + number for number in numbers]
    values, mirrored = ([value_of(Literal(text)) for text in column] for column in (numbers, flipped))
    assert ranks(values, Direction.MAX).tolist() == ranks(mirrored, Direction.MIN).tolist()


@settings(deadline=None)
@given(
    st.lists(
        st.integers(10**17 - 3, 10**17 + 20) | st.integers(-(10**400), 10**400) | st.integers(-9, 9),
        max_size=12,
    )
)
def test_separated_keys_have_the_exact_order(numbers: list[int]) -> None:
    readings = [read_literal(Literal(str(number))) for number in numbers]
    keys: Floats = np.array(
        [reading.value.low for reading in readings if reading.value is not None], np.float64
    )
    separated = separate_keys(keys, [reading.exact for reading in readings])
    assert np.isfinite(separated).all()
    for i, first in enumerate(numbers):
        for j, second in enumerate(numbers):
            assert (separated[i] < separated[j]) == (Fraction(first) < Fraction(second))
