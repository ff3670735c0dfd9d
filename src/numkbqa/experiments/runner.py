"""Runs an experiment and writes its result file."""

import json
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from numkbqa.experiments.coverage_run import run_coverage
from numkbqa.experiments.definition import Definition, find_experiment
from numkbqa.experiments.environment import environment
from numkbqa.experiments.inputs import Inputs, prepare
from numkbqa.experiments.linking_run import run_linking
from numkbqa.experiments.pretraining_run import run_pretraining
from numkbqa.experiments.profile_run import run_profile
from numkbqa.experiments.relations_run import run_relations
from numkbqa.experiments.speed_run import run_speed
from numkbqa.experiments.training_run import TrainingRun, breakdown_groups, mean_figures, run_training
from numkbqa.files import write_aside
from numkbqa.progress import peak_memory, say
from numkbqa.training.settings import Settings
from numkbqa.world.recipes import Recipe, read_recipes


@dataclass(frozen=True, slots=True)
class ExperimentResult:
    """The result of an experiment, as its file holds it."""

    document: dict[str, Any]

    def to_json(self) -> dict[str, Any]:
        """The document of OUTPUT/NAME.json."""
        return self.document


def run_experiment(
    name: str,
    output: Path,
    *,
    data: Path | None = None,
    overrides: Sequence[str] = (),
    seeds: Sequence[int] = (),
) -> ExperimentResult:
    """Run one experiment and write OUTPUT/NAME.json.

    Args:
        name: its name.
        output: folder of all results; graph, models and predictions go into OUTPUT/NAME, what several
            experiments can share into OUTPUT/cache.
        data: the data folder; by default the environment variable NUMKBQA_DATA, else ../shared/data.
        overrides: `section.key=value`, for trials; recorded in the result.
        seeds: other seeds than the definition's.

    Returns:
        The result.

    Raises:
        UserError: there is no such experiment, or its data is not there.
    """
    return run_definition(find_experiment(name), output, data=data, overrides=overrides, seeds=seeds)


def run_definition(
    definition: Definition,
    output: Path,
    *,
    data: Path | None = None,
    overrides: Sequence[str] = (),
    seeds: Sequence[int] = (),
) -> ExperimentResult:
    """Run an experiment that need not be a packaged one; see `run_experiment`."""
    run = _Run(definition, output, tuple(overrides), tuple(seeds) or definition.seeds)
    run.check()
    start = time.monotonic()
    inputs = prepare(definition, run.folder, data)
    body = {
        "train": run.training,
        "pretraining": run.pretraining,
        "profile": run.profile,
        "linking": run.linking,
        "coverage": run.coverage,
        "relations": run.relations,
        "speed": run.speed,
    }[definition.kind]
    document = {
        "name": definition.name,
        "title": definition.title,
        "kind": definition.kind,
        "definition": definition.model_dump(mode="json"),
        "overrides": list(overrides),
        "seeds": list(run.seeds),
        **environment(),
        "data": inputs.sha256,
        **body(inputs),
        "seconds": round(time.monotonic() - start, 2),
        "peak_memory_bytes": peak_memory(),
    }
    with write_aside(output / f"{definition.name}.json") as aside:
        aside.write_text(json.dumps(document, indent=1, ensure_ascii=False) + "\n", encoding="utf-8")
    return ExperimentResult(document)


@dataclass(frozen=True, slots=True)
class _Run:
    """One experiment on its way."""

    definition: Definition
    output: Path
    overrides: tuple[str, ...]
    seeds: tuple[int, ...]

    @property
    def folder(self) -> Path:
        """Folder of the experiment."""
        return self.output / self.definition.name

    def settings(self, variant: str, seed: int) -> Settings:
        """Settings of one run."""
        return self.definition.settings_of(variant, seed, self.output / "cache", self.overrides)

    def check(self) -> None:
        """Refuse a wrong override before any work."""
        for variant in self.definition.variants:
            self.settings(variant, self.seeds[0])

    def training(self, inputs: Inputs) -> dict[str, Any]:
        """All training runs, and the mean over seeds of each variant."""
        groups = breakdown_groups(self.definition, inputs)
        runs, means = [], {}
        for variant in self.definition.variants:
            own: list[TrainingRun] = []
            for seed in self.seeds:
                say(f"{self.definition.name}: {variant}, seed {seed}")
                run = run_training(
                    inputs, self.settings(variant, seed), self.folder / f"{_slug(variant)}-{seed}"
                )
                own.append(run)
                runs.append({"variant": variant, "seed": seed, **run.to_json(groups)})
            means[variant] = mean_figures(own, groups)
        return {"runs": runs, "mean": means}

    def pretraining(self, inputs: Inputs) -> dict[str, Any]:
        """The NumericalTransformer alone, by variant, largest k and seed."""
        runs = []
        for variant in self.definition.variants:
            for max_k in self.definition.pretraining.max_k:
                for seed in self.seeds:
                    say(f"{self.definition.name}: {variant}, k up to {max_k}, seed {seed}")
                    result = run_pretraining(inputs, self.settings(variant, seed), max_k)
                    runs.append({"variant": variant, "max_k": max_k, "seed": seed, **result})
        return {"runs": runs}

    def profile(self, inputs: Inputs) -> dict[str, Any]:
        """Where the time goes, by variant and seed."""
        return self._each(lambda settings: run_profile(inputs, settings, self.definition.profile))

    def linking(self, inputs: Inputs) -> dict[str, Any]:
        """Topic linking, by variant and seed."""
        return self._each(lambda settings: run_linking(inputs, settings, self._recipes()))

    def coverage(self, inputs: Inputs) -> dict[str, Any]:
        """Answers in the subgraph, by variant and seed."""
        return self._each(lambda settings: run_coverage(inputs, settings))

    def relations(self, inputs: Inputs) -> dict[str, Any]:
        """Recall of the right numerical relation, by variant and seed."""
        return self._each(lambda settings: run_relations(inputs, settings, self._recipes()))

    def speed(self, inputs: Inputs) -> dict[str, Any]:
        """The time of `ask`, by variant and seed."""
        return self._each(lambda settings: run_speed(inputs, settings, self.definition.speed, self.folder))

    def _each(self, measure: Callable[[Settings], dict[str, Any]]) -> dict[str, Any]:
        """Measure every variant with every seed."""
        runs = []
        for variant in self.definition.variants:
            for seed in self.seeds:
                say(f"{self.definition.name}: {variant}, seed {seed}")
                runs.append({"variant": variant, "seed": seed, **measure(self.settings(variant, seed))})
        return {"runs": runs}

    def _recipes(self) -> dict[str, Recipe]:
        """What is known of the questions beyond their file: only the world's have recipes."""
        return read_recipes() if self.definition.world else {}


def _slug(name: str) -> str:
    return "".join(character if character.isalnum() else "-" for character in name)
