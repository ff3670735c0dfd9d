"""Seeded typos inside the mentions of a question."""

import random
import re
from collections.abc import Callable, Sequence
from string import ascii_lowercase

Span = tuple[int, int]

SHORTEST = 4
"""Letters of a word that is long enough to be misspelt and still be known."""

_WORD = re.compile(r"[^\W\d_]+")


def swap(word: str, at: int, drawn: random.Random) -> str:
    """Exchange a letter with the next one."""
    return word[:at] + word[at + 1] + word[at] + word[at + 2 :]


def drop(word: str, at: int, drawn: random.Random) -> str:
    """Leave a letter out."""
    return word[:at] + word[at + 1 :]


def insert(word: str, at: int, drawn: random.Random) -> str:
    """Put a letter before another one."""
    return word[:at] + drawn.choice(ascii_lowercase) + word[at:]


def substitute(word: str, at: int, drawn: random.Random) -> str:
    """Take another letter instead."""
    return word[:at] + drawn.choice(ascii_lowercase) + word[at + 1 :]


Typo = Callable[[str, int, random.Random], str]

TYPOS: tuple[Typo, ...] = (swap, drop, insert, substitute)


def misspell(question: str, mentions: Sequence[Span], seed: str) -> tuple[str, list[Span]] | None:
    """Put one typo into each mention that has a word of four letters or more; its first letter stays.

    Args:
        question: the question.
        mentions: places `[start, end)` of its mentions; they do not overlap.
        seed: decides word, letter and kind of typo.

    Returns:
        The question with its typos and the new places of the mentions, in their order in the question; None
        when no mention has such a word.
    """
    drawn, shift, text, places = random.Random(seed), 0, question, list[Span]()
    for start, end in sorted(mentions):
        before = text[start + shift : end + shift]
        after = _with_typo(before, drawn)
        text = text[: start + shift] + after + text[end + shift :]
        places.append((start + shift, start + shift + len(after)))
        shift += len(after) - len(before)
    return None if text == question else (text, places)


def _with_typo(mention: str, drawn: random.Random) -> str:
    words = [match for match in _WORD.finditer(mention) if len(match.group()) >= SHORTEST]
    if not words:
        return mention
    start, end = drawn.choice(words).span()
    word = changed = mention[start:end]
    while changed == word:
        # the place before the last letter at most, since a swap takes the next one too
        changed = drawn.choice(TYPOS)(word, drawn.randrange(1, len(word) - 1), drawn)
    return mention[:start] + changed + mention[end:]
