"""Digits grouped by marks: "1,234,567", "1.234.567", "1 234 567", "1'234'567", "12,34,567", "1.234,56".

What a comma or a dot means is plain from most numbers: groups of three come more than once, a decimal mark
comes once and last. A single mark before three digits ("1,234") may be either; there the column decides.
"""

import re
from enum import StrEnum
from typing import Final, NamedTuple

from numkbqa.values.reading import Note

SPACES: Final = " \u00a0\u2009\u202f'\u2019"
"""Spaces (also no-break, thin and narrow ones) and apostrophes that group digits."""

_SPACED = re.compile(rf"[0-9]{{1,3}}([{SPACES}])[0-9]{{3}}(?:\1[0-9]{{3}})*(?:[.,][0-9]+)?")
_THREES = re.compile(r"[1-9][0-9]{0,2}([.,])[0-9]{3}(?:\1[0-9]{3})*")
_INDIAN = re.compile(r"[1-9][0-9]?(?:,[0-9]{2})+,[0-9]{3}")
_DIGITS = re.compile(r"[0-9]*")


class Mark(StrEnum):
    """What a comma or a dot inside a number stands for."""

    DECIMAL = "decimal"
    THOUSANDS = "thousands"


class Marks(NamedTuple):
    """What the comma and the dot of one number must mean; None where there is none, or it may be either."""

    comma: Mark | None
    dot: Mark | None
    lone: str | None = None
    """The mark that may be either."""


class MarkUse(NamedTuple):
    """How a column uses marks.

    Args:
        comma: what its commas mean; None when nothing decides.
        dot: what its dots mean; None when nothing decides.
        mixed: whether some of its numbers use marks one way and some the other.
    """

    comma: Mark | None = None
    dot: Mark | None = None
    mixed: bool = False


UNDECIDED: Final = MarkUse()
"""How a column uses marks that shows none."""


def shown_marks(digits: str) -> Marks | None:
    """Tell what the marks of a number mean by themselves.

    Args:
        digits: an unsigned number without exponent.

    Returns:
        The marks, or None when the digits are not grouped as any number is.
    """
    if _DIGITS.fullmatch(digits):
        return Marks(None, None)
    if _SPACED.fullmatch(digits):
        return Marks(Mark.DECIMAL if "," in digits else None, Mark.DECIMAL if "." in digits else None)
    commas, dots = digits.count(","), digits.count(".")
    if len(digits) - commas - dots != sum(character.isdecimal() for character in digits):
        return None
    if commas and dots:
        return _both(digits)
    return _one(digits, "," if commas else ".", commas or dots)


class Plain(NamedTuple):
    """A number without its marks, as plain decimal text, or why there is none; with a note if it had some."""

    text: str | None
    note: Note | None = None


def understood(digits: str, use: MarkUse, *, money: bool = False) -> Plain | None:
    """Write a number without its marks.

    A single comma before three digits needs a column that uses commas one way; a single dot is a decimal
    point unless the column says otherwise. In amounts of money, whose cents have two digits, it is the
    other way round: a single comma groups thousands, and a single dot needs the column.

    Args:
        digits: an unsigned number without exponent.
        use: how its column uses marks.
        money: whether it is an amount of money.

    Returns:
        The number, or the reason why its marks are not understood; None when it is no number.
    """
    shown = shown_marks(digits)
    if shown is None:
        return None
    comma, dot = shown.comma, shown.dot
    if shown.lone == ",":
        comma = use.comma or (Mark.THOUSANDS if money and not use.mixed else None)
    elif shown.lone == ".":
        dot = use.dot or (None if money or use.mixed else Mark.DECIMAL)
    if shown.lone is not None and comma is dot is None:
        return Plain(None, Note.AMBIGUOUS_SEPARATORS)
    plain = _unmarked(digits, comma, dot)
    return Plain(plain, None if plain == digits else Note.SEPARATORS)


def _unmarked(digits: str, comma: Mark | None, dot: Mark | None) -> str:
    for space in SPACES:
        digits = digits.replace(space, "")
    if dot is Mark.THOUSANDS:
        digits = digits.replace(".", "")
    return digits.replace(",", "" if comma is Mark.THOUSANDS else ".")


def _both(digits: str) -> Marks | None:
    """Of two kinds of marks the last one is the decimal mark, and the other groups what stands before it."""
    last = max(digits.rfind(","), digits.rfind("."))
    whole, mark = digits[:last], digits[last]
    if mark in whole or not (_THREES.fullmatch(whole) or _INDIAN.fullmatch(whole)):
        return None
    return _marks(mark, Mark.DECIMAL, Mark.THOUSANDS)


def _one(digits: str, mark: str, count: int) -> Marks | None:
    grouped = _THREES.fullmatch(digits) is not None
    if count > 1:
        return _marks(mark, Mark.THOUSANDS, None) if grouped or _INDIAN.fullmatch(digits) else None
    if grouped:
        return Marks(None, None, mark)
    if mark == "," and not (digits[0].isdecimal() and digits[-1].isdecimal()):
        return None
    return _marks(mark, Mark.DECIMAL, None)


def _marks(mark: str, meaning: Mark, other: Mark | None) -> Marks:
    return Marks(meaning, other) if mark == "," else Marks(other, meaning)
