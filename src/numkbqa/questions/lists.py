"""Lists that an order asks for: "the three longest rivers", "the first two books", "top 5 by population"."""

from collections.abc import Sequence
from typing import Final, NamedTuple

from numkbqa.questions import lexicon
from numkbqa.questions.bare_ranks import word_at

MAX_COUNT: Final = 50

ONES: Final = ("one", "two", "three", "four", "five", "six", "seven", "eight", "nine")
TEENS: Final = (
    "ten", "eleven", "twelve", "thirteen", "fourteen",
    "fifteen", "sixteen", "seventeen", "eighteen", "nineteen",
)  # fmt: skip
TENS: Final = {"twenty": 20, "thirty": 30, "forty": 40, "fifty": 50}
COUNTS: Final = {word: n for n, word in enumerate((*ONES, *TEENS), start=1)} | TENS | {"dozen": 12}

ENDS: Final = {"top": "largest", "bottom": "smallest"}
"""What stands before a count without a determiner, and the determiner that it stands for."""

MAX_NOUN: Final = 5  # words of what is listed, between "top 5" and "by"


class Count(NamedTuple):
    """How many are asked for, and the words `[start, end)` that say so."""

    number: int
    start: int
    end: int


class Top(NamedTuple):
    """A list that is asked for without a determiner: the one that it stands for, and how many."""

    phrase: str
    number: int


def count_before(words: Sequence[str], place: int) -> Count | None:
    """Read the count that ends right before a word: "five", "twenty five", "top 5".

    Args:
        words: lower-case words of a question.
        place: place of the determiner.

    Returns:
        The count, from 2 to 50, or None; "top" and "bottom" before it belong to it.
    """
    for length in (2, 1):
        start = place - length
        count = None if start < 0 else _number(words[start:place])
        if count is not None:
            return Count(count, start - (word_at(words, start - 1) in ENDS), place)
    return None


def count_after(words: Sequence[str], place: int) -> Count | None:
    """Read the count that begins at a place: "the largest five cities", "the first two presidents".

    Args:
        words: lower-case words of a question.
        place: place right after the determiner.

    Returns:
        The count, from 2 to 50, or None; what is counted must follow.
    """
    for length in (2, 1):
        count = _number(words[place : place + length])
        if count is not None:
            end = place + length
            return Count(count, place, end) if word_at(words, end).isalpha() else None
    return None


def top_at(words: Sequence[str], start: int) -> Top | None:
    """Read a list by a property: "top 5 cities by population", "bottom ten countries in area".

    Args:
        words: lower-case words of a question.
        start: place of "top" or "bottom".

    Returns:
        The determiner that it stands for and how many, or None when no such list begins there.
    """
    if words[start] not in ENDS:
        return None
    count = count_after(words, start + 1) or _count_in_digits(words, start + 1)
    if count is None:
        return None
    nouns = range(count.end + 1, min(count.end + 1 + MAX_NOUN, len(words)))
    if any(_is_by_property(words, place) for place in nouns):
        return Top(ENDS[words[start]], count.number)
    return None


def _count_in_digits(words: Sequence[str], place: int) -> Count | None:
    """A count up to 999 that begins at a place; "top 100 ... by" needs no bound against years and sizes."""
    word = word_at(words, place)
    if not (word.isdecimal() and word.isascii() and len(word) < 4 and int(word) > 0):
        return None
    return Count(int(word), place, place + 1) if word_at(words, place + 1).isalpha() else None


def _is_by_property(words: Sequence[str], place: int) -> bool:
    """Whether "by" with any noun, or "in" with a size, stands at a place."""
    if words[place] == "by":
        return place + 1 < len(words)
    return words[place] == "in" and word_at(words, place + 1) in lexicon.SIZE_WORDS


def _number(words: Sequence[str]) -> int | None:
    """A number from 2 to 50 in digits or words ("7", "seven", "twenty five"), or None."""
    if len(words) == 1 and words[0].isdecimal() and words[0].isascii() and len(words[0]) < 3:
        number = int(words[0])
    elif len(words) == 1:
        number = COUNTS.get(words[0], 0)
    elif len(words) == 2 and words[0] in TENS and words[1] in ONES:
        number = TENS[words[0]] + COUNTS[words[1]]
    else:
        return None
    return number if 2 <= number <= MAX_COUNT else None
