"""Order-aware retrieval: the members of groups that are extreme in a relation."""

from collections.abc import Callable, Sequence
from typing import Final, NamedTuple

import numpy as np

from numkbqa.kb.protocol import Floats, Ints

PRECISION: Final = 1e-12
"""Masses that differ by less are equal, so that the order of a sum cannot decide between them."""


class Numbers(NamedTuple):
    """Numbers of local entities as parallel arrays, sorted by entity, each of shape (num_numbers,)."""

    entity: Ints
    rank: Ints
    low: Floats


class Extremes(NamedTuple):
    """Members that stand at an end of a group's order; a member may occur several times.

    Args:
        member: local entity, shape (num_extremes,).
        place: `(depth + 1) * (group + 1) * (rank + 1)`, shape (num_extremes,).
    """

    member: Ints
    place: Ints


def extreme_members(group: Ints, member: Ints, numbers: Numbers, entities: Ints, keep: int) -> Extremes:
    """Find the members of groups that are among the first or last `keep` in a numerical relation.

    Args:
        group: group of each membership; 0 fits the question best, shape (num_memberships,).
        member: local entity of each membership, shape (num_memberships,).
        numbers: numbers of the entities; `rank` 0 is the relation that fits the question best.
        entities: KB entity of each local one; it decides between equal numbers, shape (num_entities,).
        keep: how many at each end.

    Returns:
        The extremes.
    """
    group, member = _without_repetition(group, member, len(entities))
    membership, number = _pairs_with_numbers(member, numbers.entity, len(entities))
    group, member, rank = group[membership], member[membership], numbers.rank[number]
    key = group * (int(numbers.rank.max(initial=0)) + 1) + rank
    order = np.lexsort((entities[member], numbers.low[number], key))
    depth = np.empty(len(order), dtype=np.int64)
    depth[order] = _depth_from_ends(key[order])
    ends = np.flatnonzero(depth < keep)
    return Extremes(member[ends], (depth[ends] + 1) * (group[ends] + 1) * (rank[ends] + 1))


def best_places(
    extremes: Sequence[Extremes], mass: Callable[[Ints], Floats], entities: Ints, limit: int
) -> Ints:
    """Choose among extremes by place.

    The very ends of many groups come before the depth of a few, and the groups and relations that fit the
    question before others.

    Args:
        extremes: what was found in some groups.
        mass: gives the mass of local entities; of equal places, the one of more mass is better.
        entities: KB entity of each local one; it decides when mass does not, shape (num_entities,).
        limit: how many members to return at most.

    Returns:
        Distinct local entities, best place first, shape (at most limit,).
    """
    none = np.empty(0, dtype=np.int64)
    member = np.concatenate((none, *(found.member for found in extremes)))
    place = np.concatenate((none, *(found.place for found in extremes)))
    order = np.lexsort((entities[member], -np.round(mass(member) / PRECISION), place))
    _, first = np.unique(member[order], return_index=True)
    return member[order[np.sort(first)[:limit]]]


def _without_repetition(group: Ints, member: Ints, num_entities: int) -> tuple[Ints, Ints]:
    """Memberships once each: a member that is reached in several ways takes one place in the order."""
    key = distinct(group * num_entities + member)
    return key // num_entities, key % num_entities


def _pairs_with_numbers(member: Ints, number_entity: Ints, num_entities: int) -> tuple[Ints, Ints]:
    """Join memberships with the numbers of their members: (membership, number) index pairs."""
    first = np.flatnonzero(np.diff(number_entity, prepend=-1))
    # Zeroed arrays, whose untouched pages cost nothing: few of very many entities have numbers here.
    starts, counts = np.zeros(num_entities, dtype=np.int64), np.zeros(num_entities, dtype=np.int64)
    starts[number_entity[first]] = first
    counts[number_entity[first]] = np.diff(first, append=len(number_entity))
    repeats = counts[member]
    return np.repeat(np.arange(len(member)), repeats), ranges(starts[member], repeats)


def distinct(numbers: Ints) -> Ints:
    """Distinct numbers, ascending; several times faster than `np.unique`, which hashes."""
    ordered = np.sort(numbers)
    new = np.ones(len(ordered), dtype=np.bool_)
    new[1:] = ordered[1:] != ordered[:-1]
    return ordered[new]


def ranges(starts: Ints, counts: Ints) -> Ints:
    """Concatenate the ranges `starts[i] .. starts[i] + counts[i] - 1`.

    Args:
        starts: first index of each range, shape (num_ranges,).
        counts: length of each range, shape (num_ranges,).

    Returns:
        All indices in order, shape (sum of counts,).
    """
    ends = np.cumsum(counts)
    rows: Ints = np.repeat(starts - (ends - counts), counts)
    rows += np.arange(len(rows), dtype=np.int64)
    return rows


def _depth_from_ends(key: Ints) -> Ints:
    """Distance of each row from the nearer end of its run of equal keys (keys are sorted)."""
    first = np.flatnonzero(np.diff(key, prepend=-1))
    sizes = np.diff(first, append=len(key))
    from_low = np.arange(len(key)) - np.repeat(first, sizes)
    return np.minimum(from_low, np.repeat(sizes, sizes) - 1 - from_low)
