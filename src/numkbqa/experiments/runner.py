"""Runs an experiment, run by run, and writes its result file out of all runs that are finished."""

import json
import time
from collections.abc import Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from numkbqa.errors import UserError
from numkbqa.experiments.catalogue import find_experiment
from numkbqa.experiments.definition import Definition
from numkbqa.experiments.environment import environment
from numkbqa.experiments.inputs import Inputs, existing_files, prepare
from numkbqa.experiments.measuring import MEASURED
from numkbqa.experiments.plan import Planned, chosen, plan
from numkbqa.experiments.records import Record, Records, key_of
from numkbqa.experiments.result import result_of
from numkbqa.files import write_aside
from numkbqa.progress import peak_memory, say
from numkbqa.training.machine import check_machine
from numkbqa.training.manifest import read_manifest
from numkbqa.training.settings import Settings


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
    only: Sequence[str] = (),
    on: Sequence[str] = (),
    again: bool = False,
) -> ExperimentResult:
    """Make the runs of one experiment that are not finished, and write OUTPUT/NAME.json.

    Args:
        name: its name.
        output: folder of all results; graph, models and predictions go into OUTPUT/NAME, what several
            experiments can share into OUTPUT/cache, finished runs into OUTPUT/records.
        data: the data folder; by default the environment variable NUMKBQA_DATA, else ../shared/data.
        overrides: `section.key=value`, for trials; recorded in the result.
        seeds: other seeds than the definition's.
        only: these variants alone.
        on: in a table, the data of these training experiments alone.
        again: make finished runs again.

    Returns:
        The result: of all runs that are finished, those of earlier sessions too.

    Raises:
        UserError: there is no such experiment, variant or data.
    """
    definition = find_experiment(name)
    return run_definition(
        definition, output, data=data, overrides=overrides, seeds=seeds, only=only, on=on, again=again
    )


def run_definition(
    definition: Definition,
    output: Path,
    *,
    data: Path | None = None,
    overrides: Sequence[str] = (),
    seeds: Sequence[int] = (),
    only: Sequence[str] = (),
    on: Sequence[str] = (),
    again: bool = False,
) -> ExperimentResult:
    """Run an experiment that need not be a packaged one; see `run_experiment`."""
    earlier = Records(output).seeds().get(definition.name, ())
    session = _Session(definition, output, data, tuple(overrides), (*seeds, *earlier))
    runs = chosen(plan(definition, seeds), only, on)
    check_runs(runs, output, data, overrides)
    for place, run in enumerate(runs):
        session.finish(run, again)
        # what is still to be made again may be of other questions
        document = session.write(without=runs[place + 1 :] if again else ())
    return ExperimentResult(document)


def check_experiment(
    name: str,
    output: Path,
    *,
    data: Path | None = None,
    overrides: Sequence[str] = (),
    seeds: Sequence[int] = (),
    only: Sequence[str] = (),
    on: Sequence[str] = (),
) -> None:
    """Refuse before any work what `run_experiment` would refuse of these arguments.

    Args:
        name: name of the experiment.
        output: folder of all results.
        data: the data folder.
        overrides: `section.key=value`, for trials.
        seeds: other seeds than the definition's.
        only: these variants alone.
        on: in a table, the data of these training experiments alone.

    Raises:
        UserError: there is no such experiment, variant or data, or a setting is wrong.
    """
    check_runs(chosen(plan(find_experiment(name), seeds), only, on), output, data, overrides)


def check_runs(
    runs: Sequence[Planned], output: Path, data: Path | None = None, overrides: Sequence[str] = ()
) -> None:
    """Refuse runs that cannot be made, before any of them is.

    Args:
        runs: runs of one experiment.
        output: folder of all results.
        data: the data folder.
        overrides: settings of a trial.

    Raises:
        UserError: a setting is wrong or nothing that this machine can serve, a file of the data is missing,
            or something stands where the folder of records shall go.
    """
    several = [settings_of(run, output, tuple(overrides)) for run in runs]
    for run, settings in zip(runs, several, strict=True):
        settings.check_reasoner()
        key_of(run, settings)
        if overrides and (model := run.experiment.speed.model):
            what = f"{run.experiment.name} asks the model of {model}, which has its settings already"
            remedy = "give them to the experiment that trains it"
            raise UserError(what, where=f"--set {overrides[0]}", remedy=remedy)
    for source in {run.source.name: run.source for run in runs}.values():
        if not source.world:
            existing_files(source, data)
    check_machine(several)
    if (folder := Records(output).folder).exists() and not folder.is_dir():
        raise UserError("something that is no folder stands where records shall go", where=folder)


def recorded_result(
    definition: Definition, output: Path, seeds: Sequence[int] = ()
) -> ExperimentResult | None:
    """The result of an experiment out of what is finished; nothing is run.

    Args:
        definition: the experiment.
        output: folder of all results.
        seeds: seeds besides the definition's.

    Returns:
        The result, or None when none was asked for: others may have made runs that it shares.

    Raises:
        UserError: runs upon the same data are of different files or questions.
    """
    session = _Session(definition, output, None, (), tuple(seeds))
    found = session.found()
    records = [record for _, record in found if record]
    if not any(definition.name in record["experiments"] for record in records):
        return None
    _check_same_files(records, session.records.folder)
    return ExperimentResult(result_of(definition, (), found))


def _check_same_files(records: Sequence[Record], folder: Path) -> None:
    """Refuse to put runs together that are of different files of one name."""
    known: dict[tuple[str, str], str] = {}
    for record in records:
        for name, digest in record["data"].items():
            if (first := known.setdefault((record["source"], name), digest)) != digest:
                raise UserError(
                    f"some runs on the data of {record['source']} had {name} of {first[:12]}, others of "
                    f"{digest[:12]} (SHA-256)",
                    where=folder,
                    remedy="make them again upon one of the two (`--again`), or take the others out",
                )


@dataclass(slots=True)
class _Session:
    """One call of `run_definition`, or of `recorded_result`.

    Args:
        definition: the experiment.
        output: folder of all results.
        data: the data folder.
        overrides: settings of a trial.
        seeds: seeds whose runs are looked for besides the definition's.
        inputs: what was laid out, by the experiment whose data it is.
    """

    definition: Definition
    output: Path
    data: Path | None
    overrides: tuple[str, ...]
    seeds: tuple[int, ...]
    inputs: dict[str, Inputs] = field(default_factory=dict)

    @property
    def records(self) -> Records:
        """The runs that are finished."""
        return Records(self.output)

    def settings(self, run: Planned) -> Settings:
        """Settings of one run."""
        return settings_of(run, self.output, self.overrides)

    def inputs_of(self, run: Planned) -> Inputs:
        """Graph and question files, laid out once for all runs upon them."""
        source = run.source
        if source.name not in self.inputs:
            self.inputs[source.name] = prepare(source, self.output / source.name, self.data)
        return self.inputs[source.name]

    def finish(self, run: Planned, again: bool) -> None:
        """Make a run, unless it is finished."""
        inputs, settings = self.inputs_of(run), self.settings(run)
        key = key_of(run, settings)
        kept = self.records.find(key, inputs.sha256)
        if kept and not again and self._has_model(run, settings) and self._asked_this_model(kept):
            say(f"{self.definition.name}: {run.name}: finished in an earlier run")
            self.records.note(key, self.definition.name)
            return
        say(f"{self.definition.name}: {run.name}")
        start = time.monotonic()
        body = MEASURED[self.definition.kind](run, inputs, settings, self.output)
        taken = {"seconds": round(time.monotonic() - start, 2), "peak_memory_bytes": peak_memory()}
        of = {"experiments": [self.definition.name], "source": run.source.name, "data": inputs.sha256}
        self.records.keep(key, {**of, **environment(), **taken, **body})

    def write(self, without: Sequence[Planned] = ()) -> dict[str, Any]:
        """Write the result file out of the records of the whole experiment, but for some of its runs."""
        found = [(run, None if run in without else record) for run, record in self.found()]
        document = result_of(self.definition, self.overrides, found)
        with write_aside(self.output / f"{self.definition.name}.json") as aside:
            aside.write_text(json.dumps(document, indent=1, ensure_ascii=False) + "\n", encoding="utf-8")
        return document

    def found(self) -> list[tuple[Planned, Record | None]]:
        """Every run of the experiment with its record."""
        seeds = dict.fromkeys([*self.definition.seeds, *self.seeds])
        return [(run, self._record(run)) for run in plan(self.definition, list(seeds))]

    def _record(self, run: Planned) -> Record | None:
        inputs = self.inputs.get(run.source.name)
        return self.records.find(key_of(run, self.settings(run)), inputs.sha256 if inputs else None)

    def _has_model(self, run: Planned, settings: Settings) -> bool:
        """Whether the model of a training experiment, which others ask, is there, and no trial's."""
        if self.definition.kind != "train":
            return True
        try:
            manifest = read_manifest(self.output / run.folder / "model")
        except UserError:
            return False
        return bool(manifest.get("settings") == settings.decisive())

    def _asked_this_model(self, record: Record) -> bool:
        """Whether a measurement of speed was of the model that is there now, if there is one."""
        model = self.definition.speed.model
        if not model:
            return True
        try:
            manifest = read_manifest(self.output / model / "model")
        except UserError:
            return True
        return bool(manifest.get("settings") == record["run"].get("config"))


def settings_of(run: Planned, output: Path, overrides: tuple[str, ...] = ()) -> Settings:
    """Settings of one run.

    Args:
        run: the run.
        output: folder of all results.
        overrides: `section.key=value`; they win.

    Returns:
        The validated settings.

    Raises:
        UserError: one is unknown or wrong.
    """
    base = run.source.settings if run.experiment.data else {}
    return run.experiment.settings_of(run.variant, run.seed, output / "cache", overrides, base)
