"""What the missing runs of an experiment will take: measured stages, each counted once if runs share it."""

from collections.abc import Iterable
from statistics import fmean

from pydantic import ValidationError

from numkbqa.errors import UserError
from numkbqa.experiments.plan import Planned
from numkbqa.experiments.records import Record
from numkbqa.training.settings import Settings
from numkbqa.training.stage_keys import BASIC, FINE_TUNING, shared_by

TRAINING_KINDS = ("train", "table")

REST = "rest"
"""What a run takes besides the stages of training: retrieval before them, and evaluation."""

PACE = {"nsm": 1.0, "graftnet": 2.2, "rearev": 2.0, "kvmem": 0.5, "bamnet": 1.8, "embedkgqa": 0.5}
"""Time of a basic reasoner in NSM's, where no run of it was measured: that of a step (`bench/reasoners.py`).

The entity vectors that EmbedKGQA trains first are not in it. A reasoner of another package counts as NSM."""

Stage = tuple[str, str, str]
"""A stage of a run: whose data, its name, and the text of all settings that it depends on."""


class Costs:
    """Expected seconds of runs.

    Args:
        records: all finished runs.
    """

    def __init__(self, records: Iterable[Record]) -> None:
        self._seconds: dict[tuple[str, str, str], list[float]] = {}
        self._whole: dict[str, list[float]] = {}
        self._finished: set[Stage] = set()
        for record in records:
            self._learn(record)

    def expected(self, run: Planned, settings: Settings) -> float | None:
        """Seconds of a run, if those asked for before it are made first: what they share is counted once.

        Args:
            run: a run that is missing.
            settings: its settings.

        Returns:
            Seconds, or None when nothing like it was measured.
        """
        if run.experiment.kind not in TRAINING_KINDS:
            known = self._whole.get(run.source.name) or [sum(run.source.stage_seconds.values())]
            return fmean(known) or None
        stages = set(_stages(run.source.name, settings)) - self._finished
        self._finished |= stages
        parts = [self._cost(run, settings, name) for name in (REST, *(name for _, name, _ in stages))]
        return None if None in parts else sum(part for part in parts if part is not None)

    def _cost(self, run: Planned, settings: Settings, stage: str) -> float | None:
        if known := self._seconds.get((run.source.name, stage, _reasoner(stage, settings.basic))):
            return max(known)
        estimate = run.source.stage_seconds.get(stage)
        pace = PACE.get(settings.basic, 1.0) if _reasoner(stage, settings.basic) else 1.0
        return None if estimate is None else pace * estimate

    def _learn(self, record: Record) -> None:
        source, run = record["source"], record["run"]
        self._whole.setdefault(source, []).append(record["seconds"])
        if "training" not in run:
            return
        for stage, facts in run["training"]["stages"].items():
            if "seconds" in facts:
                key = (source, stage, _reasoner(stage, run["config"]["basic"]))
                self._seconds.setdefault(key, []).append(_with_parts(facts))
        rest = run["seconds"]["all"] - sum(run["training"]["seconds"].values())
        self._seconds.setdefault((source, REST, ""), []).append(max(0.0, rest))
        try:
            self._finished |= set(_stages(source, Settings.model_validate(run["config"])))
        except (ValidationError, UserError):
            return  # of other settings, or of a reasoner that is not installed: no stage can be taken up


def _stages(source: str, settings: Settings) -> list[Stage]:
    return [(source, name, str(parts)) for name, parts in shared_by(settings).items()]


def _reasoner(stage: str, basic: str) -> str:
    """The basic reasoner, for the stages whose time depends on it."""
    return basic if stage in (BASIC, FINE_TUNING) else ""


def _with_parts(facts: Record) -> float:
    """Seconds of a stage with those of the entity vectors that it began with."""
    embedding = facts.get("embedding", {})
    return float(facts["seconds"] + embedding.get("seconds", 0.0))
