"""The three ways of grading: strictly, as the public NSM evaluator does, and by name.

| | strict | official | name |
|---|---|---|---|
| an answer is right when | it is a gold answer | it is a gold answer | a name of both is the same |
| no gold answer | left out, counted apart | hit 1; F1 1 if nothing was retrieved, else 0 | as strict |
| no topic entity | wrong | left out, counted apart | as strict |
| a gold answer that is there twice | counts once | counts twice in recall | counts once |

`official.py` and `docs/evaluation.md` tell what an answer is in each.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from enum import StrEnum
from functools import cache
from pathlib import Path
from typing import Final

from numkbqa.errors import UserError
from numkbqa.evaluation.metrics import f1_score, harmonic_mean, hit_at_1
from numkbqa.kb import KnowledgeBase
from numkbqa.questions.records import Question
from numkbqa.retrieval.linking.names import fold


class Mode(StrEnum):
    """How answers are held against the gold answers."""

    STRICT = "strict"
    """Nothing is left out that was asked, and nothing counts that was not answered."""

    OFFICIAL = "official"
    """As the public evaluator of NSM does, to the last bit: for tables beside published ones."""

    NAME = "name"
    """As leaderboards do: an answer is right when it is called like a gold answer."""


@dataclass(frozen=True, slots=True)
class Rules:
    """The rules of an evaluation.

    Args:
        mode: how answers are graded.
        n_max: official mode: entities of the largest subgraph of the split, to which the public code pads;
            None takes the largest subgraph among the questions graded.
    """

    mode: Mode = Mode.STRICT
    n_max: int | None = None


@dataclass(frozen=True, slots=True)
class Given:
    """What a system answers to a question.

    Args:
        first: its first answer, None without any.
        retrieved: the answers that F1 is taken over, best first.
    """

    first: str | None
    retrieved: Sequence[str]


@dataclass(frozen=True, slots=True)
class Grade:
    """How right the answers to one question are.

    Args:
        hit: Hits@1, between 0 and 1.
        f1: F1 of the answers, between 0 and 1.
    """

    hit: float
    f1: float


def rules_of(mode: Mode | str, n_max: int | None = None) -> Rules:
    """Check what a user asks for.

    Args:
        mode: `strict`, `official` or `name`.
        n_max: entities of the largest subgraph of the split, for the official mode alone.

    Returns:
        The rules.

    Raises:
        UserError: there is no such mode, or `n_max` does not fit it.
    """
    if mode not in list(Mode):
        raise UserError(f"there is no mode {mode!r}", remedy=f"choose among: {', '.join(Mode)}")
    if n_max is not None and (mode != Mode.OFFICIAL or n_max < 1):
        raise UserError(
            f"n_max = {n_max} does not fit the mode `{mode}`",
            remedy="give it to the mode `official`: the entities of the largest subgraph of the split",
        )
    return Rules(Mode(mode), n_max)


def require_gold(questions: Sequence[Question], where: Sequence[Path]) -> None:
    """Check that there is something to grade by.

    Args:
        questions: the questions.
        where: their files, for the message.

    Raises:
        UserError: no question has a gold answer.
    """
    if not any(question.answers for question in questions):
        raise UserError(
            "no question has answers",
            where=", ".join(map(str, where)),
            remedy='Add "answers": [{"id": "..."} or {"value": "..."}].',
        )


NOTHING: Final = Given(None, ())

Grader = Callable[[Given, Sequence[str]], Grade]
"""Grades what is given by the gold answers."""


def grader_of(mode: Mode, kb: KnowledgeBase | None = None) -> Grader:
    """The grader of a mode.

    Args:
        mode: the mode.
        kb: the graph that knows the names of entities; without it an id is a name.

    Returns:
        The grader.
    """
    if mode is Mode.NAME:
        return by_name(kb)
    return grade_officially if mode is Mode.OFFICIAL else grade_strictly


def grade_strictly(given: Given, gold: Sequence[str]) -> Grade:
    """Grade by ids; without gold answers nothing is right."""
    answers = set(gold)
    return Grade(hit_at_1([given.first] if given.first else [], answers), f1_score(given.retrieved, answers))


def grade_officially(given: Given, gold: Sequence[str]) -> Grade:
    """Grade by ids as the public NSM evaluator does, bit for bit.

    Args:
        given: what was answered.
        gold: gold answers; one that is there twice counts twice in recall.

    Returns:
        The grade; a question without gold answers is a hit whatever was answered.
    """
    if not gold:
        return Grade(1.0, float(not given.retrieved))
    hit = float(given.first in gold)
    right = sum(answer in gold for answer in given.retrieved)
    if not right:
        return Grade(hit, 0.0)
    return Grade(hit, harmonic_mean(right / len(given.retrieved), right / len(gold)))


def by_name(kb: KnowledgeBase | None) -> Grader:
    """The grader that compares names.

    Args:
        kb: the graph that knows labels and aliases; without it an id is a name.

    Returns:
        The grader. An answer is right when one of its names is one of a gold answer's, neither case nor
        accents, punctuation or a leading article told apart.
    """

    @cache
    def names(answer: str) -> frozenset[str]:
        entity = None if kb is None else kb.entity_index(answer)
        known = [] if kb is None or entity is None else kb.names(entity)
        return frozenset(filter(None, map(folded_name, known or [answer])))

    def grade(given: Given, gold: Sequence[str]) -> Grade:
        wanted = [names(answer) for answer in dict.fromkeys(gold)]
        called = frozenset().union(*wanted)
        hit = given.first is not None and not called.isdisjoint(names(given.first))
        retrieved = [names(answer) for answer in dict.fromkeys(given.retrieved)]
        right = sum(not called.isdisjoint(one) for one in retrieved)
        if not right:
            return Grade(float(hit), 0.0)
        found = frozenset().union(*retrieved)
        recalled = sum(not found.isdisjoint(one) for one in wanted)
        return Grade(float(hit), harmonic_mean(right / len(retrieved), recalled / len(wanted)))

    return grade


def folded_name(text: str) -> str:
    """A name as it is compared.

    Args:
        text: a label, an alias, a literal or an id.

    Returns:
        Its words without case, accents, punctuation and a leading article; empty when it has no word. Where
        that leaves nothing ("The The"), the article stays.
    """
    first, _, rest = fold(text).partition(" ")
    return rest if rest and first in {"the", "a", "an"} else f"{first} {rest}".strip()
