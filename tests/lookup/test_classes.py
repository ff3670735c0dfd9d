import pytest

from numkbqa.errors import UserError
from numkbqa.lookup.classes import ClassNames
from tests.support.toy_kb import ToyKB

KB = ToyKB(
    [
        ("a", "type", "mountains"),
        ("b", "type", "element"),
        ("c", "type", "part"),
        ("d", "type", "part2"),
        ("e", "type", "part2"),
        ("f", "type", "film"),
    ],
    labels={
        "mountains": "Mountains",
        "element": "chemical element",
        "part": "part",
        "part2": "part",
        "film": "film",
        "f": "Part",
        "a": "Ararat",
    },
    aliases={"film": ["motion picture"]},
)
NAMES = ClassNames(KB)


@pytest.mark.parametrize(
    ("text", "meant"),
    [
        ("mountain", "mountains"),
        ("Mountains", "mountains"),
        ("elements", "element"),
        ("chemical elements", "element"),
        ("motion pictures", "film"),
        ("parts", "part2"),
        ("part", "part"),
        ("film", "film"),
    ],
)
def test_names_of_classes(text: str, meant: str) -> None:
    assert KB.entity_id(NAMES.find(text)) == meant


def test_the_first_entity_of_a_graph_may_be_a_class() -> None:
    graph = ToyKB([("oslo", "type", "city")], labels={"city": "city"})
    assert graph.entity_index("city") == 0
    assert [ClassNames(graph).find(text) for text in ("city", "cities")] == [0, 0]


def test_what_is_no_class_is_told_with_its_classes() -> None:
    with pytest.raises(UserError, match='"Ararat" is no class: nothing is an instance of it') as refused:
        NAMES.find("a")
    assert refused.value.remedy == "did you mean Mountains?"


def test_what_is_alike_is_offered() -> None:
    with pytest.raises(UserError) as refused:
        NAMES.find("montain")
    assert refused.value.remedy == "did you mean Mountains?"
    with pytest.raises(UserError, match="no class called"):
        NAMES.find("")


def test_a_graph_without_classes_says_so() -> None:
    with pytest.raises(UserError) as refused:
        ClassNames(ToyKB([("a", "r", "b")])).find("town")
    assert refused.value.remedy == "nothing in this graph has a class; a list of ids can be ranked, too"
