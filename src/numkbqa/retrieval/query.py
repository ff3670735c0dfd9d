"""What a question asks of relations: its words without the topics, and what its adjectives measure."""

import re
from collections.abc import Iterable

from numkbqa.questions.ordered_by import counted_things, is_high_in_speech, qualifying

HIGH = "elevation height"

MEASURES = {
    "height": "tallest taller tall shortest",
    "length": "longest longer shortest",
    "depth": "deepest shallowest",
    "width": "widest broadest narrowest",
    "weight mass": "heaviest lightest heavier",
    "area population size": "largest biggest smallest",
    "population": "populated populous inhabitants inhabited",
    "date of birth": "born youngest eldest younger",
    "date of birth founded age": "oldest older",
    "date of death": "died dead",
    "date founded": "founded established",
    "date": "latest earliest newest recent recently first last",
    "speed": "fastest slowest",
    "temperature": "hottest coldest warmest coolest",
    "price cost": "cheapest expensive costliest",
    "density": "densest",
    HIGH: "highest lowest",
    "wealth income": "richest poorest wealthiest",
}
"""Nouns of what is measured, by the words that compare it; a relation is named by the noun."""

_NOUNS: dict[str, list[str]] = {}
for _noun, _words in MEASURES.items():
    for _word in _words.split():
        _NOUNS.setdefault(_word, []).append(_noun)

_WORD = re.compile(r"[^\W\d_]+")


def query_text(question: str, mentions: Iterable[tuple[int, int]]) -> str:
    """Rewrite a question for the comparison with relations.

    The name of a topic says nothing about the relation asked for, yet its words weigh in the mean; and
    "tallest" is not close to "height" in a frozen encoder. "Highest" brings a height unless another measure
    stands beside it: "the highest paid" is about pay.

    Args:
        question: the question.
        mentions: places `[start, end)` of the topic entities' names; they do not overlap.

    Returns:
        The question without them, followed by nouns for its comparing words ("number of rivers" for
        "the most rivers"); the question itself when nothing is left of it.
    """
    rest = question
    for start, end in sorted(mentions, reverse=True):
        rest = rest[:start] + " " + rest[end:]
    words = rest.split()
    if not any(_WORD.search(word) for word in words):
        return question
    said = set(_WORD.findall(rest.lower()))
    nouns = [_narrowed(noun, said) for word in _WORD.findall(rest.lower()) for noun in _NOUNS.get(word, ())]
    if is_high_in_speech(rest):
        nouns = [noun for noun in nouns if noun != HIGH]
    nouns += qualifying(rest)
    nouns += [f"number of {things}" for things in counted_things(" ".join(words).lower())]
    return " ".join([*words, *dict.fromkeys(noun for noun in nouns if noun)])


def _narrowed(nouns: str, said: set[str]) -> str:
    """The nouns of a word, or none when the question names one of them itself ("the largest by area")."""
    return "" if said.intersection(nouns.split()) else nouns
