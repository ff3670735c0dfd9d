"""How much a knowledge base holds."""

from dataclasses import dataclass

import numpy as np

from numkbqa.kb.protocol import KnowledgeBase


@dataclass(frozen=True, slots=True)
class Counts:
    """The size of a knowledge base; every fact counts once, not once a direction."""

    entities: int
    facts: int
    relations: int
    numeric_facts: int
    numerical_relations: int


def count(kb: KnowledgeBase) -> Counts:
    """Count what a knowledge base holds.

    Args:
        kb: an opened knowledge base.

    Returns:
        Its counts.
    """
    degrees = kb.degree(np.arange(kb.num_entities, dtype=np.int64))
    numbers = range(len(kb.numerical_relations))
    return Counts(
        entities=kb.num_entities,
        facts=int(degrees.sum()) // 2,
        relations=len(kb.relations),
        numeric_facts=sum(len(kb.numbers_of_relation(relation).entity) for relation in numbers),
        numerical_relations=len(numbers),
    )
