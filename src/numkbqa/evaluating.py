"""`numkbqa evaluate`: a model folder against question files."""

import json
import time
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from numkbqa.answering.values import Measured, value_answers
from numkbqa.errors import UserError
from numkbqa.evaluation import (
    Calibration,
    EvaluationReport,
    Mode,
    Prediction,
    Rules,
    ValueAnswer,
    summarise,
)
from numkbqa.evaluation.modes import require_gold, rules_of
from numkbqa.evaluation.reliability_figure import check_figures, draw_reliability
from numkbqa.files import write_aside
from numkbqa.kb import KnowledgeBase
from numkbqa.progress import stage
from numkbqa.questions.records import Question
from numkbqa.training.checkpoint import System, load_system
from numkbqa.training.questions import read_known_questions


def evaluate(
    model: Path,
    question_files: Sequence[Path],
    predictions: Path | None = None,
    *,
    reliability: Path | None = None,
    hide_topics: bool = False,
    mode: Mode | str = Mode.STRICT,
    n_max: int | None = None,
) -> EvaluationReport:
    """Measure a model on question files.

    Args:
        model: model folder.
        question_files: question files, taken together.
        predictions: where to write one JSON line a question, or None.
        reliability: where to draw accuracy against confidence (PNG), or None.
        hide_topics: link every question, also where its topic entities are given.
        mode: how answers are graded: `strict`, `official` or `name`.
        n_max: official mode: entities of the largest subgraph of the split; None takes the one of these
            questions.

    Returns:
        The report.

    Raises:
        UserError: a file is wrong or names a topic entity that the graph does not hold, there is no such
            mode or it has no use for `n_max`, or the predictions or the figure cannot be written where they
            shall go.
    """
    rules = rules_of(mode, n_max)
    if reliability is not None:
        check_figures(reliability)
    if predictions is not None and predictions.is_dir():
        raise UserError(
            "a folder stands where the predictions shall go", where=predictions, remedy="name a file"
        )
    system = load_system(model)
    questions = read_known_questions(question_files, system.kb, require_answers=False)
    require_gold(questions, question_files)
    report = evaluate_system(system, questions, hide_topics=hide_topics, rules=rules)
    if predictions is not None:
        write_predictions(report, predictions)
    if reliability is not None:
        draw_reliability(report.reliability(), reliability)
    return report


@dataclass(frozen=True, slots=True)
class Answered:
    """What a system answered to some questions, to be graded by one mode or several.

    Args:
        kb: the graph.
        predictions: one a question that has an example.
        dropped: questions without example, with the reason.
        values: values answered instead of entities, by question.
        gold_topics: the right topic entities of questions whose own were hidden.
        calibration: turns mass into confidence.
        seconds: time of retrieval and reasoning.
    """

    kb: KnowledgeBase
    predictions: list[Prediction]
    dropped: list[tuple[Question, str]]
    values: dict[Question, list[ValueAnswer]]
    gold_topics: dict[Question, tuple[str, ...]]
    calibration: Calibration | None
    seconds: float

    def report(self, rules: Rules | None = None) -> EvaluationReport:
        """Grade the answers.

        Args:
            rules: how; strictly without any.

        Returns:
            The report.
        """
        return summarise(
            self.predictions,
            self.dropped,
            self.kb,
            self.seconds,
            self.values,
            gold_topics=self.gold_topics,
            calibration=self.calibration,
            rules=rules,
        )


def evaluate_system(
    system: System,
    questions: Sequence[Question],
    *,
    hide_topics: bool = False,
    rules: Rules | None = None,
) -> EvaluationReport:
    """Measure an open system.

    Args:
        system: the system.
        questions: questions with gold answers.
        hide_topics: link every question; the topic entities that are given tell where answers were lost.
        rules: how answers are graded; strictly without any.

    Returns:
        The report; its seconds cover retrieval and reasoning.
    """
    return answer_questions(system, questions, hide_topics=hide_topics).report(rules)


def answer_questions(system: System, questions: Sequence[Question], *, hide_topics: bool = False) -> Answered:
    """Have an open system answer questions without grading them.

    Args:
        system: the system.
        questions: the questions.
        hide_topics: link every question.

    Returns:
        The answers.
    """
    start = time.monotonic()
    workbench = system.workbench
    gold_topics = {}
    if hide_topics:
        gold_topics = {_without_topics(question): question.topic_entities for question in questions}
        questions = [_without_topics(question) for question in questions]
    dataset = workbench.dataset(questions, "questions to evaluate")
    with stage(f"answering {len(dataset)} questions"):
        probability = workbench.ordinal_probability(system.classifier, dataset)
        answered = list(workbench.predict(system.model, dataset, probability))
        seconds = time.monotonic() - start
        values = _values_of(system, questions)
    return Answered(system.kb, answered, dataset.dropped, values, gold_topics, system.calibration, seconds)


def _values_of(system: System, questions: Sequence[Question]) -> dict[Question, list[ValueAnswer]]:
    """The values that answer each question; ids of several files may be the same, so they go by number."""
    numbered = [one.model_copy(update={"id": str(place)}) for place, one in enumerate(questions)]
    found = value_answers(system, numbered)
    return {
        one: [answer for measured in found[str(place)] for answer in _graded(measured, system.kb)]
        for place, one in enumerate(questions)
        if str(place) in found
    }


def _graded(measured: Measured, kb: KnowledgeBase) -> list[ValueAnswer]:
    """The values of one entity in the shape that is graded."""
    entity, relation = measured.entity, measured.relation
    unit = kb.numerical_relations[relation].unit
    return [
        ValueAnswer(entity, relation, handle, kb.number_text(handle), unit) for handle in measured.handles
    ]


def _without_topics(question: Question) -> Question:
    return question.model_copy(update={"topic_entities": ()})


def write_predictions(report: EvaluationReport, file: Path) -> None:
    """Write one JSON line a question, aside and then renamed."""
    with write_aside(file) as aside:
        lines = (json.dumps(row.to_json(), ensure_ascii=False) for row in report.rows)
        aside.write_text("".join(f"{line}\n" for line in lines), encoding="utf-8")
