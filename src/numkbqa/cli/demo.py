"""`numkbqa demo`: the main job on the built-in world graph."""

from collections.abc import Mapping
from pathlib import Path
from typing import Annotated, Any

import typer
from rich.table import Table
from rich.text import Text

from numkbqa.cli.options import Overrides
from numkbqa.cli.output import library_call, print_rich

COLUMNS = {"nsm": "NSM", "nt_nsm": "NT-NSM", "exact_sort": "exact sort"}


def demo(
    output: Annotated[
        Path, typer.Option("--output", "-o", metavar="FOLDER", help="Folder for everything it makes.")
    ] = Path("demo"),
    ask: Annotated[bool, typer.Option(help="Answer the sample questions at the end.")] = True,
    overrides: Overrides = None,
) -> None:
    """Build the world graph, train, evaluate and ask: the main job, end to end."""
    from numkbqa.cli.render_answer import render_answer
    from numkbqa.config import load_settings
    from numkbqa.demo import demo_settings, run_demo
    from numkbqa.training.settings import Settings

    own = demo_settings(output)
    if overrides:
        own = load_settings(Settings, None, overrides).model_copy(update={"cache": own.cache})
    with library_call():
        result = run_demo(output, ask=ask, settings=own)
    title = "World graph, test split: Hits@1 in per cent [95 % interval]"
    print_rich(hits_table(title, result.figures, own.basic, own.plug_in))
    for answer in result.answers:
        print_rich(Text(f"\n{answer.to_json()['question']}", style="bold"), *render_answer(answer.to_json()))
    memory = result.peak_memory_bytes / 2**20
    print_rich(Text(f"\n{result.seconds:.0f} s in all, peak memory {memory:.0f} MiB"))


def hits_table(title: str, figures: Mapping[str, Mapping[str, Any]], basic: str, plug_in: str) -> Table:
    """Lay out Hits@1 by group of questions.

    Args:
        title: heading.
        figures: by group: "n", and by system "hits1" and "interval".
        basic: key of the basic reasoner, which headings name.
        plug_in: key of the number plug-in, which they name too.

    Returns:
        A table: groups in rows, systems in columns.
    """
    from numkbqa.experiments.figures import naming

    systems = [naming(heading, basic, plug_in) for heading in COLUMNS.values()]
    table = Table("questions", "n", *systems, "answer in G_q", "among candidates", title=title)
    for name, group in figures.items():
        if group["n"]:
            cells = [_figure(group["hits1"][system], group["interval"][system]) for system in COLUMNS]
            ceilings = [_figure(group[key], None) for key in ("in_subgraph", "among_candidates")]
            table.add_row(name.replace("_", " "), str(group["n"]), *cells, *ceilings)
    return table


def _figure(value: float | None, interval: list[float] | None) -> str:
    if value is None:
        return "-"
    return f"{value:.1f}" if interval is None else f"{value:.1f} [{interval[0]:.1f}, {interval[1]:.1f}]"
