import pytest

from numkbqa.lookup import best_known
from numkbqa.lookup.best_known import BestKnown
from tests.support.toy_kb import ToyKB

KB = ToyKB(
    [("a", "r", "b"), ("a", "s", "b"), ("a", "s", "c"), ("e", "r", "a"), ("e", "r", "b"), ("e", "r", "c")],
    labels={"a": "Élan", "b": "Elbe", "c": "Elba", "d": "Elbow", "e": "Elope"},
    aliases={"a": ["Verve"]},
    events=["e"],
)


@pytest.mark.parametrize("at_once", [1, 2, 100])
def test_only_the_best_linked_things_are_kept(monkeypatch: pytest.MonkeyPatch, at_once: int) -> None:
    monkeypatch.setattr(best_known, "AT_ONCE", at_once)
    found = BestKnown(KB, most=3).starting_with("el")
    assert [(KB.entity_id(entity), name) for entity, name in found] == [
        ("a", "elan"),
        ("c", "elba"),
        ("b", "elbe"),
    ]


def test_all_names_are_known() -> None:
    assert [name for _, name in BestKnown(KB).starting_with("v")] == ["verve"]
    assert BestKnown(KB).starting_with("x") == []
