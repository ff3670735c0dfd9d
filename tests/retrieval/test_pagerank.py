import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from numkbqa.kb.protocol import Floats, Ints
from numkbqa.retrieval.pagerank import personalised_pagerank

SIZE = 12
edges = st.lists(
    st.tuples(st.integers(0, SIZE - 1), st.integers(0, SIZE - 1), st.floats(0.1, 3.0)),
    min_size=1,
    max_size=40,
)


def dense(head: Ints, tail: Ints, weights: Floats, seeds: Ints, restart: float, steps: int) -> Floats:
    """The limit of p = restart * s + (1 - restart) * P^T p by power iteration on the full matrix."""
    adjacency = np.zeros((SIZE, SIZE))
    np.add.at(adjacency, (head, tail), weights)
    np.add.at(adjacency, (tail, head), weights)
    rows = adjacency.sum(axis=1, keepdims=True)
    transition = np.divide(adjacency, rows, out=np.zeros_like(adjacency), where=rows > 0)
    start = np.zeros(SIZE)
    start[seeds] = 1 / len(seeds)
    p = restart * start
    for _ in range(steps):
        p = restart * start + (1 - restart) * transition.T @ p
    return p


@given(edges, st.sets(st.integers(0, SIZE - 1), min_size=1, max_size=3), st.floats(0.2, 0.9))
@settings(deadline=None, max_examples=60)
def test_agrees_with_dense_power_iteration(
    edges: list[tuple[int, int, float]], seeds: set[int], restart: float
) -> None:
    head, tail, weights = (np.array(column) for column in zip(*edges, strict=True))
    chosen = np.array(sorted(seeds))
    for given_weights in (None, weights):
        found = personalised_pagerank(
            SIZE,
            head,
            tail,
            chosen,
            restart=restart,
            max_iterations=400,
            tolerance=0.0,
            weights=given_weights,
        )
        used = np.ones(len(head)) if given_weights is None else given_weights
        assert np.abs(found - dense(head, tail, used, chosen, restart, 400)).max() < 1e-12


def test_stops_when_little_mass_is_added() -> None:
    head, tail = np.array([0, 1]), np.array([1, 2])
    rough = personalised_pagerank(3, head, tail, np.array([0]), restart=0.8, tolerance=0.1)
    exact = personalised_pagerank(
        3, head, tail, np.array([0]), restart=0.8, tolerance=0.0, max_iterations=100
    )
    assert rough.sum() == pytest.approx(0.8 + 0.16 + 0.032)
    assert exact.sum() == pytest.approx(1.0)


def test_parallel_edges_pull_more_mass() -> None:
    mass = personalised_pagerank(3, np.array([0, 0, 0]), np.array([1, 1, 2]), np.array([0]))
    assert mass[1] > mass[2] > 0


def test_isolated_seed_keeps_its_share_alone() -> None:
    mass = personalised_pagerank(2, np.empty(0, np.int64), np.empty(0, np.int64), np.array([1]))
    assert mass.tolist() == pytest.approx([0.0, 0.8])
