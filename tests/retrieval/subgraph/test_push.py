import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from numkbqa.kb.protocol import Floats, Ints
from numkbqa.retrieval.settings import RetrievalSettings
from numkbqa.retrieval.subgraph.numbering import Numberings
from numkbqa.retrieval.subgraph.push import ForwardPush
from numkbqa.retrieval.subgraph.walk import Walk
from tests.support.toy_kb import ToyKB

SIZE = 10
NODES = [f"n{i}" for i in range(SIZE)]
EVERYTHING = RetrievalSettings.model_construct(num_hops=100, hub_cap=10**6, max_facts=10**6)
graphs = st.lists(
    st.tuples(st.integers(0, SIZE - 1), st.sampled_from(["r0", "r1", "r2"]), st.integers(0, SIZE - 1)),
    max_size=40,
)
seeds = st.sets(st.integers(0, SIZE - 1), min_size=1, max_size=3)


def graph(facts: list[tuple[int, str, int]]) -> ToyKB:
    # Every node is an entity, also without facts.
    return ToyKB([(NODES[h], r, NODES[t]) for h, r, t in facts], labels={node: node for node in NODES})


def adjacency(kb: ToyKB, weights: Floats) -> Floats:
    facts, matrix = kb.facts_from(np.arange(SIZE)), np.zeros((SIZE, SIZE))
    np.add.at(matrix, (facts.head, facts.tail), weights[facts.relation])
    np.add.at(matrix, (facts.tail, facts.head), weights[facts.relation])
    return matrix


def dense(matrix: Floats, topics: list[int], restart: float) -> Floats:
    """The limit of p = restart * s + (1 - restart) * P^T p by power iteration on the full matrix."""
    rows = matrix.sum(axis=1, keepdims=True)
    transition = np.divide(matrix, rows, out=np.zeros_like(matrix), where=rows > 0)
    start = np.zeros(SIZE)
    start[topics] = 1 / len(topics)
    p = restart * start
    for _ in range(400):
        p = restart * start + (1 - restart) * transition.T @ p
    return p


def pushed(
    kb: ToyKB, topics: list[int], weights: Floats, restart: float, threshold: float
) -> tuple[Floats, Floats]:
    """Mass and residual of every node of the graph."""
    limits = EVERYTHING.model_copy(update={"push_threshold": threshold})
    with Numberings(kb.num_entities).fresh() as numbering:
        push = ForwardPush(kb, numbering, np.array(topics), weights, restart=restart)
        walk = Walk(push, kb, limits)
        for hop in range(3):
            walk.hop(hop)
        walk.settle()
        mass, residual = np.zeros(SIZE), np.zeros(SIZE)
        mass[push.entities], residual[push.entities] = push.mass, push.residual
    return mass, residual


@given(graphs, seeds, st.floats(0.2, 0.9), st.lists(st.floats(0.1, 3.0), min_size=3, max_size=3))
@settings(deadline=None, max_examples=60)
def test_agrees_with_dense_power_iteration_within_the_bound(
    facts: list[tuple[int, str, int]], seeds: set[int], restart: float, weights: list[float]
) -> None:
    kb, topics = graph(facts), sorted(seeds)
    used: Floats = np.array(weights)[: len(kb.relations)]
    matrix = adjacency(kb, used)
    strength, exact = matrix.sum(axis=1), dense(matrix, topics, restart)
    for threshold in (1e-2, 1e-4, 1e-13):
        mass, residual = pushed(kb, topics, used, restart, threshold)
        missing = exact - mass
        degree = kb.degree(np.arange(SIZE))
        assert (residual <= threshold * degree * (1 + 1e-6)).all()
        assert (missing >= -1e-12).all()
        assert missing.sum() <= residual.sum() + 1e-12
        per_strength = residual[strength > 0] / strength[strength > 0]
        assert (missing <= strength * per_strength.max(initial=0.0) + 1e-12).all()


@given(graphs, seeds, st.floats(1e-6, 1e-1))
@settings(deadline=None, max_examples=40)
def test_no_mass_is_lost_or_made_but_at_nodes_without_facts(
    facts: list[tuple[int, str, int]], seeds: set[int], threshold: float
) -> None:
    kb, topics = graph(facts), sorted(seeds)
    mass, residual = pushed(kb, topics, np.ones(len(kb.relations)), 0.8, threshold)
    dangling = [topic for topic in topics if kb.degree(np.array([topic]))[0] == 0]
    assert mass.sum() + residual.sum() == pytest.approx(1 - 0.2 * len(dangling) / len(topics))
    assert mass[dangling] == pytest.approx([0.8 / len(topics)] * len(dangling))


def test_parallel_facts_pull_more_mass_and_a_loop_keeps_some() -> None:
    kb = graph([(0, "r0", 1), (0, "r1", 1), (2, "r2", 0), (0, "r0", 0)])
    mass, _ = pushed(kb, [0], np.ones(3), 0.8, 1e-12)
    assert mass[1] == pytest.approx(2 * mass[2])
    alone, _ = pushed(graph([(0, "r0", 1), (0, "r1", 1), (2, "r2", 0)]), [0], np.ones(3), 0.8, 1e-12)
    assert mass[0] > alone[0]


def test_facts_are_read_of_pushed_nodes_only(monkeypatch: pytest.MonkeyPatch) -> None:
    kb = graph([(i, "r0", i + 1) for i in range(SIZE - 1)])
    read, asked = kb.facts_from, list[int]()

    def noted(entities: Ints) -> object:
        asked.extend(entities.tolist())
        return read(entities)

    monkeypatch.setattr(kb, "facts_from", noted)
    pushed(kb, [0], np.ones(1), 0.8, 0.01)
    assert sorted(asked) == sorted(set(asked)) == list(range(len(asked)))
    assert 1 < len(asked) < SIZE - 1


def test_large_nodes_are_read_alone_with_the_same_result() -> None:
    kb = graph([(i, f"r{i % 3}", (i * 3) % SIZE) for i in range(SIZE)] + [(0, "r0", i) for i in range(SIZE)])
    results = []
    for large in (0, 1000):
        with Numberings(SIZE).fresh() as numbering:
            push = ForwardPush(kb, numbering, np.array([0, 3]), np.array([1.0, 2.0, 3.0]), large=large)
            push.expand(np.array([0, 1]))
            push.expand(np.flatnonzero(~push.expanded))
            push.settle(1e-13)
            order = np.argsort(push.entities)
            results.append(push.mass[order])
    assert results[0] == pytest.approx(results[1], abs=1e-12)
