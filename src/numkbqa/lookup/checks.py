"""What is asked is checked before anything is read: numbers, directions, and what may have been meant."""

from collections.abc import Iterable
from typing import Final

from rapidfuzz import process

from numkbqa.errors import MOST_SHOWN, UserError, shown
from numkbqa.values import Direction

ALIKE: Final = 75
"""Likeness from 0 to 100 from which something may have been meant."""


def at_least_one(**numbers: int) -> None:
    """Refuse a number below 1.

    Args:
        numbers: numbers by what they are called.

    Raises:
        UserError: one of them is below 1.
    """
    for name, number in numbers.items():
        if number < 1:
            raise UserError(f"{name} is {number}", remedy=f"give a {name} of at least 1")


def direction_of(text: str) -> Direction:
    """Read a direction.

    Args:
        text: "max" or "min".

    Returns:
        The direction.

    Raises:
        UserError: it is neither.
    """
    if text not in set(Direction):
        raise UserError(
            f'the direction is "{shown(text)}"',
            remedy='give "max" for the largest or latest, "min" for the smallest or earliest',
        )
    return Direction(text)


def likely(text: str, known: Iterable[str], most: int = 3) -> list[str]:
    """What may have been meant.

    Args:
        text: what was asked for, folded.
        known: what there is, folded.
        most: how many at most.

    Returns:
        Those most alike, best first.
    """
    found = process.extract(text[:MOST_SHOWN], list(known), limit=most, score_cutoff=ALIKE)
    return [name for name, _, _ in found]
