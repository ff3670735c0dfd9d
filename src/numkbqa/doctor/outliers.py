"""Values that stand far from all others of their relation, and values that too many entities share."""

from typing import Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

from numkbqa.doctor.scales import Scale, on_scale
from numkbqa.kb.protocol import Floats, Ints
from numkbqa.values import Kind
from numkbqa.values.calendar import days_from_civil

Bools = NDArray[np.bool_]

SCORE: Final = 6.0
"""Distance from the median, in robust standard deviations, from which on a value is an outlier."""

RULE: Final = (
    f"more than {SCORE:g} robust standard deviations (1.4826 times the median absolute deviation)"
    " from the median"
)
FEWEST_VALUES: Final = 8
TAIL_SHARE: Final = 0.01
MOST_MISTAKES: Final = 3
"""Above this share and number, far values are the tail of the relation and no mistakes."""

PLACEHOLDER_SHARE, SHARED_SHARE = 0.01, 0.1
FEWEST_ALIKE, FEWEST_DISTINCT, TIMES_THE_MEAN = 5, 20, 5

_NINES: Final = [float("9" * digits) for digits in range(2, 10)]
_PLACEHOLDER_NUMBERS: Final = np.array(
    [0.0, -1.0, *_NINES, *(-nines for nines in _NINES), 2.0**31 - 1, -(2.0**31)]
)
_PLACEHOLDER_DAYS: Final = np.array(
    [
        float(days_from_civil(*day))
        for day in ((0, 1, 1), (1, 1, 1), (1900, 1, 1), (1970, 1, 1), (9999, 12, 31))
    ]
)
_ONE_DAY: Final = 1.0


class Outliers(NamedTuple):
    """Values far from all others.

    Args:
        rows: their places among the values, the farthest first, shape (num_outliers,).
        lowest: place of the least of the others.
        highest: place of the greatest of the others.
    """

    rows: Ints
    lowest: int
    highest: int

    def are_tail(self, total: int) -> bool:
        """Whether they are too many among `total` values to be mistakes."""
        return len(self.rows) > max(MOST_MISTAKES, TAIL_SHARE * total)


class Spike(NamedTuple):
    """A value that many entities share.

    Args:
        row: place of one such value.
        alike: how many values are equal to it.
        placeholder: whether it is one that people write for "unknown".
    """

    row: int
    alike: int
    placeholder: bool


def find_outliers(keys: Floats, scale: Scale, left_out: Bools) -> Outliers | None:
    """Find values by the rule `RULE`, on a logarithmic scale by magnitude (zeros are left out there).

    Args:
        keys: lower comparison keys of a relation, shape (num_values,).
        scale: its scale.
        left_out: which values take no part (placeholders), shape (num_values,).

    Returns:
        The outliers, possibly none; None where the rule says nothing: fewer than `FEWEST_VALUES` values, or
        at least half of them equal.
    """
    usable = np.flatnonzero(~left_out & ((keys > 0) | (scale is not Scale.LOG)))
    if len(usable) < FEWEST_VALUES:
        return None
    with np.errstate(over="ignore"):  # keys near the end of the floats are infinitely far from each other
        position = on_scale(keys[usable], scale)
        middle = float(np.median(position))
        distance = np.abs(position - middle)
        reach = SCORE * 1.4826 * float(np.median(distance))
    if reach == 0 or not np.isfinite(reach):
        return None
    far, near = np.flatnonzero(distance > reach), usable[distance <= reach]
    far = far[np.argsort(-distance[far], kind="stable")]
    return Outliers(usable[far], int(near[np.argmin(keys[near])]), int(near[np.argmax(keys[near])]))


def find_spikes(kind: Kind, low: Floats, high: Floats) -> list[Spike]:
    """Find values that stand for "unknown" by their looks, or are far commoner than the others.

    A spike stands out of at least `FEWEST_DISTINCT` different values: it has at least `FEWEST_ALIKE` equal
    ones, `TIMES_THE_MEAN` times as many as a value has on average, and 1 % of all if it is a placeholder (0,
    -1, 9999, 1900-01-01), else 10 %.

    Args:
        kind: what the values are.
        low: lower comparison keys, shape (num_values,).
        high: upper comparison keys, shape (num_values,).

    Returns:
        The spikes, the commonest first.
    """
    first, count = distinct_values(low, high)
    if len(first) < FEWEST_DISTINCT:
        return []
    placeholder = _are_placeholders(kind, low[first], high[first])
    share = np.where(placeholder, PLACEHOLDER_SHARE, SHARED_SHARE)
    least = np.maximum(share * len(low), max(FEWEST_ALIKE, TIMES_THE_MEAN * len(low) / len(first)))
    found = np.flatnonzero(count >= least)
    found = found[np.argsort(-count[found], kind="stable")]
    return [Spike(int(first[i]), int(count[i]), bool(placeholder[i])) for i in found]


def distinct_values(low: Floats, high: Floats) -> tuple[Ints, Ints]:
    """Different values among many.

    Args:
        low: lower comparison keys, shape (num_values,).
        high: upper comparison keys, shape (num_values,).

    Returns:
        Place of the first of each and how many are equal to it, by value, each of shape (num_distinct,).
    """
    order = np.lexsort((high, low))
    fresh = np.ones(len(order), dtype=np.bool_)
    fresh[1:] = (np.diff(low[order]) != 0) | (np.diff(high[order]) != 0)
    starts = np.flatnonzero(fresh)
    return order[starts], np.diff(np.append(starts, len(order)))


def _are_placeholders(kind: Kind, low: Floats, high: Floats) -> Bools:
    known, widest = (_PLACEHOLDER_DAYS, _ONE_DAY) if kind is Kind.DATE else (_PLACEHOLDER_NUMBERS, 0.0)
    found: Bools = np.isin(low, known) & (high - low <= widest)
    return found
