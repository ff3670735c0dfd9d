"""The document of an experiment out of the records of its runs, those that are missing named."""

from collections.abc import Mapping, Sequence
from typing import Any

from numkbqa.errors import UserError
from numkbqa.experiments.definition import Definition
from numkbqa.experiments.plan import Planned
from numkbqa.experiments.records import Record
from numkbqa.experiments.rows import Cell, rows_of
from numkbqa.experiments.training_run import GradedSets, Groups, graded_from_json, groups_of, mean_figures

Found = Sequence[tuple[Planned, Record | None]]


def result_of(definition: Definition, overrides: Sequence[str], found: Found) -> dict[str, Any]:
    """Put the result of an experiment together.

    Args:
        definition: the experiment.
        overrides: settings of a trial.
        found: every run of it with its record, None where it is not finished.

    Returns:
        The document of OUTPUT/NAME.json. Version, commits and machine are those of the runs; time is the sum
        over them, and memory the largest.

    Raises:
        UserError: records of runs upon the same data are of different questions.
    """
    finished = [(run, record) for run, record in found if record is not None]
    records = [record for _, record in finished]
    missing = [run.name for run, record in found if record is None and run.seed in definition.seeds]
    data = {name: digest for record in records for name, digest in record["data"].items()}
    return {
        "name": definition.name,
        "title": definition.title,
        "kind": definition.kind,
        "definition": definition.model_dump(mode="json"),
        "overrides": list(overrides),
        "seeds": list(dict.fromkeys(run.seed for run, _ in finished)),
        "missing": missing,
        **_made_by(records),
        "data": data,
        "runs": [_described(run, record) for run, record in finished],
        **BODIES.get(definition.kind, _nothing_more)(definition, finished),
        "seconds": round(sum(record["seconds"] for record in records), 2),
        "peak_memory_bytes": max((record["peak_memory_bytes"] for record in records), default=0),
    }


def _made_by(records: Sequence[Record]) -> dict[str, Any]:
    """Version, commit and machine; several of them in one text, the machine of the last run."""
    said = {
        key: ", ".join(dict.fromkeys(str(record[key]) for record in records if record[key])) or None
        for key in ("numkbqa", "commit")
    }
    return {**said, "machine": records[-1]["machine"] if records else None}


def _described(run: Planned, record: Record) -> dict[str, Any]:
    data = {"data": run.source.name} if run.experiment.data else {}
    return {**data, "variant": run.variant, "seed": run.seed, **record["run"]}


def _check_same_questions(definition: Definition, finished: Sequence[tuple[Planned, Record]]) -> None:
    """Refuse to put runs together that answered other questions, or sets of them, of the same data."""
    known: dict[str, tuple[Planned, Any]] = {}
    for run, record in finished:
        sets = {name: [one["id"] for one in graded] for name, graded in record["graded"].items()}
        first, asked = known.setdefault(run.source.name, (run, (sets, record["members"])))
        if (sets, record["members"]) != asked:
            raise UserError(
                f"the records of some runs are of other questions: that of ({run.name}), and that of "
                f"({first.name})",
                where=definition.name,
                remedy=f"make them again (`numkbqa experiment run {definition.name} --again`)",
            )


def _nothing_more(definition: Definition, finished: Sequence[tuple[Planned, Record]]) -> dict[str, Any]:
    return {}


def _means(definition: Definition, finished: Sequence[tuple[Planned, Record]]) -> dict[str, Any]:
    """Figures of every variant over its seeds."""
    _check_same_questions(definition, finished)
    means = {}
    for variant in definition.variants:
        own = [record for run, record in finished if run.variant == variant]
        if own:
            graded = [graded_from_json(record["graded"]) for record in own]
            means[variant] = mean_figures(graded, groups_of(own[0]["members"]))
    return {"mean": means}


def _rows(definition: Definition, finished: Sequence[tuple[Planned, Record]]) -> dict[str, Any]:
    """Rows of a table."""
    _check_same_questions(definition, finished)
    seeds: dict[tuple[str, str], dict[int, GradedSets]] = {}
    groups: dict[tuple[str, str], Groups] = {}
    headlines = {run.source.name: run.source.headline for run, _ in finished}
    for run, record in finished:
        data = run.source.name
        seeds.setdefault((data, run.variant), {})[run.seed] = graded_from_json(record["graded"])
        groups |= {(data, name): own for name, own in groups_of(record["members"]).items()}
    cells = [
        Cell(data, variant, name, {seed: sets[name] for seed, sets in own.items()}, headlines[data])
        for (data, variant), own in seeds.items()
        for name in _set_names(own)
    ]
    return {"rows": rows_of(cells, groups, definition.full)}


def _set_names(seeds: Mapping[int, GradedSets]) -> list[str]:
    return list(next(iter(seeds.values())))


BODIES = {"train": _means, "table": _rows}
"""What the documents of some kinds hold besides their runs."""
