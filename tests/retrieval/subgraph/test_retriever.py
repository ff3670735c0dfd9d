import pickle
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import numpy as np
import pytest

from numkbqa.kb.protocol import Facts, Ints, NumericFacts
from numkbqa.retrieval.settings import RetrievalSettings
from numkbqa.retrieval.subgraph import Relevance, Subgraph, SubgraphRetriever, ends, extremes, groups
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
    near = retrieve(kb, "c00000", hub_cap=10, order_aware=False)
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


def behind_hub(size: int, seed: int = 0) -> tuple[ToyKB, int]:
    """A person lives in a country with many cities, and as many cities lie elsewhere; its largest city."""
    people = np.random.default_rng(seed).permutation(2 * size)
    facts = [(f"c{i:05d}", "in", "land" if i < size else "elsewhere") for i in range(2 * size)]
    numbers = [(f"c{i:05d}", "people", number(float(p))) for i, p in enumerate(people)]
    return ToyKB([*facts, ("ada", "lives", "land")], numbers), int(np.argmax(people[:size]))


def connected(graph: Subgraph) -> bool:
    """Whether every entity is linked to a topic within the subgraph."""
    reached = np.arange(len(graph.entities)) < graph.num_topics
    for _ in range(8):
        reached[graph.tail[reached[graph.head]]] = True
    return bool(reached.all())


@pytest.mark.parametrize("order_aware", [True, False])
def test_extremes_two_hops_away_behind_a_hub_are_found(order_aware: bool) -> None:
    kb, largest = behind_hub(300)
    graph = retrieve(kb, "ada", max_entities=40, hub_cap=100, order_aware=order_aware, keep_extremes=3)
    kept = ids(kb, graph)
    if order_aware:
        assert f"c{largest:05d}" in kept
        assert not any(name in kept for name in ("elsewhere", *(f"c{i:05d}" for i in range(300, 600))))
        assert (f"c{largest:05d}", "in", "land", False) in facts_of(kb, graph)
        assert connected(graph)
    else:
        assert kept == ["ada", "land"]


def test_extremes_two_hops_away_are_found_among_expanded_nodes_too() -> None:
    facts = [(f"s{i:02d}", "in", "land") for i in range(20)]
    facts += [(f"c{i:03d}", "in", f"s{i % 20:02d}") for i in range(600)]
    people = np.random.default_rng(5).permutation(600)
    kb = ToyKB(facts, [(f"c{i:03d}", "people", number(float(p))) for i, p in enumerate(people)])
    graph = retrieve(kb, "land", max_entities=60, keep_extremes=3)
    kept = ids(kb, graph)
    order = np.argsort(people)
    assert {f"c{i:03d}" for i in (*order[:3], *order[-3:])} <= set(kept)
    assert connected(graph)


def roster(size: int) -> tuple[ToyKB, list[str]]:
    """A league whose players are linked to it by events, with heights; players by height."""
    facts = [(f"m{i:04d}", "league", "nba") for i in range(size)]
    facts += [(f"m{i:04d}", "player", f"p{i:04d}") for i in range(size)]
    height = np.random.default_rng(2).permutation(size)
    numbers = [(f"p{i:04d}", "height", number(float(h))) for i, h in enumerate(height)]
    kb = ToyKB(facts, numbers, events=[f"m{i:04d}" for i in range(size)])
    return kb, [f"p{i:04d}" for i in np.argsort(height)]


def test_an_event_is_no_hop() -> None:
    kb, by_height = roster(30)
    assert set(ids(kb, retrieve(kb, "nba", num_hops=1))) >= set(by_height)
    chain = ToyKB([("a", "r", "x"), ("x", "r", "y"), ("y", "r", "b"), ("b", "r", "c")], events=["x", "y"])
    assert set(ids(chain, retrieve(chain, "a", num_hops=1))) == {"a", "x", "y", "b"}


def test_an_event_that_leads_nowhere_is_left_out() -> None:
    events = [f"e{i}" for i in range(20)]
    facts = [(event, "about", "topic") for event in events] + [("e3", "with", "b"), ("e4", "with", "z")]
    kb = ToyKB(facts, events=events)
    assert set(ids(kb, retrieve(kb, "topic"))) == {"topic", "e3", "b", "e4", "z"}
    assert len(ids(kb, retrieve(kb, "topic", max_entities=4))) == 4


@pytest.mark.parametrize("push_threshold", [1e-6, 1e-2])
def test_extremes_behind_many_events_are_found_whether_or_not_the_events_are_expanded(
    push_threshold: float,
) -> None:
    kb, by_height = roster(400)
    graph = retrieve(kb, "nba", max_entities=40, keep_extremes=3, push_threshold=push_threshold)
    assert {*by_height[:3], *by_height[-3:]} <= set(ids(kb, graph))
    assert connected(graph)


@pytest.mark.parametrize("search_share", [1, 1000])
def test_members_of_a_large_class_are_searched_from_the_ends_of_the_numbers(
    monkeypatch: pytest.MonkeyPatch, search_share: int
) -> None:
    # With a share of 1000 next to nothing may be searched, and the numbers of all members are read.
    kb, people = star(400)
    expected = ids(kb, retrieve(kb, "land", max_entities=60, keep_extremes=5))
    monkeypatch.setattr(groups, "LARGE_GROUP", 50)
    monkeypatch.setattr(extremes, "SEARCH_SHARE", search_share)
    asked, read = list[int](), kb.numbers_of

    def counted(entities: Ints) -> NumericFacts:
        asked.append(len(entities))
        return read(entities)

    monkeypatch.setattr(kb, "numbers_of", counted)
    monkeypatch.setattr(extremes, "SAMPLE", 10)
    monkeypatch.setattr(ends, "BLOCK", 16)
    found = ids(kb, retrieve(kb, "land", max_entities=60, keep_extremes=5))
    order = np.argsort(people)
    assert {f"c{i:05d}" for i in (*order[:5], *order[-5:])} <= set(found)
    assert set(found) == set(expected)
    assert (max(asked) == 400) is (search_share == 1000)


def test_a_small_group_of_a_hub_has_its_own_extremes(monkeypatch: pytest.MonkeyPatch) -> None:
    facts = [(f"c{i:03d}", "in", "land") for i in range(300)] + [(f"h{i}", "near", "land") for i in range(9)]
    numbers = [(f"c{i:03d}", "size", number(float(i))) for i in range(300)]
    kb = ToyKB(facts, [*numbers, *((f"h{i}", "size", number(150.0 + i)) for i in range(9))])
    monkeypatch.setattr(groups, "LARGE_GROUP", 50)
    kept = ids(kb, retrieve(kb, "land", max_entities=12, keep_extremes=1))
    assert {"c000", "c299", "h0", "h8"} <= set(kept)


def renamed(name: str, order: Ints) -> str:
    return f"{name[0]}{order[int(name[1:])]:05d}" if name[1:].isdigit() else name


@pytest.mark.parametrize("seed", range(4))
def test_renumbering_the_entities_changes_nothing(seed: int) -> None:
    # The weights differ, so that no two entities have equal mass.
    rng, size = np.random.default_rng(seed), 150
    relations = [f"r{i}" for i in range(12)]
    facts = [
        (f"n{rng.integers(size):05d}", str(rng.choice(relations)), f"n{int(size * rng.random() ** 3):05d}")
        for _ in range(900)
    ]
    numbers = [(f"n{i:05d}", "size", number(float(rng.random()))) for i in range(size)]
    order = rng.permutation(size)
    other = ToyKB(
        [(renamed(h, order), r, renamed(t, order)) for h, r, t in facts],
        [(renamed(e, order), r, value) for e, r, value in numbers],
    )
    kb = ToyKB(facts, numbers)
    fit = Relevance(np.linspace(0.3, 0.9, len(kb.relations)) ** 2, np.ones(1))
    settings = RetrievalSettings(max_entities=40, keep_extremes=3, hub_cap=100)

    def found(graph_kb: ToyKB, topics: list[str]) -> set[str]:
        numbered = np.array([graph_kb.entity_index(topic) for topic in topics])
        return set(ids(graph_kb, SubgraphRetriever(graph_kb, settings).retrieve(numbered, fit)))

    topics = [f"n{i:05d}" for i in (3, 77) if kb.entity_index(f"n{i:05d}") is not None]
    expected = {renamed(name, order) for name in found(kb, topics)}
    assert len(expected) == 40
    assert found(other, [renamed(topic, order) for topic in topics]) == expected


def test_threads_and_copies_give_the_same_and_leave_nothing_behind() -> None:
    kb = toy_world()
    retriever = SubgraphRetriever(kb, RetrievalSettings(max_entities=15))
    topics = [np.array([entity]) for entity in range(0, kb.num_entities, 3)]
    expected = [SubgraphRetriever(kb, retriever.settings).retrieve(topic, flat(kb)) for topic in topics]
    with ThreadPoolExecutor(4) as pool:
        threaded = list(pool.map(lambda topic: retriever.retrieve(topic, flat(kb)), topics * 3))
    copied = [pickle.loads(pickle.dumps(retriever)).retrieve(topic, flat(kb)) for topic in topics[:2]]
    for graph, plain in zip([*threaded, *copied], [*expected * 3, *expected[:2]], strict=True):
        assert np.array_equal(graph.entities, plain.entities)
        assert np.array_equal(graph.tail, plain.tail)


def test_a_topic_without_facts_stands_alone() -> None:
    kb = ToyKB([("a", "r", "b")], labels={"lonely": "Lonely"})
    graph = retrieve(kb, "lonely")
    assert ids(kb, graph) == ["lonely"]
    assert len(graph.head) == 0
