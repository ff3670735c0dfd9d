"""Keys for numbers that floats cannot tell apart: large integers and long decimals keep their exact order."""

from collections.abc import Sequence
from fractions import Fraction

import numpy as np
from numpy.typing import NDArray

Floats = NDArray[np.float64]
Ints = NDArray[np.int64]

_LARGEST = np.array([np.finfo(np.float64).max]).view(np.int64)[0]


def separate_keys(keys: Floats, exact: Sequence[Fraction | None]) -> Floats:
    """Give different numbers different keys, in their exact order.

    Numbers that round to one float are moved to the next floats, and what lies there further on, each by as
    little as possible; a key beyond all of them stays as it is.

    Args:
        keys: comparison keys, finite, shape (num_numbers,).
        exact: the number behind each key; None where its key, as shortest decimal, is the number.

    Returns:
        Keys, shape (num_numbers,): equal where the numbers are equal, and ascending with them.
    """
    place = _places(keys, exact)
    if not place.any():
        return keys
    order = np.lexsort((place, keys))
    ordinals = _ordinals(keys[order])
    new = np.ones(len(order), dtype=np.bool_)
    new[1:] = (np.diff(ordinals) != 0) | (np.diff(place[order]) != 0)
    level = np.cumsum(new) - 1
    moved = _strictly_ascending(ordinals[new])
    separated = np.empty_like(keys)
    separated[order] = _floats(moved)[level]
    return separated


def _places(keys: Floats, exact: Sequence[Fraction | None]) -> Ints:
    """Place of each number among the different ones that share its key, from 0."""
    place = np.zeros(len(keys), dtype=np.int64)
    shared = {float(keys[i]) for i, number in enumerate(exact) if number is not None}
    if not shared:
        return place
    members: dict[float, list[int]] = {}
    for i in np.flatnonzero(np.isin(keys, np.fromiter(shared, np.float64))).tolist():
        members.setdefault(float(keys[i]), []).append(i)
    for key, rows in members.items():
        numbers = [_number(exact[i], key) for i in rows]
        places = {number: rank for rank, number in enumerate(sorted(set(numbers)))}
        place[rows] = [places[number] for number in numbers]
    return place


def _number(exact: Fraction | None, key: float) -> Fraction:
    return Fraction(repr(key)) if exact is None else exact


def _strictly_ascending(ordinals: Ints) -> Ints:
    """The least ordinals that ascend strictly and are no smaller, pressed down where floats end."""
    steps = np.arange(len(ordinals), dtype=np.int64)
    raised: Ints = np.maximum.accumulate(ordinals - steps) + steps
    pressed: Ints = np.minimum(raised, _LARGEST - steps[::-1])
    return pressed


def _ordinals(keys: Floats) -> Ints:
    """Number floats in their order, so that neighbours differ by one."""
    bits = (keys + 0.0).view(np.int64)  # adding zero turns -0.0 into 0.0
    ordinals: Ints = np.where(bits >= 0, bits, np.iinfo(np.int64).min - bits)
    return ordinals


def _floats(ordinals: Ints) -> Floats:
    bits: Ints = np.where(ordinals >= 0, ordinals, np.iinfo(np.int64).min - ordinals)
    keys: Floats = bits.view(np.float64)
    return keys
