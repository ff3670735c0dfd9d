"""How near the candidates of one mention are to those of the others ("Paris, Texas")."""

from collections.abc import Sequence
from typing import Final

import numpy as np
from numpy.typing import NDArray

from numkbqa.kb.protocol import KnowledgeBase

Ints = NDArray[np.int64]
Floats = NDArray[np.float64]

READABLE: Final = 2000
"""Candidates with more facts are not read; a fact with one of them is seen from its other end."""

MOST_MENTIONS: Final = 12
"""A question with more mentions is a list or no question; they are not compared with each other."""

COMMON_NEIGHBOUR: Final = 0.5
"""Nearness of two candidates that share a neighbour, and no fact."""


def coherence(kb: KnowledgeBase, candidates: Sequence[Ints]) -> list[Floats]:
    """Nearness of every candidate to the candidates of other mentions.

    Args:
        kb: the graph.
        candidates: KB entities of each mention, each of shape (num_candidates,).

    Returns:
        For each mention, 1 for candidates that share a fact with a candidate of another mention, 0.5 for
        those that share a neighbour, else 0, each of shape (num_candidates,). Neighbours with more than
        `READABLE` facts are shared by everything and do not count.
    """
    sizes = [len(entities) for entities in candidates]
    if not 2 <= len(candidates) <= MOST_MENTIONS or max(sizes) < 2:
        return [np.zeros(size) for size in sizes]
    neighbours = [_neighbours(kb, entities) for entities in candidates]
    near = [
        _nearness(kb, candidates, neighbours, mention, other)
        for mention in range(len(candidates))
        for other in range(len(candidates))
        if other != mention
    ]
    per_mention = len(candidates) - 1
    groups = [near[i * per_mention : (i + 1) * per_mention] for i in range(len(candidates))]
    return [np.max(group, axis=0) for group in groups]


def _neighbours(kb: KnowledgeBase, entities: Ints) -> tuple[Ints, Ints]:
    """Places of the candidates that were read, and their neighbours, in parallel."""
    asked = np.unique(entities[kb.degree(entities) <= READABLE])
    out, into = kb.facts_from(asked), kb.facts_into(asked)
    return np.concatenate((out.head, into.tail)), np.concatenate((out.tail, into.head))


def _nearness(
    kb: KnowledgeBase,
    candidates: Sequence[Ints],
    neighbours: Sequence[tuple[Ints, Ints]],
    mention: int,
    other: int,
) -> Floats:
    owner, around = neighbours[mention]
    other_owner, other_around = neighbours[other]
    mine, theirs = candidates[mention], np.setdiff1d(candidates[other], candidates[mention])
    shared = np.intersect1d(around, other_around[np.isin(other_owner, theirs)])
    shared = shared[kb.degree(shared) <= READABLE]
    near = np.where(np.isin(mine, owner[np.isin(around, shared)]), COMMON_NEIGHBOUR, 0.0)
    direct = np.concatenate((owner[np.isin(around, theirs)], other_around[np.isin(other_owner, theirs)]))
    near[np.isin(mine, direct)] = 1.0
    return near
