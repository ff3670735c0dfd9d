"""`numkbqa experiment`: the paper's tables and figures."""

from collections.abc import Mapping, Sequence
from pathlib import Path
from statistics import fmean
from typing import TYPE_CHECKING, Annotated, Any

import typer
from rich.table import Table
from rich.text import Text

from numkbqa.cli.options import Json, Overrides
from numkbqa.cli.output import library_call, print_json, print_rich, summary

if TYPE_CHECKING:
    from numkbqa.experiments import Status

app = typer.Typer(
    help="The paper's tables and figures, the paper's number beside ours.", no_args_is_help=True
)


@app.command("list")
def list_all(as_json: Json = False) -> None:
    """List the experiments."""
    from numkbqa.experiments import list_experiments

    experiments = list_experiments()
    if as_json:
        print_json({"experiments": [{"name": item.name, "title": item.title} for item in experiments]})
        return
    table = Table("name", "what it shows")
    for item in experiments:
        table.add_row(Text(item.name), Text(item.title))
    print_rich(table)


@app.command("run")
def run(
    names: Annotated[
        list[str], typer.Argument(metavar="NAME...", help="Names that `experiment list` shows.")
    ],
    output: Annotated[Path, typer.Option("--output", "-o", help="Folder for the results.")] = Path("runs"),
    data: Annotated[
        Path | None,
        typer.Option(help="Folder of the data sets; default: $NUMKBQA_DATA, else ../shared/data."),
    ] = None,
    seeds: Annotated[
        list[int] | None,
        typer.Option("--seed", help="These seeds in place of the experiment's; may be repeated."),
    ] = None,
    only: Annotated[
        list[str] | None,
        typer.Option("--only", metavar="VARIANT", help="These rows of a table alone; may be repeated."),
    ] = None,
    on: Annotated[
        list[str] | None,
        typer.Option("--on", metavar="NAME", help="The data of these experiments alone; may be repeated."),
    ] = None,
    again: Annotated[bool, typer.Option("--again", help="Make runs again that are finished.")] = False,
    overrides: Overrides = None,
    as_json: Json = False,
) -> None:
    """Make the runs of experiments that are not finished; each writes OUTPUT/NAME.json."""
    from numkbqa.experiments import check_experiment, run_experiment

    chosen: dict[str, Any] = {
        "overrides": overrides or (),
        "seeds": seeds or (),
        "only": only or (),
        "on": on or (),
    }
    for name in names:  # a slip in the last one is told before the first one is run
        with library_call():
            check_experiment(name, output, data=data, **chosen)
    reports = {}
    for name in names:
        with library_call():
            result = run_experiment(name, output, data=data, again=again, **chosen)
        reports[name] = result.to_json()
        if not as_json:
            print_rich(summary(name, headline(reports[name])), Text(f"all of it: {output / name}.json"))
    if as_json:
        print_json(reports)


@app.command("status")
def status(
    names: Annotated[
        list[str] | None, typer.Argument(metavar="NAME...", help="Experiments; all of them without any.")
    ] = None,
    output: Annotated[Path, typer.Option("--output", "-o", help="Folder of the results.")] = Path("runs"),
    as_json: Json = False,
) -> None:
    """Show what of an experiment is finished, what is missing, and how long that will take."""
    from numkbqa.experiments import experiment_status

    with library_call():
        found = experiment_status(names or (), output)
    if as_json:
        print_json({"experiments": [one.to_json() for one in found]})
        return
    print_rich(_progress_of(found), *(_runs_of(one) for one in found if names))


@app.command("report")
def report(
    runs: Annotated[Path, typer.Option(help="Folder of the results.", exists=True, file_okay=False)] = Path(
        "runs"
    ),
    output: Annotated[Path, typer.Option("--output", "-o", help="The page to write.")] = Path("results.md"),
) -> None:
    """Write the results of all experiments that were run as one Markdown page."""
    from numkbqa.experiments import write_report

    with library_call():
        names = write_report(runs, output)
    print_rich(Text(f"{output}: {', '.join(names)}"))


def _progress_of(found: "Sequence[Status]") -> Table:
    """One line an experiment."""
    table = Table("experiment", "finished", "missing", "the missing ones take")
    for one in found:
        counts = (Text(one.name), str(len(one.finished)), str(len(one.missing)))
        table.add_row(*counts, _taken(one.expected) if one.missing else "")
    return table


def _runs_of(one: "Status") -> Table:
    """One line a run."""
    table = Table("run", "", "time", title=one.name, title_justify="left")
    for name, seconds in one.finished.items():
        table.add_row(Text(name), "finished", _taken(seconds))
    for name, expected in one.missing.items():
        table.add_row(Text(name), "missing", _taken(expected))
    return table


def _taken(seconds: float | None) -> str:
    from numkbqa.experiments.markdown import duration

    return "not known" if seconds is None else duration(seconds)


def headline(result: Mapping[str, Any]) -> dict[str, Any]:
    """The figures of a result that fit on a screen.

    Args:
        result: the document of a result file.

    Returns:
        Names and values for `summary`.
    """
    from numkbqa.experiments.figures import basic_of, naming, plug_in_of

    found: dict[str, Any] = {}
    for variant, sets in result.get("mean", {}).items():
        systems = naming(
            "NSM {nsm:.1f}, NT-NSM {nt_nsm:.1f}, exact sort {exact_sort:.1f}",
            basic_of(result, variant),
            plug_in_of(result, variant),
        )
        for name, groups in sets.items():
            for group in ("all", "ordinal", result["definition"]["headline"]):
                if group and groups[group]["n"]:
                    hits = groups[group]["hits1"]
                    found[f"{variant}, {name}, {group}"] = (
                        f"{systems.format(**hits)} (n = {groups[group]['n']})"
                    )
    for row in result.get("rows", ()):
        found[f"{row['data']}, {row['variant']}, {row['set']}"] = _row_headline(row)
    for name, hits in _direct_hits(result["runs"]).items():
        found[name] = f"{fmean(hits):.2f}"
    for run in result["runs"]:
        for name, figure in run.get("headline", {}).items():
            found[f"{run['variant']}, {name}"] = figure
        if "epoch_seconds" in run:
            found["seconds an epoch"] = run["epoch_seconds"]
    return {**found, "seconds": result["seconds"]}


def _direct_hits(runs: Sequence[Mapping[str, Any]]) -> dict[str, list[float]]:
    """Direct Hits@1 of number pre-training, a figure a seed."""
    hits: dict[str, list[float]] = {}
    for run in runs:
        if "hits1" in run:
            hits.setdefault(f"{run['variant']}, k up to {run['max_k']}", []).append(run["hits1"]["all"])
    return hits


def _row_headline(row: Mapping[str, Any]) -> str:
    hits = {group: own["hits1"]["nt_nsm"] for group, own in row["groups"].items()}
    figures = [f"{group} {fmean(hits[group]):.1f}" for group in ("all", "ordinal") if group in hits]
    return f"{', '.join(figures)} (seeds {', '.join(map(str, row['seeds']))})"
