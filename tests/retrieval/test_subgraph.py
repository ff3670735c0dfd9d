from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

from numkbqa.kb.protocol import Facts, Ints
from numkbqa.retrieval.settings import RetrievalSettings
from numkbqa.retrieval.subgraph import Relevance, Subgraph, SubgraphRetriever, facts_among
from tests.support.toy_kb import ToyKB, number, toy_world


def flat(kb: ToyKB) -> Relevance:
    return Relevance(np.zeros(len(kb.relations)), np.zeros(len(kb.numerical_relations)))


def retrieve(kb: ToyKB, *topics: str, **settings: Any) -> Subgraph:
    indices = np.array([kb.entity_index(topic) for topic in topics], dtype=np.int64)
    return SubgraphRetriever(kb, RetrievalSettings(**settings)).retrieve(indices, flat(kb))


def ids(kb: ToyKB, graph: Subgraph) -> list[str]:
    return [kb.entity_id(int(entity)) for entity in graph.entities]


def facts_of(kb: ToyKB, graph: Subgraph) -> set[tuple[str, str, str, bool]]:
    """Facts by name, inverse ones marked."""
    names, count = ids(kb, graph), len(kb.relations)
    return {
        (names[h], kb.relations[r % count], names[t], r >= count)
        for h, r, t in zip(graph.head.tolist(), graph.relation.tolist(), graph.tail.tolist(), strict=True)
    }


def star(size: int, seed: int = 0) -> tuple[ToyKB, Ints]:
    """A country with many cities; the population of city i is a fixed permutation of 0..size-1."""
    people = np.random.default_rng(seed).permutation(size)
    facts = [(f"c{i:05d}", "in", "land") for i in range(size)]
    return ToyKB(facts, [(f"c{i:05d}", "people", number(float(p))) for i, p in enumerate(people)]), people


def test_two_hops_reach_all_of_a_small_country() -> None:
    kb = toy_world()
    graph = retrieve(kb, "norway", num_hops=1)
    expected = {"norway", "europe", "country", "oslo", "bergen", "trondheim", "stavanger", "tromso"}
    assert set(ids(kb, graph)) == expected | {"glomma", "tana"}
    wider = set(ids(kb, retrieve(kb, "norway", num_hops=2)))
    assert {"france", "city", "river_class"} <= wider
    assert "paris" not in wider
    assert "paris" in ids(kb, retrieve(kb, "norway", num_hops=3))


def test_topics_come_first_and_both_directions_are_present() -> None:
    kb = toy_world()
    graph = retrieve(kb, "paris", "lyon")
    assert graph.num_topics == 2
    assert set(ids(kb, graph)[:2]) == {"paris", "lyon"}
    facts = facts_of(kb, graph)
    assert ("paris", "located_in", "france", False) in facts
    assert ("france", "located_in", "paris", True) in facts
    assert facts == {(t, r, h, not inverse) for h, r, t, inverse in facts}
    assert (np.diff(graph.tail) >= 0).all()


def test_holds_exactly_the_facts_among_its_entities() -> None:
    kb = toy_world()
    graph = retrieve(kb, "germany", max_entities=12)
    kept = set(ids(kb, graph))
    everything = kb.facts_from(np.arange(kb.num_entities))
    expected = {
        (kb.entity_id(h), kb.relations[r], kb.entity_id(t))
        for h, r, t in zip(*(column.tolist() for column in everything), strict=True)
    }
    forward = {(h, r, t) for h, r, t, inverse in facts_of(kb, graph) if not inverse}
    assert len(kept) == 12
    assert forward == {(h, r, t) for h, r, t in expected if h in kept and t in kept}
    assert len(graph.head) == 2 * len(forward)


def test_topics_are_kept_even_when_there_are_more_than_fit() -> None:
    kb = toy_world()
    graph = retrieve(kb, "paris", "oslo", "rome", "nina_falk", max_entities=2)
    assert set(ids(kb, graph)) == {"paris", "oslo", "rome", "nina_falk"}


@pytest.mark.parametrize("order_aware", [True, False])
def test_order_aware_retrieval_keeps_the_extremes_of_a_large_group(order_aware: bool) -> None:
    kb, people = star(400)
    graph = retrieve(kb, "land", max_entities=60, order_aware=order_aware, keep_extremes=5)
    kept = {int(name[1:]) for name in ids(kb, graph) if name != "land"}
    order = np.argsort(people)
    ends = {*order[:5].tolist(), *order[-5:].tolist()}
    assert len(graph.entities) == 60
    assert (ends <= kept) is order_aware


def test_extremes_follow_the_relations_that_fit_the_question() -> None:
    size = 300
    facts = [(f"c{i:03d}", "in", "land") for i in range(size)]
    numbers = [(f"c{i:03d}", "area", number(float(i))) for i in range(size)]
    numbers += [(f"c{i:03d}", "people", number(float((i * 7) % size))) for i in range(size)]
    kb = ToyKB(facts, numbers)
    retriever = SubgraphRetriever(kb, RetrievalSettings(max_entities=10, keep_extremes=2, order_relations=1))
    topic = np.array([kb.entity_index("land")])
    by_people = retriever.retrieve(topic, Relevance(np.zeros(1), np.array([0.1, 0.9])))
    largest = max(range(size), key=lambda i: (i * 7) % size)
    assert kb.entity_index(f"c{largest:03d}") in by_people.entities
    by_area = retriever.retrieve(topic, Relevance(np.zeros(1), np.array([0.9, 0.1])))
    assert kb.entity_index(f"c{size - 1:03d}") in by_area.entities


def test_result_does_not_depend_on_the_order_of_facts(monkeypatch: pytest.MonkeyPatch) -> None:
    kb = toy_world()
    plain = retrieve(kb, "europe", max_entities=20)
    rng = np.random.default_rng(3)

    def shuffled(method: Callable[[Ints], Facts]) -> Callable[[Ints], Facts]:
        def read(entities: Ints) -> Facts:
            facts = method(entities)
            order = rng.permutation(len(facts.head))
            return Facts(*(column[order] for column in facts))

        return read

    monkeypatch.setattr(kb, "facts_from", shuffled(kb.facts_from))
    monkeypatch.setattr(kb, "facts_into", shuffled(kb.facts_into))
    again = retrieve(kb, "europe", max_entities=20)
    for field in ("entities", "head", "relation", "tail"):
        assert np.array_equal(getattr(plain, field), getattr(again, field))


def test_does_not_walk_through_hubs_that_are_no_topics() -> None:
    kb, _ = star(50)
    near = retrieve(kb, "c00000", hub_cap=10)
    assert ids(kb, near) == ["c00000", "land"]
    assert len(retrieve(kb, "c00000", hub_cap=100).entities) == 51
    assert len(retrieve(kb, "land", hub_cap=10).entities) == 51


def test_facts_read_per_hop_are_bounded(monkeypatch: pytest.MonkeyPatch) -> None:
    kb, _ = star(200)
    sizes, read = list[int](), kb.facts_from

    def counted(entities: Ints) -> Facts:
        sizes.append(len(entities))
        return read(entities)

    monkeypatch.setattr(kb, "facts_from", counted)
    retrieve(kb, "land", max_facts=30, max_entities=20)
    assert max(sizes) <= 30


def test_relation_weighting_prefers_the_relation_asked_for() -> None:
    facts = [(f"a{i}", "sings", "topic") for i in range(30)] + [
        (f"b{i}", "lives", "topic") for i in range(30)
    ]
    kb = ToyKB(facts)
    topic = np.array([kb.entity_index("topic")])
    fit = Relevance(np.array([0.9 if name == "sings" else 0.0 for name in kb.relations]), np.zeros(0))
    weighted = SubgraphRetriever(kb, RetrievalSettings(max_entities=31)).retrieve(topic, fit)
    assert {name[0] for name in ids(kb, weighted)} == {"t", "a"}


def test_facts_between_large_hubs_come_from_those_known() -> None:
    facts = [(f"x{i}", "r", "hub") for i in range(9)] + [(f"x{i}", "r", "other") for i in range(9)]
    kb = ToyKB([*facts, ("hub", "r", "other")])
    kept = np.array([kb.entity_index(name) for name in ("hub", "other", "x3")])
    settings = RetrievalSettings(hub_cap=5, max_facts=1)
    known = Facts(np.array([kept[0]]), np.array([0]), np.array([kept[1]]))
    found = facts_among(kb, kept, known, settings)
    assert sorted(zip(found.head.tolist(), found.tail.tolist(), strict=True)) == [(0, 1), (2, 0), (2, 1)]
