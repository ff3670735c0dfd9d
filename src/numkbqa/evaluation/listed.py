"""The candidates of a list: "the three longest rivers" chooses among rivers, and among all of them.

A model that is trained to find one winner may find a few of the rivers likely and prune the others, or leave
lakes among them. Its ranking makes up for that; an exact sort of such candidates is no list of rivers.
"""

import numpy as np
from numpy.typing import NDArray

from numkbqa.kb import KnowledgeBase
from numkbqa.questions.ordinal import OrdinalCue
from numkbqa.retrieval.examples import Example
from numkbqa.retrieval.linking import fold, plural

Bools = NDArray[np.bool_]
Floats = NDArray[np.float64]


def listed(
    example: Example, candidates: Bools, probabilities: Floats, cue: OrdinalCue, kb: KnowledgeBase
) -> Bools:
    """Choose what the exact sort of a list compares.

    Args:
        example: the example.
        candidates: the pruned candidates, shape (num_entities,).
        probabilities: of the model, shape (num_entities,).
        cue: the order that is asked for.
        kb: the graph.

    Returns:
        All members of a class that is the only topic, when the likeliest candidate is one of them; else the
        candidates of the class that is named after the determiner, when any of them has a number; else the
        candidates. Shape (num_entities,).
    """
    topics = example.entities[example.topics].tolist()
    if not candidates.any():
        return candidates
    if len(topics) == 1 and kb.is_class(topics[0]):
        members = _members(example, topics[0], kb)
        likeliest = int(np.where(candidates, probabilities, -1.0).argmax())
        return members if members[likeliest] else candidates
    kind = _named_class(example, candidates, cue, kb)
    of_kind = candidates if kind is None else candidates & _members(example, kind, kb)
    return of_kind if of_kind[example.number_entity].any() else candidates


def _members(example: Example, kind: int, kb: KnowledgeBase) -> Bools:
    return np.array([kind in kb.types(entity) for entity in example.entities.tolist()], dtype=np.bool_)


def _named_class(example: Example, candidates: Bools, cue: OrdinalCue, kb: KnowledgeBase) -> int | None:
    """The class of a candidate that is named first after the determiner, by the longest of its names."""
    question = example.question.question.lower()
    text = f" {fold(question[max(question.find(cue.determiner), 0) :])} "
    entities = example.entities[candidates].tolist()
    kinds = sorted({kind for entity in entities for kind in kb.types(entity)})
    names = [
        (name, kind) for kind in kinds if (label := fold(kb.label(kind))) for name in (label, plural(label))
    ]
    found = [(text.find(f" {name} "), -len(name), kind) for name, kind in names if f" {name} " in text]
    return min(found)[2] if found else None
