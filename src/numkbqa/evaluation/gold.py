"""Gold answers: entity ids and literals, and when a value of the graph is the literal that was asked for."""

import math
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from numkbqa.kb import KnowledgeBase
from numkbqa.questions.records import Question
from numkbqa.values import Convention, Kind, Literal, Value, convert, read_literal
from numkbqa.values.marks import Mark, MarkUse

TOLERANCE: Final = 1e-6
"""Numbers that differ by less than this share of the larger one are equal."""

ENGLISH: Final = MarkUse(comma=Mark.THOUSANDS, dot=Mark.DECIMAL)
"""What marks in a gold number mean: questions are English, and so are their answers."""


@dataclass(frozen=True, slots=True)
class ValueAnswer:
    """A value given as the answer to a question that asks for one.

    Args:
        entity: KB entity number of the entity that holds it.
        relation: KB number of its numerical relation.
        handle: KB value handle.
        text: its text without unit, as `KnowledgeBase.number_text` gives it.
        unit: unit of the relation, or None.
    """

    entity: int
    relation: int
    handle: int
    text: str
    unit: str | None = None


def gold_answers(question: Question) -> list[str]:
    """Gold answers as texts: entity ids, and literals as they stand."""
    return [answer.id if answer.id is not None else str(answer.value) for answer in question.answers]


def has_literal(question: Question) -> bool:
    """Whether a literal is among the gold answers of a question."""
    return any(answer.id is None for answer in question.answers)


def named_by_gold(values: Sequence[ValueAnswer], question: Question, kb: KnowledgeBase) -> list[str]:
    """Name values as the gold answers do, so that they can be graded like entities.

    Args:
        values: the values given, best first.
        question: the question with its gold answers.
        kb: the graph.

    Returns:
        For each value the gold literal that it equals, else its own text with its unit.
    """
    literals = [str(answer.value) for answer in question.answers if answer.id is None]
    return [next((gold for gold in literals if equals(gold, one, kb)), _text(one)) for one in values]


def equals(gold: str, answer: ValueAnswer, kb: KnowledgeBase) -> bool:
    """Whether a value of the graph is the literal that a question file names.

    A gold literal without unit is in the unit of the relation, one with a unit is converted to it. A text
    that is no value is right when it is written the same way.

    Args:
        gold: the literal of the question file.
        answer: the value given.
        kb: the graph.

    Returns:
        Whether they are equal, see `same_value`.
    """
    found = kb.value(answer.handle)
    dated = found.kind is Kind.DATE
    # "1966" is a year only where the relation holds dates
    wanted = read_literal(Literal(gold), Convention(ENGLISH, bare_years=dated)).value
    if wanted is None:
        return gold.strip().casefold() == answer.text.casefold()
    return same_value(wanted, found)


def same_value(gold: Value, found: Value) -> bool:
    """Whether a value says what a gold value says.

    Args:
        gold: the value wanted.
        found: the value given.

    Returns:
        Of numbers, whether they are equal up to `TOLERANCE`, in the unit of `found`. Of dates, whether
        `found` lies within `gold`: "1966-05-01" answers "1966", but "1966" does not answer "1966-05-01".
    """
    if Kind.DATE in (gold.kind, found.kind):
        return gold.kind is found.kind and gold.low <= found.low and found.high <= gold.high
    if gold.unit is not None and found.unit is not None:
        converted = convert(gold, found.unit)
        return converted is not None and _close(converted, found)
    return _close(gold, found)


def _close(gold: Value, found: Value) -> bool:
    ends = (gold.low, found.low), (gold.high, found.high)
    return all(math.isclose(one, other, rel_tol=TOLERANCE) for one, other in ends)


def _text(answer: ValueAnswer) -> str:
    return answer.text if answer.unit is None else f"{answer.text} {answer.unit}"
