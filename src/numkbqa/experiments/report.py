"""docs/results.md out of result files: tables, the paper's figures beside ours, time, memory, machine."""

import json
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import Any

from pydantic import BaseModel, ConfigDict, NonNegativeInt, ValidationError

from numkbqa.errors import UserError
from numkbqa.experiments.catalogue import list_experiments
from numkbqa.experiments.curves import draw_sweep, panels_of
from numkbqa.experiments.definition import Definition
from numkbqa.experiments.markdown import duration, gibibytes, percent, table
from numkbqa.experiments.pretraining_report import pretraining_section
from numkbqa.experiments.profile_report import profile_section
from numkbqa.experiments.records import Records
from numkbqa.experiments.retrieval_report import (
    coverage_section,
    linking_section,
    relations_section,
    speed_section,
)
from numkbqa.experiments.runner import recorded_result
from numkbqa.experiments.table_report import table_section
from numkbqa.experiments.training_report import training_section
from numkbqa.files import write_aside

Json = Mapping[str, Any]

MISSING_TOLD = 8
"""Rows without all of their runs that the page names; `experiment status` names all."""

INTRODUCTION = """\
# Results

This file is generated out of the records of finished runs. Those of the published page are in the repository,
question by question, and this makes it again:

```sh
numkbqa experiment report --runs docs/results -o docs/results.md
```

What `make demo` prints, ten answers with their evidence, its time and its memory, is in [demo.txt](demo.txt)
(`make demo > docs/demo.txt`, run last with nothing kept from an earlier run).

Hits@1 in per cent, with a 95 % bootstrap interval over questions in brackets. A question without topic
entity or candidate counts as wrong. Columns:

- **NSM**: the plain reasoner, pre-trained on the same questions, before anything of numbers is added.
- **NSM + exact sort**: its pruned candidates sorted by the relation closest to the question, in the
  direction and to the k that the lexicon reads; for questions without an ordinal word, NSM itself.
- **NSM inside NT-NSM**: the reasoner after fine-tuning, its own distribution.
- **NT-NSM**: the whole model.
- **exact sort**: the same sort, of the whole model's candidates and by its relation.
- **answer in G_q**, **among candidates**: the share of questions whose answer is in the subgraph, and
  among the pruned candidates: what no ranking can exceed.
- **NT-NSM given candidate**: its Hits@1 over the questions whose answer is among the candidates.

Where another basic reasoner is trained, its name stands in place of NSM's; "+ Num" says that numbers are
injected as in the paper's predecessor (`plug_in=num`).

A wrong answer was lost at the first step that went wrong:

- **wrong topic**: no topic entity is a right one; where those are not known, no answer is within two hops
  (passing through an n-ary node is no hop);
- **answer not in the graph**; **answer not retrieved**: it is not in G_q; **pruned**: it is no candidate;
- **no ordinal word read** (ordinal questions): the lexicon finds no direction in the text;
- **wrong relation** (ordinal questions): in the relation chosen, the answer has the rank asked for neither
  among the candidates nor in its own group, which is what a topic reaches the way it reaches the answer;
- **wrong candidates** (ordinal): the relation is right, but sorting the candidates by it gives others;
- **wrong order** (ordinal): sorting gives the answer, the model does not;
- **ranked lower**: a plain question, whose answer is a candidate;
- **literal answer**: a value is asked for and none was given; **wrong value**: another one was.

Confidence is the probability that the first answer is right, fitted on the questions that selected the model.
Its calibration error is the mean distance of accuracy from confidence over 15 bins of equal size.

An ordinal question belongs to a cell by the direction that its words ask for, and by whether the relation
chosen by the model holds dates (time) or other numbers (size). Times are wall times on the machine named;
peak memory is the highest resident memory of the process up to then.
"""


def write_report(runs: Path, output: Path) -> list[str]:
    """Write the results page, and the figures of sweeps into the folder `curves` beside it.

    Args:
        runs: folder of the result files, or of the records of runs alone.
        output: the Markdown file to write.

    Returns:
        Names of the experiments in it.

    Raises:
        UserError: there is no result, or a file cannot be read; two have one name, or runs upon the same data
            are of different files or questions; or a figure is to be drawn and Matplotlib is not installed.
    """
    written: dict[str, dict[str, Any]] = {}
    for file in sorted(runs.glob("*.json")):
        if (result := _read(file)) and written.setdefault(result["name"], result) is not result:
            remedy = "take one of the files out of the folder"
            raise UserError(f"this is a second result of {result['name']}", where=file, remedy=remedy)
    results = sorted((written | _recorded(runs, written)).values(), key=lambda result: str(result["name"]))
    if not results:
        raise UserError(
            "there is no result of an experiment", where=runs, remedy="`numkbqa experiment run NAME`"
        )
    for result in filter(_has_curve, results):
        draw_sweep(result, output.parent / _figure(result))
    with write_aside(output) as aside:
        aside.write_text(report_text(results), encoding="utf-8")
    return [result["name"] for result in results]


class _Written(BaseModel):
    """What others read of a result file, whatever else it holds."""

    model_config = ConfigDict(strict=True)
    name: str
    seeds: list[NonNegativeInt]
    overrides: list[str]
    runs: list[dict[str, Any]]


def _recorded(runs: Path, written: Mapping[str, Json]) -> dict[str, dict[str, Any]]:
    """Results of the packaged experiments by all records there are, which may be more than a file knew."""
    results, recorded = {}, Records(runs).seeds()
    for definition in list_experiments():
        before = written.get(definition.name, {"seeds": (), "overrides": ()})
        seeds = [*before["seeds"], *recorded.get(definition.name, ())]
        if not before["overrides"] and (found := recorded_result(definition, runs, seeds)):
            results[definition.name] = json.loads(json.dumps(found.to_json()))  # as a file holds it
    return results


def report_text(results: Sequence[Json]) -> str:
    """The results page.

    Args:
        results: documents of `run_experiment`.

    Returns:
        Markdown.
    """
    return "\n".join([INTRODUCTION, *(_section(result) for result in results)])


def _read(file: Path) -> dict[str, Any]:
    try:
        document = json.loads(file.read_text(encoding="utf-8-sig"))
    except (OSError, RecursionError, ValueError) as error:
        raise UserError(f"the result cannot be read: {error}", where=file) from None
    if not isinstance(document, dict) or "kind" not in document:
        return {}
    try:
        _Written.model_validate(document)
        whole = document["kind"] in SECTIONS
        # what an older version did not know has its default
        definition = Definition.model_validate(document["definition"]).model_dump(mode="json")
        document["definition"] = definition
    except (KeyError, TypeError, ValidationError):
        whole = False
    if not whole:
        remedy = "run the experiment again, or take the file out of the folder"
        raise UserError("this is no result of this version", where=file, remedy=remedy)
    return document


def _section(result: Json) -> str:
    definition = result["definition"]
    parts = [
        f"## {result['name']}: {result['title']}",
        definition["about"],
        _command(result),
        _missing(result),
    ]
    if result["runs"]:
        parts += [*SECTIONS[result["kind"]](result), _curve(result)]
    parts.append(_paper(definition["paper"]))
    if result["runs"]:
        parts.append(_facts(result))
    return "\n\n".join(filter(None, parts)) + "\n"


def _missing(result: Json) -> str:
    """What was not run yet: a table is made in pieces, and an empty cell must not be taken for a zero."""
    missing = result.get("missing", ())
    if not missing:
        return ""
    seeds: dict[str, list[str]] = {}
    for name in missing:
        run, _, seed = name.rpartition(", seed ")
        seeds.setdefault(run, []).append(seed)
    told = [f"{run} (seed {', '.join(own)})" for run, own in seeds.items()]
    more = f"; and {len(told) - MISSING_TOLD} more rows" if len(told) > MISSING_TOLD else ""
    whole = len(missing) + len(result["runs"])
    return (
        f"**Incomplete.** Of {whole} runs {len(missing)} are missing: {'; '.join(told[:MISSING_TOLD])}{more}."
    )


def _has_curve(result: Json) -> bool:
    return bool(result["definition"].get("sweep") and result["runs"] and panels_of(result))


def _figure(result: Json) -> Path:
    """The figure of a sweep, relative to the page."""
    return Path("curves", f"{result['name']}.png")


def _curve(result: Json) -> str:
    if not _has_curve(result):
        return ""
    label = result["definition"]["sweep"]["label"]
    return f"![{result['title']}: a curve over {label}]({_figure(result).as_posix()})"


def _command(result: Json) -> str:
    words = ["numkbqa experiment run", result["name"], "-o runs"]
    definition = result["definition"]
    if definition["kb"] or definition.get("data"):
        words.append("--data DATA")
    words += [f"--set '{override}'" for override in result["overrides"]]
    if list(result["seeds"]) != list(definition["seeds"]):
        words += [f"--seed {seed}" for seed in result["seeds"]]
    trial = "\n\nThis was a trial with other settings than the experiment's." if result["overrides"] else ""
    return f"```sh\n{' '.join(words)}\n```{trial}"


def _paper(paper: Json | None) -> str:
    if not paper or not paper["figures"]:
        return ""
    rows = [
        [
            figure["system"],
            figure["data"],
            figure["measure"],
            percent(figure["all"]),
            percent(figure["ordinal"]),
        ]
        for figure in paper["figures"]
    ]
    header = ["the paper's system", "data", "measure", "all", "ordinal"]
    says = f" {paper['says']}" if paper.get("says") else ""
    return f"What the paper reports ({paper['source']}):{says}\n\n{table(header, rows, left=3)}"


def _facts(result: Json) -> str:
    machine = result["machine"]
    commit = result["commit"] or "not recorded"
    data = ", ".join(f"{name} {digest[:12]}" for name, digest in result["data"].items())
    return "\n".join(
        [
            f"- numkbqa {result['numkbqa']}, commit {commit}; {duration(result['seconds'])} in all, peak "
            f"memory {gibibytes(result['peak_memory_bytes'])}",
            f"- {machine['cores']} cores, {machine['memory_gib']} GiB memory, {machine['threads']} threads, "
            f"torch {machine['torch']}, Python {machine['python']}, {machine['system']}",
            f"- data (SHA-256): {data}",
        ]
    )


SECTIONS: dict[str, Callable[[Json], list[str]]] = {
    "train": training_section,
    "table": table_section,
    "pretraining": pretraining_section,
    "profile": profile_section,
    "linking": linking_section,
    "coverage": coverage_section,
    "relations": relations_section,
    "speed": speed_section,
}
"""What stands below the title of a result, by kind."""
