"""Answers as passages for a language model: one row each, in words and as metadata."""

from collections.abc import Iterator
from typing import Any, NamedTuple

from numkbqa.answering.schema import AnswerItem, AskedValue, EvidenceRow, NamedEntity
from numkbqa.api import Answer
from numkbqa.values.shown import readable_date


class Passage(NamedTuple):
    """A row of an answer.

    Args:
        id: id of the entity.
        text: the row in words.
        score: the model's mass on it; None where the model does not list it.
        metadata: the row: `answer` (whether it is the answer, or tied with it), id, label, relation, value,
            unit, lexical, held_at, rank and score, each None where there is none.
    """

    id: str
    text: str
    score: float | None
    metadata: dict[str, Any]


def passages(answer: Answer, k: int) -> list[Passage]:
    """The rows of an answer: the answer itself, then what it was compared with, or what is less likely.

    Args:
        answer: the answer to a question.
        k: how many rows at most; ties, lists and values are given whole.

    Returns:
        The rows; none when there is no answer.
    """
    found = list(_entities(answer) if answer.asked_value is None else _values(answer, answer.asked_value))
    found.sort(key=lambda one: not one.metadata["answer"])
    whole = sum(one.metadata["answer"] for one in found)
    return found[: max(k, whole)] if answer.answers else []


def _values(answer: Answer, asked: AskedValue) -> Iterator[Passage]:
    for item in answer.answers:
        if item.of is not None:
            yield _value(asked, item, item.of)


def _entities(answer: Answer) -> Iterator[Passage]:
    """The compared entities by rank, then those that have no value."""
    best = {item.id for item in answer.answers if _is_best(answer, item)}
    scores = {item.id: item.score for item in answer.answers}
    for row in answer.evidence.rows:
        yield _compared(answer, row, scores.get(row.id), answer=row.id in best)
    compared = {row.id for row in answer.evidence.rows}
    for item in answer.answers:
        if item.id not in compared:
            yield _entity(answer, item, answer=item.id in best)


def _is_best(answer: Answer, item: AnswerItem) -> bool:
    """Whether it is the answer: the first, what ties with it, or one of a list that was asked for."""
    listed = answer.ordinal.count is not None and answer.ordinal.count > 1
    return listed or item == answer.best or item.id in answer.evidence.ties


def _compared(found: Answer, row: EvidenceRow, score: float | None, *, answer: bool) -> Passage:
    evidence = found.evidence
    shown = readable_date(row.value or "") if evidence.kind == "date" else row.value
    value = " ".join(filter(None, (shown, evidence.unit)))
    text = f"{row.label}: {evidence.relation_text} {value}, rank {row.rank} of {evidence.compared} compared"
    known = row.model_dump(include={"id", "label", "value", "lexical", "held_at", "rank"})
    metadata = _row(answer=answer, relation=evidence.relation, unit=evidence.unit, score=score, **known)
    return Passage(row.id, text + _at(row.held_at), score, metadata)


def _value(asked: AskedValue, item: AnswerItem, of: NamedEntity) -> Passage:
    text = f"{asked.text} of {of.label}: {item.text}{_at(item.held_at)}"
    known = item.model_dump(include={"value", "unit", "lexical", "held_at", "score"})
    metadata = _row(answer=True, relation=asked.relation, **of.model_dump(), **known)
    return Passage(of.id, text, item.score, metadata)


def _entity(found: Answer, item: AnswerItem, *, answer: bool) -> Passage:
    way = "; ".join(f"{step.head} {step.relation} {step.tail}" for step in found.evidence.path)
    text = f"{item.text} ({way})" if way and item == found.best else item.text
    metadata = _row(answer=answer, id=item.id, label=item.label, score=item.score)
    return Passage(item.id or "", text, item.score, metadata)


def _at(held_at: str | None) -> str:
    return f" (at {held_at})" if held_at else ""


def _row(**known: Any) -> dict[str, Any]:
    names = ("answer", "id", "label", "relation", "value", "unit", "lexical", "held_at", "rank", "score")
    return {name: known.get(name) for name in names}
