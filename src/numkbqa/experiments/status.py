"""What of an experiment is finished, what is missing, and how long that will take."""

from collections.abc import Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from numkbqa.experiments.catalogue import find_experiment, list_experiments
from numkbqa.experiments.costs import Costs
from numkbqa.experiments.definition import Definition
from numkbqa.experiments.plan import chosen, plan
from numkbqa.experiments.records import Records, key_of
from numkbqa.experiments.runner import settings_of


@dataclass(slots=True)
class Status:
    """How far an experiment is.

    Args:
        name: the experiment.
        finished: seconds that each finished run took, by its name.
        missing: seconds that each missing run is expected to take when they are made in this order; None
            where nothing like it was measured.
    """

    name: str
    finished: dict[str, float] = field(default_factory=dict)
    missing: dict[str, float | None] = field(default_factory=dict)

    @property
    def expected(self) -> float | None:
        """Seconds of all missing runs, or None when one is unknown."""
        known = [seconds for seconds in self.missing.values() if seconds is not None]
        return sum(known) if len(known) == len(self.missing) else None

    def to_json(self) -> dict[str, Any]:
        """One entry of `experiment status --json`."""
        return {
            "name": self.name,
            "finished": self.finished,
            "missing": self.missing,
            "expected_seconds": self.expected,
        }


def experiment_status(names: Sequence[str], output: Path) -> list[Status]:
    """Look at the records of experiments.

    What several experiments share, stages and whole runs, is counted for the first of them.

    Args:
        names: experiments, each of which counts once; all of them when empty.
        output: folder of all results.

    Returns:
        The status of each.

    Raises:
        UserError: there is no such experiment.
    """
    wanted = [find_experiment(name) for name in dict.fromkeys(names)] or list_experiments()
    records, planned = Records(output), set[str]()
    costs = Costs(records.all())
    return [_status(definition, output, records, costs, planned) for definition in wanted]


def _status(
    definition: Definition, output: Path, records: Records, costs: Costs, planned: set[str]
) -> Status:
    """The status of one experiment; `planned` holds the missing runs of those before it, and takes these."""
    status = Status(definition.name)
    for run in chosen(plan(definition)):
        settings = settings_of(run, output)
        key = key_of(run, settings)
        if record := records.find(key):
            status.finished[run.name] = record["seconds"]
        else:
            status.missing[run.name] = 0.0 if key.name in planned else costs.expected(run, settings)
            planned.add(key.name)
    return status
