"""How a question may go on: example questions that begin so, and names of entities for its last words."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from numkbqa.retrieval.linking import STOP_WORDS, fold
from numkbqa.service.page.served import AskedModel, Hit

MOST: Final = 7
_MOST_EXAMPLES: Final = 3
_LONGEST_NAME: Final = 4
"""Words at the end of a question that are looked up as the beginning of one name."""

_SHORTEST: Final = 2


@dataclass(frozen=True, slots=True)
class Suggestion:
    """One way to go on.

    Args:
        question: the whole question.
        label: what is shown.
        note: what tells it from the others.
    """

    question: str
    label: str
    note: str


def suggest(typed: str, model: AskedModel, examples: Sequence[str]) -> list[Suggestion]:
    """Find ways to go on.

    Args:
        typed: the question so far.
        model: finds entities by name.
        examples: questions that the graph can answer.

    Returns:
        Suggestions, whole questions first.
    """
    begun = fold(typed)
    if len(begun) < _SHORTEST:
        return []
    whole = [question for question in examples if fold(question).startswith(begun) and question != typed]
    found = [Suggestion(question, question, "") for question in whole[:_MOST_EXAMPLES]]
    return [*found, *_named(typed, model)][:MOST]


def _named(typed: str, model: AskedModel) -> list[Suggestion]:
    """Entities whose names begin with the last words, those of the longest such name."""
    if typed != typed.rstrip():
        return []
    words = typed.split(" ")
    for first in range(max(0, len(words) - _LONGEST_NAME), len(words)):
        begun = " ".join(words[first:])
        if len(begun) < _SHORTEST or all(fold(word) in STOP_WORDS for word in words[first:]):
            continue
        hits = [hit for hit in model.lookup.search(begun, MOST) if _begins(hit, begun)]
        if hits:
            before = " ".join(words[:first])
            return [Suggestion(f"{before} {hit.label}".lstrip(), hit.label, hit.description) for hit in hits]
    return []


def _begins(hit: Hit, begun: str) -> bool:
    """Whether a name goes on after what was typed; one that is whole needs no completion."""
    label, start = fold(hit.label), fold(begun)
    return label.startswith(start) and label != start
