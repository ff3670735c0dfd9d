import string

import pytest

from numkbqa.questions.lexicon import DETERMINERS
from numkbqa.questions.ordinal import parse_ordinal
from numkbqa.questions.properties import PROPERTIES, measure_of, property_of


def slots(template: str) -> set[str]:
    return {name for _, name, _, _ in string.Formatter().parse(template) if name}


@pytest.mark.parametrize(
    ("value", "top"),
    [
        ("population", "most populous"),
        ("population density", "most densely populated"),
        ("density", "densest"),
        ("date of birth", "youngest"),
        ("area land", "largest"),
        ("running time", "longest"),
        ("latitude", "northernmost"),
    ],
)
def test_property_of_known_wordings(value: str, top: str) -> None:
    row = property_of(value)
    assert row is not None
    assert top in row.top


def test_a_substance_is_not_populated() -> None:
    row = property_of("density")
    assert row is not None
    assert not any("populated" in superlative for superlative in row.top + row.bottom)


@pytest.mark.parametrize("value", ["calling code", "area code", "population growth rate", "height rank"])
def test_what_names_or_compares_is_not_the_property_in_its_words(value: str) -> None:
    assert property_of(value) is None


def test_property_of_numbers_of_things() -> None:
    row = property_of("number of seasons")
    assert row is not None
    assert row.top_says == ("has the {most} seasons",)


def test_dates_of_something_done_are_said_by_their_verb() -> None:
    surveyed, retired = property_of("date surveyed", date=True), property_of("retired", date=True)
    assert surveyed is not None
    assert surveyed.top_says == ("was surveyed {last}",)
    assert surveyed.done == ("be surveyed",)
    assert retired is not None
    assert retired.bottom_says == ("retired {first}",)
    assert property_of("surveyed") is None
    assert property_of("career end", date=True) is None


@pytest.mark.parametrize(
    ("value", "measure"),
    [
        ("visitors", "number of visitors"),
        ("seats in parliament", "number of seats in parliament"),
        ("people", "number of people"),
        ("number of rivers", "number of rivers"),
        ("population", "population"),
        ("radius", "radius"),
        ("sales", "sales"),
        ("zip codes", "zip codes"),
    ],
)
def test_things_are_counted_by_their_number(value: str, measure: str) -> None:
    assert measure_of(value) == measure


def test_every_superlative_of_a_property_is_in_the_lexicon() -> None:
    for row in PROPERTIES:
        for superlative in row.top + row.bottom:
            assert parse_ordinal(f"what is the {superlative} city") is not None, superlative


def test_every_predicate_holds_one_determiner_of_the_lexicon() -> None:
    for row in PROPERTIES:
        for predicate in row.top_says + row.bottom_says:
            (determiner,) = slots(predicate)
            assert any(known.phrase == determiner for known in DETERMINERS), predicate


def test_what_happened_at_a_date_is_read_back() -> None:
    for row in PROPERTIES:
        for done in row.done:
            cue = parse_ordinal(f"which city was the third to {done}")
            assert cue is not None, done
            assert (cue.determiner, cue.k) == ("first", 3)


@pytest.mark.parametrize(("value", "date"), [("number of {most} seats", False), ("{re}visited", True)])
def test_braces_of_a_graph_are_no_slots(value: str, date: bool) -> None:
    row = property_of(value, date=date)
    assert row is not None
    (determiner,) = slots(row.top_says[0])
    assert value.rsplit(maxsplit=1)[-1] in row.top_says[0].format(**{determiner: "x"})
