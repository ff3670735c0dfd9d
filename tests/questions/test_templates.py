import string

import pytest

from numkbqa.questions import templates
from numkbqa.questions.groups import Side
from numkbqa.questions.templates import Shape, many, shape_of


def slots(template: str) -> set[str]:
    return {name for _, name, _, _ in string.Formatter().parse(template) if name}


@pytest.mark.parametrize(
    ("link", "shape"),
    [
        ("capital", Shape.NOUN),
        ("place of birth", Shape.NOUN),
        ("works written", Shape.NOUN),
        ("seed", Shape.NOUN),
        ("borders", Shape.VERB),
        ("shares border with", Shape.VERB),
        ("partially contains", Shape.VERB),
        ("directed", Shape.VERB),
        ("lives in", Shape.VERB),
        ("acted in", Shape.VERB),
        ("located in", Shape.PHRASE),
        ("played by", Shape.PHRASE),
        ("in", Shape.PHRASE),
    ],
)
def test_shape_of(link: str, shape: Shape) -> None:
    assert shape_of(link) is shape


@pytest.mark.parametrize(
    ("noun", "plural"),
    [
        ("city", "cities"), ("body of water", "bodies of water"), ("person", "people"), ("series", "series"),
        ("chemical element", "chemical elements"), ("film by a director", "films by a director"),
    ],
)  # fmt: skip
def test_many(noun: str, plural: str) -> None:
    assert many(noun) == plural


def test_every_kind_of_group_has_its_wordings() -> None:
    for shape in Shape:
        for side in (Side.TAILS, Side.HEADS):
            assert templates.CLAUSES[side, shape]
            assert templates.PLAIN[side, shape]
    assert templates.CLAUSES[Side.CLASS, Shape.NOUN]


def test_templates_use_only_the_slots_they_are_given() -> None:
    base = {"topic", "link", "links", "noun", "nouns", "prep", "a", "is"}
    tables = (templates.CLAUSES, templates.CLAUSES_OF_MANY, templates.PLAIN)
    for texts in (texts for table in tables for texts in table.values()):
        assert all(slots(text) <= base for text in texts)
    clause = {"clause"}, {"clauses"}
    for text in templates.GENERIC:
        assert slots(text) - {"det", "value"} in clause
    for text in (*templates.ADJECTIVE, *templates.PERSON_ADJECTIVE):
        assert slots(text) == {"clause", "adj"}
    assert all(slots(text) == {"clause", "rank", "value"} for text in templates.RANKED)
    counted = templates.COUNTED + templates.COUNTED_NOUN
    assert all(slots(text) - {"rank", "done"} in clause for text in counted)
    assert all(slots(text) == {"topic", "adj", "noun"} for text in templates.PLACE_ADJECTIVE)
    assert all(slots(text) - {"pred"} in clause for text in templates.PREDICATE)
    wordings = len(templates.GENERIC) + len(templates.ADJECTIVE) + len(templates.PREDICATE)
    assert wordings >= 15
