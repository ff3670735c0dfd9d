"""Entity answers: the document of a prediction, with what its reader should know."""

from typing import Any

from numkbqa.answering.answer import Document, document_of
from numkbqa.answering.reasons import why_no_answer
from numkbqa.evaluation import Calibration
from numkbqa.evaluation.predict import ORDINAL, Prediction
from numkbqa.evidence import NO_EVIDENCE, Evidence, path_to
from numkbqa.kb import KnowledgeBase
from numkbqa.questions.ordinal import OrdinalCue


def entity_document(
    prediction: Prediction, kb: KnowledgeBase, k: int, calibration: Calibration | None = None
) -> Document:
    """The document of a prediction.

    Args:
        prediction: what the model says of a question.
        kb: the graph.
        k: how many answers to give at most; tied winners and lists that were asked for are given whole.
        calibration: of the model, if it has one.

    Returns:
        The document, without its topics.
    """
    ranking = prediction.ranking()
    evidence = evidence_of(prediction, kb)
    chosen = _chosen(prediction, ranking, evidence, k)
    return document_of(
        prediction.question.question,
        answers=[_answer(prediction, entity, evidence, kb) for entity in chosen],
        confidence=confidence(prediction, calibration),
        ordinal=ordinal_part(prediction),
        evidence=evidence_part(prediction, evidence, chosen, kb),
        notes=_notes(prediction, ranking, evidence),
        **why_no_answer(prediction, kb),
    )


def evidence_of(prediction: Prediction, kb: KnowledgeBase) -> Evidence | None:
    """The evidence of a prediction; None for a plain question, and when nothing can be compared."""
    ordinal = prediction.is_ordinal or prediction.ordinal >= ORDINAL
    return Evidence(prediction, kb) if ordinal and prediction.relation is not None else None


def confidence(prediction: Prediction, calibration: Calibration | None) -> float | None:
    """Calibrated probability that the first answer is right; None without calibration or answer."""
    known = None if calibration is None else calibration.confidence(prediction)
    return None if known is None else round(known, 4)


def ordinal_part(prediction: Prediction) -> dict[str, Any]:
    """The `ordinal` of a document."""
    cue = prediction.cue if prediction.is_ordinal else None
    return {
        "probability": round(prediction.ordinal, 4),
        "determiner": cue.determiner if cue else None,
        "direction": prediction.direction if cue else None,
        "k": cue.k if cue else None,
        "count": cue.count if cue else None,
    }


def evidence_part(
    prediction: Prediction, evidence: Evidence | None, chosen: list[int], kb: KnowledgeBase
) -> dict[str, Any]:
    """The `evidence` of a document, with the path to the first answer."""
    path = path_to(prediction.example, chosen[0], kb) if chosen else []
    return {**(NO_EVIDENCE if evidence is None else evidence.to_json(chosen)), "path": path}


def answer_group(prediction: Prediction) -> list[int]:
    """The local entities that are the answer together: a list that was asked for, or the first with its ties.

    Args:
        prediction: what the model says of a question.

    Returns:
        Local entities, best first; empty when the question is abstained from.
    """
    ranking = prediction.ranking()
    if not ranking:
        return []
    if prediction.cue is not None and prediction.cue.count > 1 and prediction.sorted_exactly:
        return ranking[: int(prediction.winners.sum())]
    ranks = prediction.ranks() if prediction.is_ordinal else None
    if ranks is None or not ranks[ranking[0]]:
        return ranking[:1]
    return [entity for entity in ranking if ranks[entity] == ranks[ranking[0]]]


def _chosen(prediction: Prediction, ranking: list[int], evidence: Evidence | None, k: int) -> list[int]:
    """The k best answers; what ties with the best one stands right after it, and a list stands alone."""
    if evidence is None or not ranking:
        return ranking[:k]
    group = answer_group(prediction)
    if prediction.cue is not None and prediction.cue.count > 1:
        return group
    tied = set(group)
    return [*group, *(entity for entity in ranking if entity not in tied)][: max(k, len(group))]


def _answer(
    prediction: Prediction, entity: int, evidence: Evidence | None, kb: KnowledgeBase
) -> dict[str, Any]:
    number = int(prediction.example.entities[entity])
    answer: dict[str, Any] = {"id": kb.entity_id(number), "label": kb.label(number)}
    if evidence is not None:
        known = {"value": evidence.value_text(entity), "held_at": evidence.held_at(entity)}
        answer |= {name: text for name, text in known.items() if text is not None}
    return {**answer, "score": round(float(prediction.probabilities[entity]), 6)}


def _notes(prediction: Prediction, ranking: list[int], evidence: Evidence | None) -> list[str]:
    """What decided in place of the model, and where sorting and model disagree."""
    if evidence is None or prediction.cue is None or not prediction.is_ordinal or not ranking:
        return []
    if prediction.sorted_exactly:
        return _sorted_notes(prediction, prediction.cue, evidence)
    preferred = prediction.model_ranking()[0]
    if preferred != ranking[0]:
        what = evidence.relation.text
        return [f"the model prefers {evidence.label(preferred)}, which has no {what} to compare"]
    return _disagreement(prediction, ranking[0], evidence)


def _sorted_notes(prediction: Prediction, cue: OrdinalCue, evidence: Evidence) -> list[str]:
    if cue.count == 1:
        trained = f"the model was trained for ranks up to {prediction.trained_rank}"
        return [f"{trained}: number {cue.k} is by exact sort alone"]
    found = int(evidence.rank.max(initial=0)) - cue.k + 1
    note = f"the list is by exact sort of the candidates by {evidence.relation.text}"
    if found < cue.count:
        values = "is 1 value" if found == 1 else f"are {found} distinct values"
        note += f"; {cue.count} were asked for, and there {values}"
    return [note]


def _disagreement(prediction: Prediction, first: int, evidence: Evidence) -> list[str]:
    """Both answers with their values, when sorting the candidates gives another one than the model."""
    if prediction.cue is None or not prediction.winners.any() or prediction.winners[first]:
        return []
    winner = prediction.exact_ranking()[0]
    place = "first" if prediction.cue.k == 1 else f"as number {prediction.cue.k}"
    return [
        f"sorting the candidates by {evidence.relation.text} gives {_with_value(winner, evidence)} {place}; "
        f"the model prefers {_with_value(first, evidence)}"
    ]


def _with_value(entity: int, evidence: Evidence) -> str:
    return f"{evidence.label(entity)} ({evidence.measured_text(entity) or 'without a value'})"
