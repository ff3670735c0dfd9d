"""How one relation writes its literals, as `Survey` decides it."""

from dataclasses import dataclass
from typing import Final

from numkbqa.values.marks import UNDECIDED, MarkUse


@dataclass(frozen=True, slots=True)
class Convention:
    """How one relation writes its literals.

    Args:
        marks: what commas and dots in numbers mean where they may mean either.
        day_first: whether "2/5/2019" is the second of May; None when nothing decides.
        bare_years: whether plain whole numbers are years.
        clock: whether "1:23:45" is a duration.
    """

    marks: MarkUse = UNDECIDED
    day_first: bool | None = None
    bare_years: bool = False
    clock: bool = False


PLAIN: Final = Convention()
"""What holds for a literal by itself."""
