import numpy as np
import pytest

from numkbqa.lookup import Lookup, relations
from numkbqa.lookup.relations import Relations
from tests.support.toy_kb import ToyKB, day, number


def test_relations_are_listed_the_most_carried_first(lookup: Lookup) -> None:
    listed = lookup.relations()
    assert [record.id for record in listed][:2] == ["population", "length"]
    assert len(listed) == 6
    assert lookup.relations(limit=2, offset=1) == listed[1:3]
    assert lookup.relations(offset=99) == []


def test_a_relation_is_told_with_who_carries_it(lookup: Lookup) -> None:
    (record,) = lookup.relations("popul")
    assert (record.text, record.kind, record.unit, record.several) == (
        "population",
        "number",
        None,
        "default",
    )
    assert (record.facts, record.entities) == (48, 48)
    assert record.smallest is not None
    assert record.largest is not None
    assert (record.smallest.label, record.smallest.value) == ("Faro", "67622")
    assert (record.largest.label, record.largest.value) == ("Germany", "84482267")
    assert [kind.label for kind in record.classes] == ["city", "country"]


def test_every_word_must_begin_a_word(lookup: Lookup) -> None:
    assert [record.id for record in lookup.relations("date")] == ["release_date", "date_of_birth"]
    assert [record.id for record in lookup.relations("birth da")] == ["date_of_birth"]
    assert lookup.relations("xyz") == []


@pytest.mark.parametrize("at_once", [1, 3, 100])
def test_entities_are_counted_once_and_events_never(monkeypatch: pytest.MonkeyPatch, at_once: int) -> None:
    monkeypatch.setattr(relations, "AT_ONCE", at_once)
    numbers = [
        ("a", "size", number(3)),
        ("a", "size", number(1)),
        ("b", "size", number(2)),
        ("e", "size", number(9)),
    ]
    kb = ToyKB([("a", "r", "b")], numbers, events=["e"])
    record = Relations(kb).record(0)
    assert (record.facts, record.entities) == (4, 2)
    assert record.largest is not None
    assert (record.largest.id, record.largest.value) == ("a", "3")


@pytest.mark.parametrize(("count", "at_once"), [(10, 3), (1_000, 170), (1_000, 5_000)])
def test_the_sample_is_spread_over_the_relation(
    monkeypatch: pytest.MonkeyPatch, count: int, at_once: int
) -> None:
    monkeypatch.setattr(relations, "AT_ONCE", at_once)
    kb = ToyKB([], [(f"e{i:04}", "size", number(i)) for i in range(count)])
    sample = Relations(kb).extent(0).sample
    step = -(-count // relations.SAMPLE)
    assert sample.tolist() == list(range(0, count, step))


def test_the_widest_interval_is_known() -> None:
    kb = ToyKB([], [("a", "at", day("1999")), ("b", "at", day("2000-01-01"))])
    assert Relations(kb).extent(0).widest == 364


def test_numbers_are_read_once(monkeypatch: pytest.MonkeyPatch) -> None:
    kb = ToyKB([], [("a", "size", number(1))])
    lookup = Relations(kb)
    first = lookup.record(0)
    monkeypatch.setattr(kb, "numbers_of_relation", None)
    assert lookup.record(0) is first


def test_a_graph_without_relations_has_none() -> None:
    kb = ToyKB([("a", "r", "b")])
    assert Relations(kb).fitting("") == []


def test_members_decide_between_relations_of_one_text() -> None:
    numbers = [("a", "x", number(1)), ("b", "x", number(1)), ("c", "y", number(1))]
    kb = ToyKB([], numbers, relation_texts={"x": "size", "y": "size"})
    found = Relations(kb)
    assert found.find("size", None) == (0, [1])
    assert found.find("size", np.array([2])) == (1, [0])
    assert found.find("y", np.array([0])) == (1, [])
