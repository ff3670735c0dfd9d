"""Experiments of kind `train`: train a model and measure it beside the plain reasoner and the exact sort."""

import time
from collections.abc import Callable, Mapping, Sequence
from dataclasses import asdict, dataclass, field
from pathlib import Path
from typing import Any

from numkbqa.evaluating import evaluate_system, write_predictions
from numkbqa.evaluation import EvaluationReport
from numkbqa.experiments.definition import Definition
from numkbqa.experiments.figures import Graded, figures, grade, mean_over_seeds
from numkbqa.experiments.inputs import Inputs, question_keys
from numkbqa.files import make_folder
from numkbqa.progress import peak_memory
from numkbqa.questions.records import read_questions
from numkbqa.training.checkpoint import load_system, plain_system
from numkbqa.training.questions import check_topics
from numkbqa.training.settings import Settings
from numkbqa.training.train import train

Groups = Mapping[str, Callable[[Graded], bool]]
GradedSets = Mapping[str, Sequence[Graded]]
"""Every question as it was answered, by evaluation set."""


@dataclass(frozen=True, slots=True)
class Measured:
    """One evaluation set as the model and the plain reasoner answered it.

    Args:
        report: report of the model.
        plain: report of the plain reasoner.
        graded: both, question by question.
    """

    report: EvaluationReport
    plain: EvaluationReport
    graded: list[Graded]


@dataclass(slots=True)
class TrainingRun:
    """One training run: a variant with a seed.

    Args:
        settings: its settings.
        training: the report of `train`.
        sets: what it measured, by evaluation set.
        seconds: wall time of training and evaluation.
    """

    settings: Settings
    training: dict[str, object]
    sets: dict[str, Measured] = field(default_factory=dict)
    seconds: dict[str, float] = field(default_factory=dict)

    def to_json(self, groups: Mapping[str, Groups]) -> dict[str, Any]:
        """The run in a result file.

        Args:
            groups: further groups of each evaluation set.

        Returns:
            Settings, facts of the training, figures by evaluation set, wall time and peak memory.
        """
        evaluation = {
            name: {
                **one.report.to_json(),
                "figures": figures(one.graded, groups.get(name)),
                "plain_seconds": round(one.plain.seconds, 2),
            }
            for name, one in self.sets.items()
        }
        return {
            "config": self.settings.told(),
            "training": self.training,
            "evaluation": evaluation,
            "seconds": self.seconds,
            "peak_memory_bytes": peak_memory(),
        }

    def graded_json(self) -> dict[str, list[dict[str, Any]]]:
        """Every question as it was answered, by evaluation set, so that seeds can be averaged later."""
        return {name: [asdict(one) for one in measured.graded] for name, measured in self.sets.items()}


def run_training(inputs: Inputs, settings: Settings, folder: Path) -> TrainingRun:
    """Train on the inputs and measure every evaluation set.

    Args:
        inputs: graph and question files.
        settings: settings of the run.
        folder: folder of the run; the model and the predictions are written into it.

    Returns:
        The run.

    Raises:
        UserError: the input is wrong.
    """
    make_folder(folder)
    start = time.monotonic()
    report = train(inputs.kb, folder / "model", inputs.train, inputs.dev, settings, inputs.held_out_files)
    run = TrainingRun(settings, report.to_json())
    run.seconds["training"] = round(time.monotonic() - start, 2)
    run.sets = measure(folder / "model", inputs.evaluate, settings.cache)
    run.seconds["all"] = round(time.monotonic() - start, 2)
    for name, one in run.sets.items():
        write_predictions(one.report, folder / f"{name}.predictions.jsonl")
        write_predictions(one.plain, folder / f"{name}.plain.predictions.jsonl")
    return run


def measure(model: Path, evaluate: Mapping[str, Path], cache: Path | None) -> dict[str, Measured]:
    """Measure a model and the plain reasoner that it started from.

    Args:
        model: model folder.
        evaluate: question files, by the name of the set.
        cache: cache folder.

    Returns:
        What was measured, by the name of the set.

    Raises:
        UserError: a file or the model is wrong.
    """
    system = load_system(model, cache=cache)
    plain = plain_system(system, model)
    sets = {}
    for name, file in evaluate.items():
        questions = read_questions(file)
        check_topics([(file, question) for question in questions], system.kb)
        reports = evaluate_system(system, questions), evaluate_system(plain, questions)
        sets[name] = Measured(*reports, grade(*reports))
    return sets


def mean_figures(seeds: Sequence[GradedSets], groups: Mapping[str, Groups]) -> dict[str, Any]:
    """Figures over all seeds of a variant.

    Args:
        seeds: its questions as they were answered, one mapping a seed.
        groups: further groups of each evaluation set.

    Returns:
        By evaluation set: the figures, each question averaged over the seeds.
    """
    return {
        name: figures(mean_over_seeds([graded[name] for graded in seeds]), groups.get(name))
        for name in seeds[0]
    }


def graded_from_json(sets: Mapping[str, list[dict[str, Any]]]) -> GradedSets:
    """The questions of a run as `TrainingRun.graded_json` wrote them."""
    return {name: [Graded(**one) for one in graded] for name, graded in sets.items()}


def breakdown_groups(definition: Definition, inputs: Inputs) -> dict[str, Groups]:
    """The groups of `breakdown` for each evaluation set.

    Args:
        definition: the experiment whose questions are used.
        inputs: its question files.

    Returns:
        By evaluation set: name and test of each group.
    """
    if not definition.breakdown:
        return {}
    groups: dict[str, Groups] = {}
    for name, file in inputs.evaluate.items():
        keys = question_keys(file)
        groups[name] = {group: _holds(keys, wanted) for group, wanted in definition.breakdown.items()}
    return groups


def members_of(groups: Mapping[str, Groups], sets: Mapping[str, Measured]) -> dict[str, dict[str, list[str]]]:
    """Which questions belong to the groups of `breakdown`.

    Args:
        groups: the groups by evaluation set.
        sets: what was measured.

    Returns:
        By evaluation set and group: ids of questions.
    """
    return {
        name: {group: [one.id for one in sets[name].graded if keep(one)] for group, keep in own.items()}
        for name, own in groups.items()
    }


def groups_of(members: Mapping[str, Mapping[str, list[str]]]) -> dict[str, Groups]:
    """The groups that `members_of` wrote down."""
    return {
        name: {group: _among(frozenset(ids)) for group, ids in own.items()} for name, own in members.items()
    }


def _among(ids: frozenset[str]) -> Callable[[Graded], bool]:
    return lambda one: one.id in ids


def _holds(keys: dict[str, dict[str, Any]], wanted: dict[str, str | bool]) -> Callable[[Graded], bool]:
    return _among(
        frozenset(
            name
            for name, line in keys.items()
            if all(line.get(key) == value for key, value in wanted.items())
        )
    )
