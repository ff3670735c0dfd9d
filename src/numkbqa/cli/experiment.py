"""`numkbqa experiment`: the paper's tables and figures."""

from collections.abc import Mapping
from pathlib import Path
from typing import Annotated, Any

import typer
from rich.table import Table
from rich.text import Text

from numkbqa.cli.options import Json, Overrides
from numkbqa.cli.output import library_call, print_json, print_rich, summary

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
        list[int] | None, typer.Option("--seed", help="Another seed than the experiment's; may be repeated.")
    ] = None,
    overrides: Overrides = None,
    as_json: Json = False,
) -> None:
    """Run experiments, one after the other; each writes OUTPUT/NAME.json."""
    from numkbqa.experiments import run_experiment

    reports = {}
    for name in names:
        with library_call():
            result = run_experiment(name, output, data=data, overrides=overrides or (), seeds=seeds or ())
        reports[name] = result.to_json()
        if not as_json:
            print_rich(summary(name, headline(reports[name])), Text(f"all of it: {output / name}.json"))
    if as_json:
        print_json(reports)


@app.command("report")
def report(
    runs: Annotated[Path, typer.Option(help="Folder of the results.", exists=True, file_okay=False)] = Path(
        "runs"
    ),
    output: Annotated[Path, typer.Option("--output", "-o", help="The page to write.")] = Path("results.md"),
) -> None:
    """Write the results of all experiments that were run as one Markdown page."""
    from numkbqa.experiments import write_report

    names = write_report(runs, output)
    print_rich(Text(f"{output}: {', '.join(names)}"))


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
    for run in result["runs"]:
        if "hits1" in run:
            found[f"{run['variant']}, k up to {run['max_k']}"] = f"{run['hits1']['all']:.2f}"
        for name, figure in run.get("headline", {}).items():
            found[f"{run['variant']}, {name}"] = figure
        if "epoch_seconds" in run:
            found["seconds an epoch"] = run["epoch_seconds"]
    return {**found, "seconds": result["seconds"]}
