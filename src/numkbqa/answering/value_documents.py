"""Documents of questions for values: the values, where they stand in the graph, or why there is none."""

from collections.abc import Sequence
from typing import Any

import numpy as np

from numkbqa.answering.answer import Document, document_of
from numkbqa.answering.entities import confidence, evidence_of, evidence_part, ordinal_part
from numkbqa.answering.reasons import no_such_value, why_no_answer
from numkbqa.answering.values import Measured, ValueReader, ValueReading, answering_entities
from numkbqa.evaluation import Calibration
from numkbqa.evaluation.predict import Prediction
from numkbqa.evidence import NO_EVIDENCE, value_row
from numkbqa.kb import KnowledgeBase
from numkbqa.values.ranks import Direction, dense_ranks


def of_name(question: str, reading: ValueReading, reader: ValueReader) -> Document | None:
    """The document of a question for the values of what it names.

    Args:
        question: the question.
        reading: its reading, with entities.
        reader: finds the values.

    Returns:
        The document; None when there is no value and the question may ask for an entity.
    """
    measured = reader.of_name(reading)
    if not measured and not reading.certain:
        return None
    without = [why["abstained"] for why in _each_without(reading, measured, reader.kb)]
    if not measured:
        why = _without_value(reading, reading.entities[0][0][0], reader.kb)
        return document_of(question, notes=without[1:], **why)
    return document_of(
        question,
        answers=reader.to_json(measured),
        asked_value=_asked_value(measured, reader.kb),
        evidence=_evidence(measured, reader.kb),
        notes=without,
    )


def of_answers(
    question: str,
    reading: ValueReading,
    prediction: Prediction,
    reader: ValueReader,
    calibration: Calibration | None = None,
) -> Document | None:
    """The document of a question for a value of what a phrase of it asks for.

    Args:
        question: the question.
        reading: its reading, without entities.
        prediction: what the model says of the phrase.
        reader: finds the values.
        calibration: of the model, if it has one.

    Returns:
        The document, with the evidence of the phrase's answer; None when there is no value and the question
        may ask for an entity.
    """
    kb, measured = reader.kb, reader.of_answers(reading, prediction)
    if not measured and not reading.certain:
        return None
    places = answering_entities(reading, prediction)
    numbers = prediction.example.entities[places].tolist()
    if measured or not numbers:
        why = why_no_answer(prediction, kb)
    else:
        why = _without_value(reading, numbers[0], kb)
    first = numbers.index(measured[0].entity) if measured else 0
    return document_of(
        question,
        answers=reader.to_json(measured),
        confidence=confidence(prediction, calibration) if measured else None,
        ordinal=ordinal_part(prediction),
        asked_value=_asked_value(measured, kb),
        evidence=evidence_part(prediction, evidence_of(prediction, kb), places[first : first + 1], kb),
        notes=_notes(measured, numbers[:first], kb),
        **why,
    )


def _each_without(
    reading: ValueReading, measured: Sequence[Measured], kb: KnowledgeBase
) -> list[dict[str, Any]]:
    """Why each name of a list has no value, for those that have none."""
    found = {one.entity for one in measured}
    without = [names[0][0] for names in reading.entities if found.isdisjoint(dict(names))]
    return [_without_value(reading, entity, kb) for entity in dict.fromkeys(without)]


def _without_value(reading: ValueReading, entity: int, kb: KnowledgeBase) -> dict[str, Any]:
    return no_such_value(entity, reading.cue.measures[0], reading.fit.will_do.nonzero()[0].tolist(), kb)


def _asked_value(measured: Sequence[Measured], kb: KnowledgeBase) -> dict[str, Any] | None:
    if not measured:
        return None
    relation = kb.numerical_relations[measured[0].relation]
    return {"relation": relation.name, "text": relation.text, "unit": relation.unit}


def _evidence(measured: Sequence[Measured], kb: KnowledgeBase) -> dict[str, Any]:
    """The values of each entity as a row of an evidence table, in the order of the names."""
    number = measured[0].relation
    relation, alike = kb.numerical_relations[number], [one for one in measured if one.relation == number]
    values = [kb.value(one.handles[0]) for one in alike]
    low, high = (np.array(column) for column in zip(*((v.low, v.high) for v in values), strict=True))
    ranks = dense_ranks(low, high, Direction.MAX).tolist()
    rows = [
        value_row(kb, one.entity, number, one.handles, rank) for one, rank in zip(alike, ranks, strict=True)
    ]
    return {
        **NO_EVIDENCE,
        "relation": relation.name,
        "relation_text": relation.text,
        "kind": relation.kind.value,
        "unit": relation.unit,
        "rows": rows,
        "compared": len(rows),
        "several": relation.several if any(row["other_values"] for row in rows) else None,
        "path": [],
    }


def _notes(measured: Sequence[Measured], skipped: Sequence[int], kb: KnowledgeBase) -> list[str]:
    """What stood before the entity that has the value."""
    if not measured or not skipped:
        return []
    what = kb.numerical_relations[measured[0].relation].text
    return [f"the likelier answer {kb.label(skipped[0])} has no {what}"]
