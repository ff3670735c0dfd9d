"""How a run of each kind is measured: what its record holds of it."""

from collections.abc import Callable
from pathlib import Path

from numkbqa.experiments.coverage_run import run_coverage
from numkbqa.experiments.inputs import Inputs
from numkbqa.experiments.linking_run import run_linking
from numkbqa.experiments.plan import Planned
from numkbqa.experiments.pretraining_run import run_pretraining
from numkbqa.experiments.profile_run import run_profile
from numkbqa.experiments.records import Record
from numkbqa.experiments.relations_run import run_relations
from numkbqa.experiments.speed_run import run_speed
from numkbqa.experiments.training_run import breakdown_groups, members_of, run_training
from numkbqa.training.settings import Settings
from numkbqa.world.recipes import Recipe, read_recipes


def _train(run: Planned, inputs: Inputs, settings: Settings, output: Path) -> Record:
    """A training run, with every question as it was answered."""
    made = run_training(inputs, settings, output / run.folder)
    groups, graded = breakdown_groups(run.source, inputs), made.graded_json()
    return {"run": made.to_json(groups), "graded": graded, "members": members_of(groups, made.sets)}


def _pretrain(run: Planned, inputs: Inputs, settings: Settings, output: Path) -> Record:
    max_k = run.max_k or settings.number_data.max_k
    measured = run_pretraining(inputs, settings, max_k, run.experiment.pretraining)
    return {"run": {"max_k": max_k, **measured}}


def _recipes(run: Planned) -> dict[str, Recipe]:
    """What is known of the questions beyond their file: only the world's have recipes."""
    return read_recipes() if run.source.world else {}


Measure = Callable[[Planned, Inputs, Settings, Path], Record]

MEASURED: dict[str, Measure] = {
    "train": _train,
    "table": _train,
    "pretraining": _pretrain,
    "profile": lambda run, inputs, settings, _: {
        "run": run_profile(inputs, settings, run.experiment.profile)
    },
    "linking": lambda run, inputs, settings, _: {"run": run_linking(inputs, settings, _recipes(run))},
    "coverage": lambda run, inputs, settings, _: {"run": run_coverage(inputs, settings)},
    "relations": lambda run, inputs, settings, _: {"run": run_relations(inputs, settings, _recipes(run))},
    "speed": lambda run, inputs, settings, output: {
        "run": run_speed(inputs, settings, run.experiment.speed, output / run.experiment.name)
    },
}
"""By kind of experiment."""
