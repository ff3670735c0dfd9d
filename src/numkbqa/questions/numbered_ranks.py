"""Ranks said as numbers or around a superlative: "#2", "number two", "next highest", "last but one"."""

from collections.abc import Sequence
from typing import Final, NamedTuple

from numkbqa.questions import lexicon
from numkbqa.questions.bare_ranks import sorted_by, word_at
from numkbqa.questions.lists import COUNTS
from numkbqa.questions.rank_words import rank_before

SIGNS: Final = frozenset({"#", "number", "no"})
"""What makes a rank of the number after it; "no" has a full stop between."""

MAX_BETWEEN: Final = 3  # words between a superlative and its "but one"
NOT_BUT: Final = frozenset({"all", "any", "anything", "everything", "nothing"})


class Numbered(NamedTuple):
    """A rank that is said as a number: the rank, and the place where its words end."""

    k: int
    end: int


def numbered_before(words: Sequence[str], place: int) -> tuple[int, int]:
    """Read the numbered rank that ends right before a word: "the #2 highest", "the next highest".

    Args:
        words: lower-case words of a question.
        place: place of the word.

    Returns:
        The rank and how many words it takes; 1 and 0 without any.
    """
    if word_at(words, place - 1) == "next":
        return (1, 0) if _is_after_another(words, place) else (2, 1)
    for start in (place - 2, place - 3):
        found = _numbered(words, start)
        if found is not None and found.end == place:
            return found.k, place - start
    return 1, 0


def rank_beside(words: Sequence[str], place: int, phrase: str) -> tuple[int, int]:
    """Read the rank that ends right before a determiner: "third largest", "next to last", "#2 highest".

    Args:
        words: lower-case words of a question.
        place: place of the determiner.
        phrase: the determiner, as the lexicon writes it.

    Returns:
        The rank and how many words it takes; 1 and 0 without any.
    """
    if word_at(words, place - 1) in {"to", "from"}:
        k, length = (2, 1) if word_at(words, place - 2) == "next" else rank_before(words, place - 1)
        if length:
            return k, length + 1
    k, length = numbered_before(words, place)
    if length and phrase not in {"first", "last"}:
        return k, length
    return rank_before(words, place)


def numbered_by_property(words: Sequence[str], start: int) -> int | None:
    """Read a numbered rank by a property: "number three by area", "ranked 4 by height", "#2 city by area".

    Args:
        words: lower-case words of a question.
        start: place at which the rank would begin.

    Returns:
        The rank, or None when no such rank begins there.
    """
    found = _numbered(words, start)
    if found is None and word_at(words, start - 1) in lexicon.RANK_VERBS:
        k = _number(word_at(words, start))
        found = None if k is None else Numbered(k, start + 1)
    if found is None:
        return None
    if sorted_by(words, start, found.end, lexicon.SIZE_WORDS) is not None:
        return found.k
    if word_at(words, found.end) not in {"by", "in"} or found.end + 1 >= len(words):
        return None
    after = (word_at(words, found.end + i) for i in (1, 2, 3))
    return found.k if lexicon.SIZE_WORDS & set(after) else None


def but(words: Sequence[str], end: int) -> int:
    """How many are left out behind a superlative: "the last but one king", "the largest city but two".

    Args:
        words: lower-case words of a question.
        end: place right after the superlative.

    Returns:
        How many; 0 where none are.
    """
    for place in range(end, end + MAX_BETWEEN + 1):
        if word_at(words, place) == "but" and word_at(words, place + 1) in lexicon.LEFT_OUT:
            return lexicon.LEFT_OUT[words[place + 1]]
        if not word_at(words, place).isalpha() or words[place] in NOT_BUT:
            return 0
    return 0


def begins_pair(words: Sequence[str], place: int, k: int) -> bool:
    """Whether the rank before another one is asked for as well: "the second and third largest".

    Args:
        words: lower-case words of a question.
        place: place of the other rank.
        k: the other rank.

    Returns:
        True when it is k - 1, with "and" between.
    """
    if k < 2 or word_at(words, place - 1) != "and":
        return False
    return rank_before(words, place - 1)[0] == k - 1 and (
        k > 2 or word_at(words, place - 2) in {"first", "1st"}
    )


def _is_after_another(words: Sequence[str], place: int) -> bool:
    """Whether the next is that after a thing which is named ("the next largest city after Lyon")."""
    return any(
        word == "after" and word_at(words, i + 1) != "the" for i, word in enumerate(words) if i > place
    )


def _numbered(words: Sequence[str], start: int) -> Numbered | None:
    sign = word_at(words, start)
    place = start + 1 + (sign == "no")
    if sign not in SIGNS or (sign == "no" and word_at(words, start + 1) != "."):
        return None
    k = _number(word_at(words, place))
    return None if k is None else Numbered(k, place + 1)


def _number(word: str) -> int | None:
    if word.isdecimal() and word.isascii():
        return int(word) if 0 < int(word) < 1000 else None
    return COUNTS.get(word)
