import string

import pytest

from numkbqa.questions import templates
from numkbqa.questions.groups import Side
from numkbqa.questions.lexicon import DETERMINERS
from numkbqa.questions.ordinal import parse_ordinal
from numkbqa.questions.templates import PROPERTIES, Shape, property_of, shape_of


def slots(template: str) -> set[str]:
    return {name for _, name, _, _ in string.Formatter().parse(template) if name}


@pytest.mark.parametrize(
    ("value", "top"),
    [
        ("population", "most populous"),
        ("population density", "densest"),
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


def test_property_of_numbers_of_things_and_unknown_ones() -> None:
    row = property_of("number of seasons")
    assert row is not None
    assert row.top_says == ("has the {most} seasons",)
    assert property_of("calling code") is None


@pytest.mark.parametrize(
    ("link", "shape"),
    [("capital", Shape.NOUN), ("borders", Shape.VERB), ("located in", Shape.PHRASE), ("in", Shape.NOUN)],
)
def test_shape_of(link: str, shape: Shape) -> None:
    assert shape_of(link) is shape


def test_every_kind_of_group_has_its_wordings() -> None:
    for shape in Shape:
        for side in (Side.TAILS, Side.HEADS):
            assert templates.CLAUSES[side, shape]
            assert templates.PLAIN[side, shape]
    assert templates.CLAUSES[Side.CLASS, Shape.NOUN]


def test_templates_use_only_the_slots_they_are_given() -> None:
    base = {"topic", "link", "noun", "prep"}
    for texts in [*templates.CLAUSES.values(), *templates.PLAIN.values()]:
        assert all(slots(text) <= base for text in texts)
    for text in templates.GENERIC:
        assert slots(text) == {"clause", "det", "value"}
    for text in (*templates.ADJECTIVE, *templates.PERSON_ADJECTIVE):
        assert slots(text) == {"clause", "adj"}
    assert all(slots(text) == {"clause", "rank", "value"} for text in templates.RANKED)
    assert all(
        slots(text) == {"clause", "rank", "done"} for text in templates.COUNTED + templates.COUNTED_NOUN
    )
    assert all(slots(text) == {"topic", "adj", "noun"} for text in templates.PLACE_ADJECTIVE)
    assert all(slots(text) == {"clause", "pred"} for text in templates.PREDICATE)
    wordings = len(templates.GENERIC) + len(templates.ADJECTIVE) + len(templates.PREDICATE)
    assert wordings >= 15


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
