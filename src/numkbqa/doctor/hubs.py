"""Hubs: entities with many more facts than others, and the relations that their facts come by."""

from dataclasses import dataclass
from typing import Final

import numpy as np

from numkbqa.kb.protocol import Ints, KnowledgeBase

MOST: Final = 10
TIMES_THE_MEAN: Final = 10
"""A hub has so many times as many facts as an entity has on average."""

_RELATIONS: Final = 3


@dataclass(frozen=True, slots=True)
class HubRelation:
    """A relation that facts of a hub come by.

    Args:
        name: its id in the graph.
        text: its words.
        incoming: whether the hub is the tail of the facts.
        count: number of them.
    """

    name: str
    text: str
    incoming: bool
    count: int


@dataclass(frozen=True, slots=True)
class Hub:
    """An entity with many facts.

    Args:
        entity: its id.
        label: its name.
        degree: number of its facts, both directions.
        share: their share of all facts of the graph, from 0 to 1.
        relations: the relations that most of them come by.
    """

    entity: str
    label: str
    degree: int
    share: float
    relations: list[HubRelation]


def find_hubs(kb: KnowledgeBase) -> list[Hub]:
    """Find the entities with many facts.

    Args:
        kb: the graph.

    Returns:
        At most `MOST` of them, the largest first.
    """
    degree = kb.degree(np.arange(kb.num_entities, dtype=np.int64))
    facts = max(1, int(degree.sum()) // 2)
    largest = np.argsort(-degree, kind="stable")[:MOST]
    return [
        Hub(
            kb.entity_id(entity),
            kb.label(entity),
            int(degree[entity]),
            round(int(degree[entity]) / facts, 4),
            _relations(kb, entity),
        )
        for entity in largest.tolist()
        if degree[entity] >= TIMES_THE_MEAN * degree.mean()
    ]


def _relations(kb: KnowledgeBase, entity: int) -> list[HubRelation]:
    asked = np.array([entity], np.int64)
    found = [
        *_counted(kb, kb.facts_into(asked).relation, incoming=True),
        *_counted(kb, kb.facts_from(asked).relation, incoming=False),
    ]
    return sorted(found, key=lambda one: (-one.count, one.name))[:_RELATIONS]


def _counted(kb: KnowledgeBase, relation: Ints, *, incoming: bool) -> list[HubRelation]:
    numbers, counts = np.unique(relation, return_counts=True)
    return [
        HubRelation(kb.relations[number], kb.relation_texts[number], incoming, count)
        for number, count in zip(numbers.tolist(), counts.tolist(), strict=True)
    ]
