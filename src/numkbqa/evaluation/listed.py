"""The candidates of a list: "the three longest rivers" chooses among all rivers.

A model that is trained to find one winner may find a few of the rivers likely and prune the others. Its
ranking makes up for that; an exact sort of such candidates is no list of rivers.
"""

import numpy as np
from numpy.typing import NDArray

from numkbqa.kb import KnowledgeBase
from numkbqa.retrieval.examples import Example

Bools = NDArray[np.bool_]
Floats = NDArray[np.float64]


def listed(example: Example, candidates: Bools, probabilities: Floats, kb: KnowledgeBase) -> Bools:
    """Choose what the exact sort of a list compares.

    Args:
        example: the example.
        candidates: the pruned candidates, shape (num_entities,).
        probabilities: of the model, shape (num_entities,).
        kb: the graph.

    Returns:
        All members of a class that is the only topic, when the likeliest candidate is one of them; else the
        candidates. Shape (num_entities,).
    """
    topics = example.entities[example.topics].tolist()
    if not candidates.any() or len(topics) != 1 or not kb.is_class(topics[0]):
        return candidates
    members = _members(example, topics[0], kb)
    likeliest = int(np.where(candidates, probabilities, -1.0).argmax())
    return members if members[likeliest] else candidates


def _members(example: Example, kind: int, kb: KnowledgeBase) -> Bools:
    return np.array([kind in kb.types(entity) for entity in example.entities.tolist()], dtype=np.bool_)
