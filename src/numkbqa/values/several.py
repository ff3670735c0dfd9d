"""Several values of one entity in one relation: which of them count (docs/graphs.md, "Order").

A city has the populations of three censuses, a mountain the heights of two surveys. The policy says which
of an entity's values take part in any comparison; the others are set aside as superseded and stay visible.
Values that count together stand side by side: asked for the largest, an entity competes with the largest of
its values, asked for the smallest with the smallest.
"""

from enum import StrEnum

import numpy as np
from numpy.typing import NDArray

from numkbqa.values.ranks import Bools, Direction, Floats, Ints, exact_sort_segments


class SeveralValues(StrEnum):
    """Which of several values count.

    DEFAULT: those that the source prefers, where it prefers any; of these the latest, where dates tell;
    else all.
    PREFERRED: those that the source prefers, where it prefers any, else all.
    LATEST: those of the latest date, where any has a date, else all.
    MAX, MIN: the largest or smallest.
    ALL: every one.
    """

    DEFAULT = "default"
    PREFERRED = "preferred"
    LATEST = "latest"
    MAX = "max"
    MIN = "min"
    ALL = "all"


def counting_values(
    policy: SeveralValues,
    entity: Ints,
    preferred: NDArray[np.bool_],
    held: tuple[Floats, Floats],
    keys: tuple[Floats, Floats],
) -> Bools:
    """Tell which values of a relation count.

    Dates and values are intervals: of two that overlap neither is later or larger, so both count.

    Args:
        policy: the policy in force.
        entity: entity of each value, shape (num_values,).
        preferred: whether the source prefers it to the entity's others, shape (num_values,).
        held: first and last day at which it held, NaN where unknown, each of shape (num_values,).
        keys: lower and upper comparison key, each of shape (num_values,).

    Returns:
        bool, shape (num_values,); every entity keeps at least one value.
    """
    group = np.unique(entity, return_inverse=True)[1].reshape(-1)
    counts = np.ones(len(entity), dtype=np.bool_)
    if policy in {SeveralValues.DEFAULT, SeveralValues.PREFERRED}:
        counts = _where_any(group, counts, preferred)
    if policy in {SeveralValues.DEFAULT, SeveralValues.LATEST}:
        dated = np.where(counts, held[0], np.nan), np.where(counts, held[1], np.nan)
        counts = _where_any(group, counts, _extreme(group, dated, largest=True))
    if policy in {SeveralValues.MAX, SeveralValues.MIN}:
        counts = _extreme(group, keys, largest=policy is SeveralValues.MAX)
    return counts


def standing_values(
    entity: Ints, keys: tuple[Floats, Floats], num_entities: int, direction: Direction
) -> Ints:
    """The value that each entity is ranked with: its largest when asked for the maximum, else its smallest.

    Args:
        entity: entity of each value that counts, shape (num_values,).
        keys: lower and upper comparison key of each, each of shape (num_values,).
        num_entities: number of entities.
        direction: which end is asked for.

    Returns:
        Place of the value of each entity, -1 for an entity without any, shape (num_entities,).
    """
    low, high = keys
    # of intervals that end alike the one counts that reaches further
    order = np.lexsort((high, low) if direction is Direction.MAX else (-low, -high))
    standing = np.full(num_entities, -1, dtype=np.int64)
    standing[entity[order]] = order
    return standing


def _where_any(group: Ints, counts: Bools, chosen: Bools) -> Bools:
    """Narrow down to the chosen ones in groups that have any."""
    narrowed = counts & chosen
    has = np.zeros(int(group.max(initial=-1)) + 1, dtype=np.bool_)
    has[group[narrowed]] = True
    return np.where(has[group], narrowed, counts)


def _extreme(group: Ints, keys: tuple[Floats, Floats], *, largest: bool) -> Bools:
    sets = int(group.max(initial=-1)) + 1
    return exact_sort_segments(*keys, group, np.full(sets, largest), np.ones(sets, dtype=np.int64))
