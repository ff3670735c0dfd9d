from collections.abc import Collection, Mapping, Sequence
from types import MappingProxyType

import pytest

from numkbqa.lookup import Lookup, Match, search
from numkbqa.retrieval.linking import EntityLinker
from tests.support.toy_kb import ToyKB


def lookup_of(
    labels: dict[str, str],
    links: Mapping[str, int] = MappingProxyType({}),
    *,
    aliases: Mapping[str, Sequence[str]] | None = None,
    events: Collection[str] = (),
) -> Lookup:
    """A graph of named entities, each with some facts."""
    facts = [(entity, "r", f"{entity}-{i}") for entity, n in links.items() for i in range(n)]
    kb = ToyKB(facts, labels=labels, aliases=aliases, events=events)
    return Lookup(kb, EntityLinker(kb))


def found(lookup: Lookup, text: str, limit: int = 10) -> list[tuple[str, Match]]:
    return [(hit.id, hit.match) for hit in lookup.search(text, limit)]


def test_names_with_the_beginning_are_found_the_best_linked_first() -> None:
    lookup = lookup_of({"a": "Paris", "b": "Parma", "c": "Oslo", "d": "Parnassus"}, {"b": 3, "d": 1, "c": 9})
    assert found(lookup, "par") == [("b", Match.PREFIX), ("d", Match.PREFIX), ("a", Match.PREFIX)]
    assert found(lookup, "PÁR") == found(lookup, "par")
    assert found(lookup, "par", 1) == [("b", Match.PREFIX)]


def test_the_very_name_comes_first_and_labels_before_aliases() -> None:
    labels = {"a": "York", "b": "Yorkshire", "c": "Eboracum"}
    lookup = lookup_of(labels, {"b": 9}, aliases={"c": ["York"]})
    assert found(lookup, "york") == [("a", Match.EXACT), ("c", Match.EXACT), ("b", Match.PREFIX)]
    assert [hit.alias for hit in lookup.search("york")] == [None, "York", None]


def test_several_words_are_a_beginning_too() -> None:
    lookup = lookup_of({"a": "New York", "b": "New Jersey", "c": "Newark"}, {"c": 9})
    assert found(lookup, "new j") == [("b", Match.PREFIX)]
    assert [entity for entity, _ in found(lookup, "new")] == ["c", "a", "b"]


def test_words_inside_a_name_are_found_after_its_beginning() -> None:
    labels = {
        "a": "Abraham Lincoln",
        "b": "Lincoln",
        "c": "Lincolnshire",
        "d": "Lincoln Memorial Abraham Park",
    }
    lookup = lookup_of(labels, {"a": 9})
    assert found(lookup, "lincoln") == [
        ("b", Match.EXACT),
        ("c", Match.PREFIX),
        ("d", Match.PREFIX),
        ("a", Match.WORDS),
    ]
    assert found(lookup, "lincoln abra") == [("a", Match.WORDS), ("d", Match.WORDS)]
    assert found(lookup, "lincoln oslo") == []


def test_misspelled_words_are_corrected_when_nothing_else_fits() -> None:
    lookup = lookup_of({"a": "Mississippi River", "b": "Missouri River"})
    assert found(lookup, "missisippi") == [("a", Match.TYPO)]
    assert found(lookup, "misouri rivr") == [("b", Match.TYPO)]
    assert found(lookup, "xxxxxxxx") == []


def test_an_id_finds_its_entity(lookup: Lookup) -> None:
    assert found(lookup, " otto_brandt ")[0] == ("otto_brandt", Match.EXACT)


def test_hits_tell_entities_apart(lookup: Lookup) -> None:
    (hit,) = lookup.search("lisboa")
    assert (hit.id, hit.label, hit.alias, hit.is_class) == ("lisbon", "Lisbon", "Lisboa", False)
    assert hit.description == "city, in Portugal"
    assert hit.links == 3
    assert [(hit.id, hit.is_class) for hit in lookup.search("countries")] == [("country", True)]


def test_events_are_not_found() -> None:
    lookup = lookup_of({"a": "Marriage of Ann", "b": "Marriage"}, events=["a"])
    assert found(lookup, "marriage") == [("b", Match.EXACT)]


@pytest.mark.parametrize("shards", [1, 7])
def test_of_very_many_names_the_best_linked_are_found(monkeypatch: pytest.MonkeyPatch, shards: int) -> None:
    monkeypatch.setattr(search, "MOST_NAMES", 5)
    monkeypatch.setattr("numkbqa.retrieval.linking.build_index.ENTITIES_PER_SHARD", 300 // shards)
    labels = {f"e{i:03}": f"Name{i:03}" for i in range(200)}
    lookup = lookup_of(labels, {"e123": 3, "e077": 2, "e199": 1})
    assert [entity for entity, _ in found(lookup, "n", 3)] == ["e123", "e077", "e199"]
    assert found(lookup, "name150")[0] == ("e150", Match.EXACT)
