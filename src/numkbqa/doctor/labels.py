"""Names: entities that have none, and names that several entities share."""

from dataclasses import dataclass
from typing import Final

import numpy as np
from numpy.typing import NDArray

from numkbqa.doctor.examined import ExaminedKB
from numkbqa.kb.protocol import Ints

MOST_ENTITIES: Final = 2_000_000
"""In a larger graph every second, third, ... entity is looked at."""

MOST: Final = 10
EXAMPLES: Final = 5


@dataclass(frozen=True, slots=True)
class Named:
    """An entity as people tell it from others.

    Args:
        entity: its id.
        label: its name; its id when it has none.
        of_class: name of its first class; None when it has none.
    """

    entity: str
    label: str
    of_class: str | None


@dataclass(frozen=True, slots=True)
class SharedLabel:
    """A name of several entities.

    Args:
        label: the name.
        entities: how many of the entities looked at have it.
        examples: some of them.
    """

    label: str
    entities: int
    examples: list[Named]


@dataclass(frozen=True, slots=True)
class LabelFinding:
    """Names of the entities; nodes of events need none and are left out.

    Args:
        examined: number of entities looked at.
        sampled: whether these are only a part of the graph.
        unlabelled: how many of them have no name.
        busiest_unlabelled: those of them with most facts.
        shared_labels: number of names that several of them have.
        sharing_entities: number of entities that have such a name.
        commonest: the names with most entities, the commonest first.
    """

    examined: int
    sampled: bool
    unlabelled: int
    busiest_unlabelled: list[Named]
    shared_labels: int
    sharing_entities: int
    commonest: list[SharedLabel]


def find_labels(kb: ExaminedKB) -> LabelFinding:
    """Look for missing and for shared names.

    Args:
        kb: the graph.

    Returns:
        What was found.
    """
    step = max(1, -(-kb.num_entities // MOST_ENTITIES))
    entities, codes = _coded(kb, step)
    unnamed = entities[codes == 0]
    entities, codes = entities[codes != 0], codes[codes != 0]
    order = np.argsort(codes, kind="stable")
    _, start, count = np.unique(codes[order], return_index=True, return_counts=True)
    shared = np.flatnonzero(count > 1)
    # of equally common names those of the first entities: codes differ from run to run
    commonest = shared[np.lexsort((order[start[shared]], -count[shared]))][:MOST]
    groups = [entities[order[start[i] : start[i] + count[i]]] for i in commonest.tolist()]
    return LabelFinding(
        examined=len(unnamed) + len(entities),
        sampled=step > 1,
        unlabelled=len(unnamed),
        busiest_unlabelled=_busiest(kb, unnamed),
        shared_labels=len(shared),
        sharing_entities=int(count[shared].sum()),
        commonest=sorted((_shared(kb, group) for group in groups), key=lambda s: (-s.entities, s.label)),
    )


def _coded(kb: ExaminedKB, step: int) -> tuple[Ints, NDArray[np.int64]]:
    """Entities but for events, and a number for the name of each (0: none): names would fill the memory."""
    entities = np.arange(0, kb.num_entities, step, dtype=np.int64)
    codes = np.zeros(len(entities), np.int64)
    kept = np.ones(len(entities), np.bool_)
    for row, entity in enumerate(entities.tolist()):
        names = kb.names(entity)
        if names:
            codes[row] = hash(names[0]) or 1
        elif kb.is_event(entity):
            kept[row] = False
    return entities[kept], codes[kept]


def _busiest(kb: ExaminedKB, entities: Ints) -> list[Named]:
    degree = kb.degree(entities)
    return [named(kb, entity) for entity in entities[np.argsort(-degree, kind="stable")][:EXAMPLES].tolist()]


def _shared(kb: ExaminedKB, entities: Ints) -> SharedLabel:
    examples = [named(kb, entity) for entity in entities[:EXAMPLES].tolist()]
    return SharedLabel(examples[0].label, len(entities), examples)


def named(kb: ExaminedKB, entity: int) -> Named:
    """Describe an entity.

    Args:
        kb: the graph.
        entity: the entity.

    Returns:
        Its id, name and first class.
    """
    classes = kb.types(entity)
    return Named(kb.entity_id(entity), kb.label(entity), kb.label(classes[0]) if classes else None)
