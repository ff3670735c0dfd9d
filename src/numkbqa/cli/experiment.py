"""`numkbqa experiment`: the paper's tables and figures."""

from pathlib import Path
from typing import Annotated

import typer
from rich.table import Table
from rich.text import Text

from numkbqa.cli.options import Json
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
    as_json: Json = False,
) -> None:
    """Run experiments, one after the other."""
    from numkbqa.experiments import run_experiment

    reports = {}
    for name in names:
        with library_call():
            reports[name] = run_experiment(name, output).to_json()
        if not as_json:
            print_rich(summary(name, reports[name]))
    if as_json:
        print_json(reports)
