"""Ranks beside a superlative: "second", "37th", "twenty first", "hundredth"; and what is no rank ("0th")."""

import re
from collections.abc import Sequence
from typing import Final

from numkbqa.questions import lexicon
from numkbqa.questions.bare_ranks import RANKS, word_at
from numkbqa.questions.lists import ONES

SPELLED: Final = RANKS | lexicon.HIGH_RANKS
UNITS: Final = {"first": 1, "1st": 1} | {word: k for word, k in RANKS.items() if k < 10}
HUNDREDS: Final = {word: 100 * n for n, word in enumerate(ONES, start=1)} | {"a": 100}

MOST: Final = 10**9
"""The highest rank; whatever is higher is read as this, for no graph has so many values."""

_DIGITS = re.compile(r"([1-9][\d,]*)(?:st|nd|rd|th)")
_SUPERLATIVES = "|".join(sorted((row.phrase for row in lexicon.DETERMINERS), key=len, reverse=True))
_SIZES = "|".join(
    row.phrase for row in lexicon.DETERMINERS if row.hint is None and row.phrase.endswith("est")
)
_BELOW_ONE = re.compile(
    r"(?<![^\s(\"'])(?P<rank>[-−–]\s?\d+(?:st|nd|rd|th)|0+(?:st|nd|rd|th)|zeroth|"
    rf"(?:minus|negative) (?:\d+(?:st|nd|rd|th)|{'|'.join(SPELLED)}|first))"
    rf"[\s-]+(?:{_SUPERLATIVES}|by|in terms of|to last|from last)\b",
    re.IGNORECASE,
)
_NONE_LISTED = re.compile(
    r"(?<![^\s(\"'])(?P<rank>[-−–]\s?\d+|0+|zero|(?:minus|negative) (?:\d+|[a-z]+))"
    rf"[\s-]+(?:{_SIZES})\b",
    re.IGNORECASE,
)


def rank_before(words: Sequence[str], place: int) -> tuple[int, int]:
    """Read the rank that ends right before a word.

    Args:
        words: lower-case words of a question.
        place: place of the word.

    Returns:
        The rank and how many words it takes; 1 and 0 without any.
    """
    word, before = word_at(words, place - 1), word_at(words, place - 2)
    digits = _DIGITS.fullmatch(word)
    if digits is not None:
        k = min(int(digits[1].replace(",", "")[: len(str(MOST))]), MOST)
        return (k, 1) if k > 1 else (1, 0)
    if word == "hundredth":
        return (HUNDREDS[before], 2) if before in HUNDREDS else (100, 1)
    if before in lexicon.TENS and word in UNITS:
        k, length = lexicon.TENS[before] + UNITS[word], 2
    else:
        k, length = SPELLED.get(word, UNITS.get(word, 1)), 1
    hundreds, more = _hundreds_before(words, place - length)
    k, length = k + hundreds, length + more
    return (k, length) if k > 1 else (1, 0)


def rank_below_one(question: str) -> str | None:
    """What a question asks for that is no rank: "0th largest", "-5th largest", "the 0 largest".

    Args:
        question: the question's text.

    Returns:
        The rank or number as the question says it, or None.
    """
    found = _BELOW_ONE.search(question) or _NONE_LISTED.search(question)
    return None if found is None else found["rank"]


def _hundreds_before(words: Sequence[str], place: int) -> tuple[int, int]:
    """The hundreds of a rank ("one hundred and", "two hundred"), and how many words they take."""
    linked = word_at(words, place - 1) == "and"
    place -= linked
    if word_at(words, place - 1) != "hundred":
        return 0, 0
    count = HUNDREDS.get(word_at(words, place - 2))
    return (100, 1 + linked) if count is None else (count, 2 + linked)
