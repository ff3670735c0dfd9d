"""The order of candidates: ranks by distinct value, the k-th of a set, ties and missing values.

Training, inference and display all rank through this module, so these policies hold everywhere
(docs/graphs.md, "Order"):

- A value is an interval [low, high]. One is beyond another only when their intervals do not overlap; what
  overlaps ties, since nothing of an imprecise value is filled in.
- All tied candidates hold the rank, so all of them are the answer.
- The k-th counts distinct values (dense ranking): of 9, 9 and 7 the second largest is 7. Competition ranking,
  where two firsts leave no second, is not used: asked for the second highest, people mean the next height.
- A missing value (NaN) has no rank: it never wins, from either end.
- With fewer than k distinct values nobody is k-th.

Overlap is no equivalence: "1999" overlaps both "1999-03" and "1999-06", which do not overlap each other. So
ranks are peeled: rank 1 is every candidate that no other is strictly beyond (asked for the latest: "1999-06"
and "1999", but not "1999-03"), rank 2 is the same among the rest, and so on. With exact numbers this is the
dense ranking of distinct values.
"""

from enum import StrEnum

import numpy as np
from numpy.typing import NDArray

Ints = NDArray[np.int64]
Bools = NDArray[np.bool_]
Floats = NDArray[np.float64]


class Direction(StrEnum):
    """Which end of the order is asked for."""

    MAX = "max"
    MIN = "min"


def dense_ranks(low: Floats, high: Floats, direction: Direction) -> Ints:
    """Rank candidates from 1 by distinct value; overlapping intervals tie as the module says.

    Args:
        low: lower comparison keys, NaN for a missing value, shape (num_candidates,).
        high: upper comparison keys, NaN for a missing value, shape (num_candidates,).
        direction: MAX ranks the largest or latest first, MIN the smallest or earliest.

    Returns:
        Ranks, 0 for a missing value, shape (num_candidates,).
    """
    low, high = _towards_max(low, high, direction)
    ranks = np.zeros(len(low), dtype=np.int64)
    known = np.flatnonzero(~(np.isnan(low) | np.isnan(high)))
    order = known[np.argsort(-high[known], kind="stable")]
    # The best possible rest: candidates whose high reaches the largest low still left are beaten by no one.
    largest_low = np.maximum.accumulate(low[order][::-1])[::-1]
    reach = np.searchsorted(-high[order], -largest_low, side="right").tolist()
    firsts, start = np.zeros(len(order), dtype=np.int64), 0
    while start < len(order):
        firsts[start] = 1
        start = reach[start]
    ranks[order] = np.cumsum(firsts)
    return ranks


def exact_sort(low: Floats, high: Floats, direction: Direction, k: int = 1, count: int = 1) -> Bools:
    """The candidates that hold the k-th distinct value; all tied ones win, a missing value never does.

    Of a list ("the three largest") the ranks from the k-th on win, however many hold the last of them.

    Args:
        low: lower comparison keys, NaN for a missing value, shape (num_candidates,).
        high: upper comparison keys, NaN for a missing value, shape (num_candidates,).
        direction: which end is asked for.
        k: which distinct value from that end, from 1; beyond the last one nobody wins.
        count: how many distinct values win, from the k-th on.

    Returns:
        bool, shape (num_candidates,).
    """
    _require_positive(np.asarray([k, count]))
    ranks = dense_ranks(low, high, direction)
    winners: Bools = (ranks >= k) & (ranks < k + count)
    return winners


def exact_sort_segments(low: Floats, high: Floats, segment: Ints, largest: Bools, k: Ints) -> Bools:
    """`exact_sort` of many candidate sets at once, each with a direction and k of its own.

    Args:
        low: lower comparison keys, NaN for a missing value, shape (num_candidates,).
        high: upper comparison keys, NaN for a missing value, shape (num_candidates,).
        segment: candidate set of each candidate, shape (num_candidates,).
        largest: True where a set is sorted from the largest, shape (num_sets,).
        k: which distinct value of each set, from 1, shape (num_sets,).

    Returns:
        The winners, bool, shape (num_candidates,).
    """
    _require_positive(k)
    turned = ~largest[segment]
    low, high = np.where(turned, -high, low), np.where(turned, -low, high)
    left = ~(np.isnan(low) | np.isnan(high))
    winners = np.zeros(len(low), dtype=np.bool_)
    for rank in range(1, int(k.max(initial=0)) + 1):
        largest_low = np.full(len(k), -np.inf)
        np.maximum.at(largest_low, segment[left], low[left])
        unbeaten = left & (high >= largest_low[segment])
        winners |= unbeaten & (k[segment] == rank)
        left &= ~unbeaten
    return winners


def unique_kth(low: Floats, high: Floats, direction: Direction, k: int) -> int | None:
    """Find the only number that is k-th in a direction.

    k-th counts distinct values (docs/graphs.md, "Order"). Overlapping intervals tie ("1999" and "1999-06"):
    no number is returned when the k-th is tied, or when a tie of unequal values makes the count before it
    doubtful.

    Args:
        low: lower comparison keys, shape (num_numbers,).
        high: upper comparison keys, shape (num_numbers,).
        direction: which end to count from.
        k: rank, from 1.

    Returns:
        Index of the number, or None when it is not unique or there are fewer than k distinct values.
    """
    if k > len(low):
        return None
    order = np.argsort(low, kind="stable")
    low, high = low[order], high[order]
    starts = np.empty(len(low), dtype=np.bool_)
    starts[0] = True
    starts[1:] = low[1:] > np.maximum.accumulate(high)[:-1]
    first = np.flatnonzero(starts)
    if k > len(first):
        return None
    wanted = k - 1 if direction == Direction.MIN else len(first) - k
    begin = int(first[wanted])
    end = int(first[wanted + 1]) if wanted + 1 < len(first) else len(low)
    if end - begin != 1:
        return None
    passed = slice(0, end) if direction == Direction.MIN else slice(begin, len(low))
    owner = first[np.cumsum(starts)[passed] - 1]
    certain = (low[passed] == low[owner]).all() and (high[passed] == high[owner]).all()
    return int(order[begin]) if certain else None


def _towards_max(low: Floats, high: Floats, direction: Direction) -> tuple[Floats, Floats]:
    return (low, high) if direction == Direction.MAX else (-high, -low)


def _require_positive(k: Ints) -> None:
    if (k < 1).any():
        raise ValueError("k counts distinct values from 1")
