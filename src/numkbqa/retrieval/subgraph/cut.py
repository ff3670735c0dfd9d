"""Which of the entities met are kept: topics, then the reserved ones, then those of most mass."""

from typing import Final

import numpy as np

from numkbqa.kb.protocol import Floats, Ints
from numkbqa.retrieval.subgraph.order import PRECISION, distinct
from numkbqa.retrieval.subgraph.push import Fan
from numkbqa.retrieval.subgraph.walk import NONE, Walk

TAKEN: Final = -1.0
"""Stands for the mass of what is chosen already."""

SAMPLED: Final = 8
"""Values looked at first, for each one sought."""


def kept_entities(walk: Walk, reserved: Ints, max_entities: int) -> Ints:
    """Choose the entities to keep.

    Args:
        walk: the walk, at its end.
        reserved: local entities that go before those of more mass, and may have none, shape (num_reserved,).
        max_entities: how many to keep; topics are kept even if they are more.

    Returns:
        Local entities, topics first, then by falling mass, shape (num_kept,).
    """
    mass, entities = worth(walk), walk.push.entities
    room = max(max_entities - walk.num_topics, 0)
    reserved = distinct(reserved[reserved >= walk.num_topics])
    reserved = reserved[top(mass[reserved], entities[reserved], room)]
    free = mass.copy()
    free[: walk.num_topics] = free[reserved] = TAKEN
    others = top(free, entities, room - len(reserved))
    rest = np.concatenate((reserved, others[free[others] > 0]))
    order = np.lexsort((entities[rest], -np.round(mass[rest] / PRECISION)))
    return np.concatenate((np.arange(walk.num_topics), rest[order]))


def top(value: Floats, tie: Ints, count: int) -> Ints:
    """Rows of the largest values without sorting all of them.

    Args:
        value: shape (num_rows,).
        tie: of values that are equal up to `PRECISION`, the smallest goes first, shape (num_rows,).
        count: how many rows.

    Returns:
        Rows in no particular order, shape (at most count,).
    """
    if count >= len(value):
        return np.arange(len(value))
    if count <= 0:
        return np.arange(0)
    last = _largest(value, count)
    above = np.flatnonzero(value > last + PRECISION)
    equal = np.flatnonzero(np.abs(value - last) <= PRECISION)
    missing = count - len(above)
    return np.concatenate((above, equal[np.argpartition(tie[equal], missing - 1)[:missing]]))


def _largest(value: Floats, count: int) -> float:
    """The value of this rank, up to `PRECISION`; fast when most values are equal, as around a hub."""
    if len(value) <= SAMPLED * count:
        return float(np.partition(value, len(value) - count)[len(value) - count])
    # As many values as asked for are at least this large, so the value sought is too.
    floor = _largest(value[:: len(value) // (SAMPLED * count) + 1], count)
    above = value[value > floor + PRECISION]
    return floor if len(above) < count else _largest(above, count)


def worth(walk: Walk) -> Floats:
    """Mass of each entity; an event is worth as much as the second best entity that it links.

    An event counts by what it links, not by itself: one that leads nowhere is not kept.

    Args:
        walk: the walk, at its end.

    Returns:
        Shape (num_entities met,).
    """
    mass = walk.push.score()
    if not walk.event.any():
        return mass
    links = [_pairs(fan, np.flatnonzero(walk.event[fan.source]), walk.push.size) for fan in walk.push.fans]
    pairs = distinct(np.concatenate((NONE, *links)))
    event, end = pairs // walk.push.size, pairs % walk.push.size
    order = np.lexsort((-mass[end], event))
    event, end = event[order], end[order]
    first = np.ones(len(event), dtype=np.bool_)
    first[1:] = event[1:] != event[:-1]
    second = np.flatnonzero(~first & np.roll(first, 1))
    mass[walk.event] = TAKEN
    mass[event[second]] = walk.push.score(end[second])
    return mass


def _pairs(fan: Fan, rows: Ints, size: int) -> Ints:
    return fan.source[rows] * size + fan.target[rows]
