"""The subgraph of a question written plainly in scipy: two-hop matrix, power iteration, cut."""

from typing import Any

import numpy as np
from numpy.typing import NDArray
from scipy import sparse

from numkbqa.kb import KnowledgeBase

Ints = NDArray[np.int64]
Floats = NDArray[np.float64]


class PlainRetriever:
    """Takes the whole two-hop neighbourhood, spreads mass over it, keeps the entities of most mass.

    Args:
        kb: the graph; its matrices are made once, outside of what is measured.
        max_entities: how many entities to keep.
        restart: share of the mass that stays at each step.
        iterations: steps.
    """

    def __init__(
        self, kb: KnowledgeBase, max_entities: int, restart: float = 0.8, iterations: int = 20
    ) -> None:
        self._max_entities, self._restart, self._iterations = max_entities, restart, iterations
        facts = kb.facts_from(np.arange(kb.num_entities))
        shape = (kb.num_entities, kb.num_entities)
        # Facts by number, so that a question's weights can be put in: parallel facts stay apart in `fact`.
        self._relation = facts.relation
        order = np.arange(1, len(facts.head) + 1)
        self._out = _rows(facts.head, facts.tail, order, shape)
        self._into = _rows(facts.tail, facts.head, order, shape)

    def retrieve(self, topics: Ints, weight_of_relation: Floats) -> tuple[Ints, Any]:
        """Retrieve a question's subgraph.

        Args:
            topics: entity numbers, shape (num_topics,).
            weight_of_relation: shape (num_relations,).

        Returns:
            The entities kept, topics first, then by falling mass, and the facts among them as a matrix.
        """
        near = self._with_neighbours(topics)
        nodes = self._with_neighbours(near)
        adjacency = self._adjacency(nodes, near, weight_of_relation)
        strength = np.asarray(adjacency.sum(axis=1)).ravel()
        spread = sparse.diags_array(1 / np.where(strength > 0, strength, 1)) @ adjacency
        start = np.zeros(len(nodes))
        seeds = np.searchsorted(nodes, topics)
        start[seeds] = 1 / len(topics)
        mass = self._restart * start
        for _ in range(self._iterations):
            mass = self._restart * start + (1 - self._restart) * (spread.T @ mass)
        mass[seeds] += 1
        kept = nodes[np.lexsort((nodes, -np.round(mass, 12)))[: self._max_entities]]
        return kept, self._out[kept][:, kept]

    def _with_neighbours(self, nodes: Ints) -> Ints:
        return np.unique(np.concatenate((nodes, self._out[nodes].indices, self._into[nodes].indices)))

    def _adjacency(self, nodes: Ints, near: Ints, weight_of_relation: Floats) -> Any:
        """Weights of the facts of the first hops, in both directions, shape (num_nodes, num_nodes)."""
        rows = np.searchsorted(nodes, near)
        blocks = []
        for matrix in (self._out, self._into):
            block = matrix[near]
            weight = weight_of_relation[self._relation[block.data - 1]]
            owner = np.repeat(rows, np.diff(block.indptr))
            blocks.append((owner, np.searchsorted(nodes, block.indices), weight, block.data))
        owner, other, weight, fact = (np.concatenate(column) for column in zip(*blocks, strict=True))
        _, first = np.unique(fact, return_index=True)
        owner, other, weight = owner[first], other[first], weight[first]
        half = sparse.csr_array((weight, (owner, other)), shape=(len(nodes), len(nodes)))
        return half + half.T


def _rows(row: Ints, column: Ints, fact: Ints, shape: tuple[int, int]) -> Any:
    """Number of each fact (from 1) in a row matrix that keeps parallel facts apart."""
    order = np.argsort(row, kind="stable")
    starts = np.zeros(shape[0] + 1, dtype=np.int64)
    np.cumsum(np.bincount(row, minlength=shape[0]), out=starts[1:])
    return sparse.csr_array((fact[order], column[order], starts), shape=shape)
