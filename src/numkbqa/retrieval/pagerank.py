"""Personalised PageRank over a small local graph."""

import numpy as np
from numpy.typing import NDArray

Ints = NDArray[np.int64]
Floats = NDArray[np.float64]


def personalised_pagerank(
    num_nodes: int,
    head: Ints,
    tail: Ints,
    seeds: Ints,
    *,
    restart: float = 0.8,
    max_iterations: int = 20,
    tolerance: float = 1e-5,
    weights: Floats | None = None,
) -> Floats:
    """Spread mass from the seeds over undirected edges (PEERS section 13).

    With transition matrix P (rows sum to 1) and uniform seeds s, the result is the partial sum of
    sum_t restart * (1 - restart)^t * (P^T)^t s. Parallel edges count as often as they occur; the mass of a
    node without edges is lost.

    Args:
        num_nodes: number of nodes.
        head: one end of each edge, shape (num_edges,).
        tail: the other end, shape (num_edges,).
        seeds: distinct seed nodes, shape (num_seeds,).
        restart: share of the mass that stays at each step.
        max_iterations: most steps.
        tolerance: stop when a step adds less mass than this.
        weights: positive weight of each edge, shape (num_edges,); None for equal ones.

    Returns:
        Mass of each node, shape (num_nodes,).
    """
    added = np.zeros(num_nodes, dtype=np.float64)
    added[seeds] = restart / max(len(seeds), 1)
    total = added.copy()
    strength = np.bincount(head, weights, num_nodes) + np.bincount(tail, weights, num_nodes)
    scale = (1.0 - restart) / np.where(strength > 0, strength, 1.0)
    for _ in range(max_iterations):
        spread = added * scale
        added = _pushed(spread, head, tail, weights) + _pushed(spread, tail, head, weights)
        total += added
        if added.sum() < tolerance:
            break
    return total


def _pushed(spread: Floats, source: Ints, target: Ints, weights: Floats | None) -> Floats:
    moved = spread[source] if weights is None else spread[source] * weights
    return np.bincount(target, moved, len(spread)).astype(np.float64, copy=False)
