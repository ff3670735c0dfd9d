"""Order-aware retrieval: the members of a topic's groups that are extreme in a relation (DESIGN 5.8)."""

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

Ints = NDArray[np.int64]
Floats = NDArray[np.float64]


class Numbers(NamedTuple):
    """Numbers of local entities as parallel arrays, sorted by entity, each of shape (num_numbers,)."""

    entity: Ints
    rank: Ints
    low: Floats


def extreme_members(
    group: Ints, member: Ints, numbers: Numbers, num_entities: int, keep: int, limit: int
) -> Ints:
    """Choose the members of groups that are among the first or last `keep` in a numerical relation.

    When not all fit, a member's place counts `(depth + 1) * (group + 1) * (rank + 1)`: the very ends of many
    groups come before the depth of a few, and the groups and relations that fit the question before others.

    Args:
        group: group of each membership; 0 fits the question best, shape (num_memberships,).
        member: local entity of each membership, shape (num_memberships,).
        numbers: numbers of the entities; `rank` 0 is the relation that fits the question best.
        num_entities: number of local entities.
        keep: how many to keep at each end.
        limit: most entities to return.

    Returns:
        Distinct local entities, best place first, shape (at most limit,).
    """
    if not len(group) or not len(numbers.entity):
        return np.empty(0, dtype=np.int64)
    membership, number = _pairs_with_numbers(member, numbers.entity, num_entities)
    group, member, rank = group[membership], member[membership], numbers.rank[number]
    key = group * (int(numbers.rank.max()) + 1) + rank
    order = np.lexsort((member, numbers.low[number], key))
    key, group, member, rank = key[order], group[order], member[order], rank[order]
    depth = _depth_from_ends(key)
    place = np.where(depth < keep, (depth + 1.0) * (group + 1.0) * (rank + 1.0), np.inf)
    best = np.full(num_entities, np.inf)
    np.minimum.at(best, member, place)
    chosen = np.flatnonzero(np.isfinite(best))
    return chosen[np.argsort(best[chosen], kind="stable")][:limit]


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


def _pairs_with_numbers(member: Ints, number_entity: Ints, num_entities: int) -> tuple[Ints, Ints]:
    """Join memberships with the numbers of their members: (membership, number) index pairs."""
    counts = np.bincount(number_entity, minlength=num_entities)
    starts = np.cumsum(counts) - counts
    repeats = counts[member]
    return np.repeat(np.arange(len(member)), repeats), ranges(starts[member], repeats)


def _depth_from_ends(key: Ints) -> Ints:
    """Distance of each row from the nearer end of its run of equal keys (keys are sorted)."""
    first = np.flatnonzero(np.diff(key, prepend=key[0] - 1))
    sizes = np.diff(first, append=len(key))
    from_low = np.arange(len(key)) - np.repeat(first, sizes)
    return np.minimum(from_low, np.repeat(sizes, sizes) - 1 - from_low)
