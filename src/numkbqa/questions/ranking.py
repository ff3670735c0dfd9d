"""The k-th value of a set by interval order, when there is exactly one such value."""

import numpy as np

from numkbqa.kb.protocol import Floats
from numkbqa.questions.lexicon import Direction


def unique_kth(low: Floats, high: Floats, direction: Direction, k: int) -> int | None:
    """Find the only number that is k-th in a direction.

    k-th counts distinct values (DESIGN 5.10). Overlapping intervals tie ("1999" and "1999-06"): no number is
    returned when the k-th is tied, or when a tie of unequal values makes the count before it doubtful.

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
    wanted = k - 1 if direction is Direction.MIN else len(first) - k
    begin = int(first[wanted])
    end = int(first[wanted + 1]) if wanted + 1 < len(first) else len(low)
    if end - begin != 1:
        return None
    passed = slice(0, end) if direction is Direction.MIN else slice(begin, len(low))
    owner = first[np.cumsum(starts)[passed] - 1]
    certain = (low[passed] == low[owner]).all() and (high[passed] == high[owner]).all()
    return int(order[begin]) if certain else None
