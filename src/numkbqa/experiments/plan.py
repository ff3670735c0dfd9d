"""The runs that an experiment consists of, each of which can be made in a session of its own."""

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from numkbqa.errors import UserError
from numkbqa.experiments.catalogue import find_experiment
from numkbqa.experiments.definition import Definition


@dataclass(frozen=True, slots=True)
class Planned:
    """One run of an experiment.

    Args:
        experiment: the experiment.
        source: whose graph and questions it uses: the experiment itself, or one that a table names.
        variant: name of the variant.
        seed: the seed.
        max_k: largest k of "the k-th largest", in an experiment of kind `pretraining`.
    """

    experiment: Definition
    source: Definition
    variant: str
    seed: int
    max_k: int | None = None

    @property
    def name(self) -> str:
        """The run in a sentence."""
        data = [self.source.name] if self.experiment.data else []
        k = [f"k up to {self.max_k}"] if self.max_k is not None else []
        return ", ".join([*data, self.variant, *k, f"seed {self.seed}"])

    @property
    def folder(self) -> Path:
        """Its folder, relative to that of all results."""
        data = [self.source.name] if self.experiment.data else []
        return Path(self.experiment.name, *data, run_folder(self.variant, self.seed))


def plan(definition: Definition, seeds: Sequence[int] = ()) -> list[Planned]:
    """All runs of an experiment, in the order of its result.

    Args:
        definition: the experiment.
        seeds: other seeds than the experiment's.

    Returns:
        The runs, by data, variant, k and seed.
    """
    sources = [find_experiment(name) for name in definition.data] or [definition]
    ks = definition.pretraining.max_k if definition.kind == "pretraining" else (None,)
    return [
        Planned(definition, source, variant, seed, k)
        for source in sources
        for variant in definition.variants
        for k in ks
        for seed in seeds or definition.seeds
    ]


def chosen(runs: Sequence[Planned], only: Sequence[str] = (), on: Sequence[str] = ()) -> list[Planned]:
    """Some runs of an experiment, in the order to make them in: every variant of a seed before the next seed.

    Args:
        runs: runs of one experiment.
        only: variants; all of them when empty.
        on: training experiments whose data a table uses; all of them when empty.

    Returns:
        The runs.

    Raises:
        UserError: the experiment has no such variant or data.
    """
    _check("variant", only, {run.variant for run in runs}, runs)
    _check("data", on, {run.source.name for run in runs}, runs)
    kept = [run for run in runs if (not only or run.variant in only) and (not on or run.source.name in on)]
    sources = list(dict.fromkeys(run.source.name for run in runs))
    seeds = list(dict.fromkeys(run.seed for run in runs))
    return sorted(kept, key=lambda run: (sources.index(run.source.name), seeds.index(run.seed)))


def _check(what: str, asked: Sequence[str], known: set[str], runs: Sequence[Planned]) -> None:
    if unknown := [name for name in asked if name not in known]:
        remedy = f"it has: {', '.join(sorted(known))}"
        raise UserError(f"{runs[0].experiment.name} has no {what} {unknown[0]!r}", remedy=remedy)


def run_folder(variant: str, seed: int) -> str:
    """Name of the folder of a variant's run."""
    slug = "".join(character if character.isalnum() else "-" for character in variant)
    return f"{slug}-{seed}"
