"""Whether an answer lies within two hops of the topic entities: what retrieval could have found at all.

An n-ary node stands for a fact, so passing through it is no hop of its own. By this rule retrieval walks,
wrong topics are told (`losses.py`), and `explain` says how far an entity is. The gold topics of experiments
(`experiments/hops.py`) and the choices that topic linking is fitted on (`scripts/fit_linking.py`) count the
facts alone, n-ary nodes or not.
"""

import numpy as np
from numpy.typing import NDArray

from numkbqa.kb import KnowledgeBase

Ints = NDArray[np.int64]


def within_two_hops(kb: KnowledgeBase, topics: Ints, answers: Ints) -> bool:
    """Look whether one of the answers is at most two hops from one of the topics.

    Passing through an n-ary node is no hop of its own. The way is looked for from the answers, because topics
    are more often hubs.

    Args:
        kb: the graph.
        topics: KB entity numbers of the topic entities, shape (num_topics,).
        answers: KB entity numbers of the gold answers, shape (num_answers,).

    Returns:
        Whether there is such a way in the whole graph.
    """
    near = np.union1d(answers, one_hop(kb, answers, through_events=True))
    around = np.union1d(topics, one_hop(kb, topics, through_events=False))
    if np.isin(near, around).any():
        return True
    shared = np.intersect1d(around, one_hop(kb, near, through_events=False))
    return bool(kb.events(shared).any())


def one_hop(kb: KnowledgeBase, entities: Ints, *, through_events: bool) -> Ints:
    """What some entities are tied to, in either direction.

    Args:
        kb: the graph.
        entities: KB entity numbers, shape (num_entities,).
        through_events: whether what lies beyond an n-ary node is one hop away, as the node itself is; else it
            is two hops away.

    Returns:
        KB entity numbers, ascending, each once.
    """
    near = np.union1d(kb.facts_from(entities).tail, kb.facts_into(entities).head)
    if not through_events:
        return near
    return np.union1d(near, one_hop(kb, near[kb.events(near)], through_events=False))
