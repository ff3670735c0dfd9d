"""Columns of bare years: when "1999" is a date, though nothing says so but the name of the relation.

Whole numbers are years when all of them lie between 5000 BCE and 2200, at least half of them after the year
1000, and a word of the relation names a point in time ("release year", "founded") and none a measure
("years", "number"). Numbers typed as integers need the plainer words. Untyped numbers after the year 1000
with as many dates beside them ("1999-06") need no word.
"""

import re
from dataclasses import dataclass
from typing import Final

FIRST_YEAR: Final = -5000
LAST_YEAR: Final = 2200
_USUAL_FIRST = 1000
_WORD = re.compile(r"[A-Z]?[a-z]+|[A-Z]+(?![a-z])")

TIME_WORDS: Final = frozenset(
    {
        "year", "date", "founded", "established", "born", "died", "built", "opened", "released",
        "discovered", "published", "created", "completed", "launched", "introduced",
        "incorporated", "invented", "formed", "dissolved", "closed", "abolished", "started",
        "ended", "constructed", "erected", "issued",
    }
)  # fmt: skip
"""Words of a relation whose whole numbers are years, also where they are typed as integers."""

LOOSE_TIME_WORDS: Final = TIME_WORDS | frozenset(
    {
        "founding", "birth", "death", "release", "inception", "foundation", "since", "from",
        "until", "start", "end", "establishment", "creation", "completion", "opening",
        "discovery", "publication", "construction",
    }
)  # fmt: skip

MEASURE_WORDS: Final = frozenset(
    {
        "years", "number", "count", "per", "age", "duration", "length", "population", "days",
        "months", "hours", "total", "amount", "price", "cost", "size", "area", "height", "width",
        "weight", "mass", "distance", "elevation", "depth", "temperature", "percent",
        "percentage", "rate", "ratio", "index", "score", "points", "rank", "id", "code",
        "quantity", "volume", "capacity", "speed",
    }
)  # fmt: skip
"""Words that say that a number is no year."""


@dataclass(slots=True)
class WholeNumbers:
    """What the whole numbers of a relation have in common."""

    seen: int = 0
    usual: int = 0
    out_of_range: bool = False
    typed: bool = False

    def see(self, text: str, *, typed: bool) -> None:
        """Take note of one whole number."""
        self.seen += 1
        self.typed |= typed
        if len(text) > 6:  # no year in range has so many characters
            self.out_of_range = True
            return
        number = int(text)
        self.out_of_range |= not FIRST_YEAR <= number <= LAST_YEAR
        self.usual += number >= _USUAL_FIRST

    def are_years(self, relation_words: str, dates: int = 0) -> bool:
        """Whether they are years.

        Args:
            relation_words: the relation's name in words ("release year").
            dates: how many untyped dates of other forms the relation has.

        Returns:
            True when both the numbers and the words say so, or the numbers and as many dates beside them.
        """
        if self.out_of_range or 2 * self.usual < max(self.seen, 1):
            return False
        words = {word.lower() for word in _WORD.findall(relation_words)}
        if not self.typed and self.usual == self.seen <= dates:
            return not words & MEASURE_WORDS
        wanted = TIME_WORDS if self.typed else LOOSE_TIME_WORDS
        return bool(words & wanted) and not words & MEASURE_WORDS
