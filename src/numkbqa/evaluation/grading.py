"""Grading: predictions beside the gold answers, question by question."""

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, replace

import numpy as np
from numpy.typing import NDArray

from numkbqa.evaluation.calibration import Calibration, top_mass
from numkbqa.evaluation.gold import ValueAnswer, gold_answers, named_by_gold
from numkbqa.evaluation.groups import cell_of
from numkbqa.evaluation.losses import Lost, where_lost
from numkbqa.evaluation.metrics import retrieved_set, tied
from numkbqa.evaluation.modes import NOTHING, Given, Grade, Grader, Mode, Rules, grader_of
from numkbqa.evaluation.official import official_answers
from numkbqa.evaluation.predict import Prediction
from numkbqa.evaluation.report import EvaluationReport, Row
from numkbqa.kb import KnowledgeBase
from numkbqa.questions.records import Question
from numkbqa.retrieval.examples.builder import NO_TOPIC


def summarise(
    predictions: Sequence[Prediction],
    dropped: Sequence[tuple[Question, str]],
    kb: KnowledgeBase,
    seconds: float,
    values: Mapping[Question, Sequence[ValueAnswer]] | None = None,
    *,
    gold_topics: Mapping[Question, Collection[str]] | None = None,
    calibration: Calibration | None = None,
    rules: Rules | None = None,
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
        rules: how to grade; strictly without any.

    Returns:
        The report.
    """
    rules = _settled(rules or Rules(), predictions)
    grading = _Grading(kb, rules, grader_of(rules.mode, kb), values or {}, gold_topics or {}, calibration)
    kept = [one for one in dropped if rules.mode is not Mode.OFFICIAL or one[1] != NO_TOPIC]
    rows = [grading.row(prediction) for prediction in predictions]
    rows += [grading.row_without_example(question, reason) for question, reason in kept]
    graded = [row for row in rows if row.question.answers or rules.mode is Mode.OFFICIAL]
    return EvaluationReport(graded, len(rows) - len(graded), seconds, rules, len(dropped) - len(kept))


def _settled(rules: Rules, predictions: Sequence[Prediction]) -> Rules:
    """The rules with the largest subgraph, where the mode needs it and nobody gave it."""
    if rules.mode is not Mode.OFFICIAL:
        return Rules(rules.mode)
    largest = max((prediction.example.num_entities for prediction in predictions), default=1)
    return replace(rules, n_max=rules.n_max or largest)


@dataclass(frozen=True, slots=True)
class _Grading:
    """Grades one question after the other; the fields are arguments of `summarise`."""

    kb: KnowledgeBase
    rules: Rules
    grade: Grader
    values: Mapping[Question, Sequence[ValueAnswer]]
    gold_topics: Mapping[Question, Collection[str]]
    calibration: Calibration | None

    def row(self, prediction: Prediction) -> Row:
        """What a question with an example brought."""
        question, example, p = prediction.question, prediction.example, prediction.probabilities
        ordinal, values = question.is_ordinal, tuple(self.values.get(question, ()))
        answered = prediction.ranking()
        ranking = self._official(prediction, p) if self.rules.mode is Mode.OFFICIAL else answered
        names = self._names(prediction, ranking)
        given = self._values_given(values, question) if values else self._entities_given(names, p[ranking])
        grade = self._graded(given, question)
        by_value = bool(values) and grade.hit > 0
        # confidence is of the answer that the model gives, which the official mode may not let count
        confident = not values and ranking[:1] == answered[:1]
        return Row(
            question,
            ordinal,
            self._cell(prediction) if ordinal else None,
            grade.hit,
            basic=self._first_hit(prediction, self._basic_ranking(prediction)),
            exact=self._first_hit(prediction, self._exact_ranking(prediction)),
            f1=grade.f1,
            in_subgraph=by_value or bool(example.answers.any()),
            in_candidates=by_value or bool((example.answers & prediction.candidates).any()),
            answers=[(name, round(float(p[i]), 6)) for name, i in zip(names[:10], ranking[:10], strict=True)],
            lost=None if grade.hit else self._lost(prediction, ordinal=ordinal, valued=bool(values)),
            values=values,
            mass=top_mass(prediction) if confident or values else None,
            confidence=self.calibration.confidence(prediction) if confident and self.calibration else None,
            retrieved=tuple(given.retrieved),
            tied=not values and not prediction.sorted_exactly and tied(p[ranking[:2]].tolist()),
        )

    def row_without_example(self, question: Question, reason: str) -> Row:
        """Wrong, unless a value was answered that is right."""
        values = tuple(self.values.get(question, ()))
        given = self._values_given(values, question) if values else NOTHING
        grade, without = self._graded(given, question), self._graded(NOTHING, question)
        right = bool(values) and grade.hit > 0
        return Row(
            question,
            question.is_ordinal,
            None,
            grade.hit,
            basic=without.hit,
            exact=without.hit,
            f1=grade.f1,
            in_subgraph=right,
            in_candidates=right,
            lost=None if grade.hit else str(Lost.WRONG_VALUE) if values else reason,
            values=values,
            retrieved=tuple(given.retrieved),
        )

    def _basic_ranking(self, prediction: Prediction) -> list[int]:
        official = self.rules.mode is Mode.OFFICIAL
        return self._official(prediction, prediction.basic) if official else prediction.basic_ranking()

    def _exact_ranking(self, prediction: Prediction) -> list[int]:
        sorts = bool(prediction.winners.any())
        return prediction.exact_ranking() if sorts else self._basic_ranking(prediction)

    def _official(self, prediction: Prediction, probabilities: NDArray[np.float64]) -> list[int]:
        """The entities that the official mode takes for retrieved, best first."""
        return official_answers(probabilities, prediction.example.topics, self.rules.n_max or 1)

    def _names(self, prediction: Prediction, ranking: Sequence[int]) -> list[str]:
        return [self.kb.entity_id(int(prediction.example.entities[i])) for i in ranking]

    def _entities_given(self, names: list[str], probabilities: NDArray[np.float64]) -> Given:
        if self.rules.mode is not Mode.OFFICIAL:
            names = retrieved_set(names, probabilities.tolist())
        return Given(next(iter(names), None), names)

    def _values_given(self, values: Sequence[ValueAnswer], question: Question) -> Given:
        """Values are graded like entities, as the public data sets hold them."""
        names = named_by_gold(values, question, self.kb)
        return Given(next(iter(names), None), names)

    def _graded(self, given: Given, question: Question) -> Grade:
        return self.grade(given, gold_answers(question))

    def _first_hit(self, prediction: Prediction, ranking: Sequence[int]) -> float:
        names = self._names(prediction, ranking[:1])
        return self._graded(Given(next(iter(names), None), names), prediction.question).hit

    def _lost(self, prediction: Prediction, *, ordinal: bool, valued: bool) -> Lost:
        topics = self.gold_topics.get(prediction.question, prediction.question.topic_entities)
        return where_lost(prediction, self.kb, topics, ordinal=ordinal, valued=valued)

    def _cell(self, prediction: Prediction) -> str | None:
        """Size or time by the kind of the chosen relation, and the direction that the lexicon reads."""
        if prediction.relation is None:
            return cell_of(prediction.cue)
        relation = int(prediction.example.numerical_relations[prediction.relation])
        return cell_of(prediction.cue, self.kb.numerical_relations[relation].kind)
