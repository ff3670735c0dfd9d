import pytest

from numkbqa.answering.unknown_names import unknown_names, unknown_place
from numkbqa.retrieval.linking import EntityLinker
from tests.support.toy_kb import ToyKB

KB = ToyKB(
    [("france", "type", "country"), ("paris", "type", "city"), ("obama", "in", "paris")],
    labels={name: name.capitalize() for name in ("france", "paris", "country", "city")}
    | {"obama": "Barack Obama"},
)
LINKER = EntityLinker(KB)


@pytest.mark.parametrize(
    ("question", "names"),
    [
        ("which rivers are in Atlantis and France", ["Atlantis"]),
        ("which rivers are in atlantis and france?", ["atlantis"]),
        ("which rivers are in france or the atlantis", ["atlantis"]),
        ('what did "the grey company" do in France', ["the grey company"]),
        ("what is the largest city of the Kingdom of Narnia", ["Kingdom of Narnia"]),
        ("is Narnia's capital Paris", ["Narnia"]),
        ("Narnia's largest city", ["Narnia"]),
        ("which cities are in Narnia, Mordor or France", ["Narnia", "Mordor"]),
        ("what is the largest city in France?", []),
        ("what is the largest city in france and where", []),
        ("Which is larger. Cities of France are small", []),
        ("who is Barack Hussein Obama", []),
        ("who is President Barack Obama of France", []),
        ("What Is The Largest Town Of Narnia", []),
        ("WHAT IS IN NARNIA", []),
        ("which Cities of France have the largest GDP", []),
        ("the 3rd largest city in France in 1990 AD", []),
        ("x" * 2000 + " in Narnia", []),
        ("which film has its trailer at http://example.org/TZe1Qz", []),
        ("", []),
    ],
)
def test_names_that_nothing_is_called(question: str, names: list[str]) -> None:
    assert unknown_names(question, LINKER.link(question), LINKER) == names


@pytest.mark.parametrize(
    ("question", "place"),
    [
        ("what is the largest city in narnia?", "narnia"),
        ("largest city of the middle kingdom", None),
        ("largest city within greyhaven", "greyhaven"),
        ("largest city in the world", None),
        ("largest country in landmass", None),
        ("largest city in square miles", None),
        ("largest city in france", None),
        ("largest city", None),
    ],
)
def test_a_place_in_lower_case(question: str, place: str | None) -> None:
    assert unknown_place(question, LINKER.link(question), LINKER) == place
