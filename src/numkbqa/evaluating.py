"""`numkbqa evaluate`: a model folder against question files."""

import json
import time
from collections.abc import Sequence
from pathlib import Path

from numkbqa.errors import UserError
from numkbqa.evaluation import EvaluationReport, predict, summarise
from numkbqa.files import write_aside
from numkbqa.progress import stage
from numkbqa.questions.records import Question
from numkbqa.training.checkpoint import System, load_system
from numkbqa.training.questions import read_known_questions


def evaluate(
    model: Path, question_files: Sequence[Path], predictions: Path | None = None
) -> EvaluationReport:
    """Measure a model on question files.

    Args:
        model: model folder.
        question_files: question files, taken together.
        predictions: where to write one JSON line a question, or None.

    Returns:
        The report.

    Raises:
        UserError: a file is wrong or names a topic entity that the graph does not hold, or the predictions
            cannot be written where they shall go.
    """
    if predictions is not None and predictions.is_dir():
        raise UserError(
            "a folder stands where the predictions shall go", where=predictions, remedy="name a file"
        )
    system = load_system(model)
    report = evaluate_system(system, read_known_questions(question_files, system.kb))
    if predictions is not None:
        write_predictions(report, predictions)
    return report


def evaluate_system(system: System, questions: Sequence[Question]) -> EvaluationReport:
    """Measure an open system.

    Args:
        system: the system.
        questions: graded questions.

    Returns:
        The report; its seconds cover retrieval and reasoning.
    """
    start = time.monotonic()
    workbench = system.workbench
    dataset = workbench.dataset(questions, "questions to evaluate")
    with stage(f"answering {len(dataset)} questions"):
        probability = workbench.ordinal_probability(system.classifier, dataset)
        answered = list(predict(system.model, dataset, probability, workbench.kb, device=workbench.device))
        return summarise(answered, dataset.dropped, workbench.kb, time.monotonic() - start)


def write_predictions(report: EvaluationReport, file: Path) -> None:
    """Write one JSON line a question, aside and then renamed."""
    with write_aside(file) as aside:
        lines = (json.dumps(row.to_json(), ensure_ascii=False) for row in report.rows)
        aside.write_text("".join(f"{line}\n" for line in lines), encoding="utf-8")
