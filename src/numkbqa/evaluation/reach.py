"""Whether an answer lies within two hops of the topic entities: what retrieval could have found at all."""

import numpy as np
from numpy.typing import NDArray

from numkbqa.kb import KnowledgeBase

Ints = NDArray[np.int64]


def within_two_hops(kb: KnowledgeBase, topics: Ints, answers: Ints) -> bool:
    """Look whether one of the answers is at most two hops from one of the topics.

    An n-ary node stands for a fact, so passing through it is one hop. The way is looked for from the answers,
    because topics are more often hubs.

    Args:
        kb: the graph.
        topics: KB entity numbers of the topic entities, shape (num_topics,).
        answers: KB entity numbers of the gold answers, shape (num_answers,).

    Returns:
        Whether there is such a way in the whole graph.
    """
    near = np.union1d(answers, _one_hop(kb, answers))
    around = np.union1d(topics, _neighbours(kb, topics))
    if np.isin(near, around).any():
        return True
    shared = np.intersect1d(around, _neighbours(kb, near))
    return bool(kb.events(shared).any())


def _one_hop(kb: KnowledgeBase, entities: Ints) -> Ints:
    """The neighbours of some entities, and those beyond neighbours that are n-ary nodes."""
    neighbours = _neighbours(kb, entities)
    return np.union1d(neighbours, _neighbours(kb, neighbours[kb.events(neighbours)]))


def _neighbours(kb: KnowledgeBase, entities: Ints) -> Ints:
    return np.union1d(kb.facts_from(entities).tail, kb.facts_into(entities).head)
