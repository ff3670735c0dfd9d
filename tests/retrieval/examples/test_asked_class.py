import numpy as np

from numkbqa.retrieval.examples.asked_class import asked_class
from tests.support.toy_kb import ToyKB

KB = ToyKB(
    [
        ("dallas", "type", "city"),
        ("austin", "type", "capital"),
        ("capital", "subclass_of", "seat"),
        ("seat", "subclass_of", "city"),
        ("paris", "type", "big"),
        ("waco", "type", "us_city"),
        ("texas", "type", "state"),
        ("dallas", "in", "texas"),
    ],
    labels={
        "texas": "Texas",
        "city": "City",
        "big": "big city",
        "us_city": "city of the United States",
        "state": "state",
    },
    aliases={"state": ["province"]},
)
EVERYTHING = np.arange(KB.num_entities)
TEXAS = np.array([KB.entity_index("texas")])


def members(question: str) -> set[str]:
    asked = asked_class(KB, question, EVERYTHING, TEXAS)
    return {KB.entity_id(entity) for entity in EVERYTHING[asked.members].tolist()}


def test_members_are_those_of_the_class_its_subclasses_and_its_kinds() -> None:
    cities = {"dallas", "austin", "paris", "waco"}
    assert members("what is the largest city in Texas?") == cities
    assert members("Texas largest cities") == set()
    assert members("the two largest cities") == cities
    assert members("the largest big city") == {"paris"}


def test_the_class_of_that_very_name_comes_first() -> None:
    asked = asked_class(KB, "what is the largest city?", EVERYTHING, TEXAS)
    assert KB.entity_id(int(asked.classes[0])) == "city"


def test_a_class_is_known_by_its_aliases_too() -> None:
    assert members("the largest province") == members("the largest state") == {"texas"}


def test_nothing_is_asked_for_by_other_words_and_without_an_order() -> None:
    for question in ("the largest lake in Texas", "a city in Texas", "the mayor of the largest city"):
        asked = asked_class(KB, question, EVERYTHING, TEXAS)
        assert not asked.members.any()
        assert len(asked.members) == KB.num_entities
        assert len(asked.classes) == 0


def test_a_graph_without_classes_has_none() -> None:
    kb = ToyKB([("a", "in", "b")])
    asked = asked_class(kb, "the largest city", np.arange(2), np.array([1]))
    assert asked.members.tolist() == [False, False]
