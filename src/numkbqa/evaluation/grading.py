"""Grading: predictions beside the gold answers, question by question."""

from collections.abc import Collection, Mapping, Sequence

from numkbqa.evaluation.calibration import Calibration, top_mass
from numkbqa.evaluation.gold import ValueAnswer, gold_answers, named_by_gold
from numkbqa.evaluation.losses import Lost, where_lost
from numkbqa.evaluation.metrics import f1_score, hit_at_1, retrieved_set
from numkbqa.evaluation.predict import Prediction
from numkbqa.evaluation.report import EvaluationReport, Row, is_ordinal
from numkbqa.kb import KnowledgeBase
from numkbqa.questions.records import Question
from numkbqa.values import Kind


def summarise(
    predictions: Sequence[Prediction],
    dropped: Sequence[tuple[Question, str]],
    kb: KnowledgeBase,
    seconds: float,
    values: Mapping[Question, Sequence[ValueAnswer]] | None = None,
    *,
    gold_topics: Mapping[Question, Collection[str]] | None = None,
    calibration: Calibration | None = None,
) -> EvaluationReport:
    """Grade predictions.

    Args:
        predictions: one a question that has an example.
        dropped: questions without example, with the reason; they count as wrong without a right value.
        kb: the graph, for ids, kinds and values.
        seconds: time the predictions took.
        values: values answered instead of entities, best first, to the questions read as asking for one.
        gold_topics: ids of the right topic entities of questions whose own were hidden from retrieval.
        calibration: turns mass into confidence.

    Returns:
        The report.
    """
    values, gold_topics = values or {}, gold_topics or {}
    rows = [
        _graded(
            prediction,
            kb,
            tuple(values.get(prediction.question, ())),
            gold_topics.get(prediction.question, prediction.question.topic_entities),
            calibration,
        )
        for prediction in predictions
    ]
    rows += [
        _without_example(question, reason, tuple(values.get(question, ())), kb)
        for question, reason in dropped
    ]
    graded = [row for row in rows if row.question.answers]
    return EvaluationReport(graded, len(rows) - len(graded), seconds)


def _graded(
    prediction: Prediction,
    kb: KnowledgeBase,
    values: tuple[ValueAnswer, ...],
    gold_topics: Collection[str],
    calibration: Calibration | None,
) -> Row:
    question, example = prediction.question, prediction.example
    gold, ordinal = set(gold_answers(question)), is_ordinal(question)
    ranking, p = prediction.ranking(), prediction.probabilities
    names = [kb.entity_id(int(example.entities[i])) for i in ranking]
    given = named_by_gold(values, question, kb) if values else names
    retrieved = given if values else retrieved_set(names, [float(p[i]) for i in ranking])
    hit = hit_at_1(given, gold)
    by_value = bool(values) and hit > 0
    lost = None if hit else where_lost(prediction, kb, gold_topics, ordinal=ordinal, valued=bool(values))
    return Row(
        question,
        ordinal,
        _cell(prediction, kb) if ordinal else None,
        hit,
        _first_hit(prediction, prediction.basic_ranking(), gold, kb),
        _first_hit(prediction, prediction.exact_ranking(), gold, kb),
        f1_score(retrieved, gold),
        by_value or bool(example.answers.any()),
        by_value or bool((example.answers & prediction.candidates).any()),
        [(name, round(float(p[i]), 6)) for name, i in zip(names[:10], ranking[:10], strict=True)],
        lost,
        values,
        top_mass(prediction),
        None if calibration is None or values else calibration.confidence(prediction),
    )


def _first_hit(
    prediction: Prediction, ranking: Sequence[int], gold: Collection[str], kb: KnowledgeBase
) -> float:
    return hit_at_1([kb.entity_id(int(prediction.example.entities[i])) for i in ranking[:1]], gold)


def _without_example(
    question: Question, reason: str, values: tuple[ValueAnswer, ...], kb: KnowledgeBase
) -> Row:
    """Wrong, unless a value was answered that is right."""
    gold, given = set(gold_answers(question)), named_by_gold(values, question, kb)
    hit, f1 = hit_at_1(given, gold), f1_score(given, gold)
    right, lost = hit > 0, None if hit else str(Lost.WRONG_VALUE) if values else reason
    return Row(question, is_ordinal(question), None, hit, 0.0, 0.0, f1, right, right, [], lost, values)


def _cell(prediction: Prediction, kb: KnowledgeBase) -> str | None:
    """Size or time by the kind of the chosen relation, and the direction that the lexicon reads."""
    if prediction.cue is None:
        return None
    kind = prediction.cue.kind_hint or Kind.NUMBER
    if prediction.relation is not None:
        kind = kb.numerical_relations[int(prediction.example.numerical_relations[prediction.relation])].kind
    largest = prediction.cue.direction_for(kind).value == "max"
    if kind is Kind.DATE:
        return "time_latest" if largest else "time_earliest"
    return "size_max" if largest else "size_min"
