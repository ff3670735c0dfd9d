"""`numkbqa kb`: build a knowledge base, look at it, and see whether it is fit for ordinal questions."""

from dataclasses import asdict
from pathlib import Path
from typing import Annotated

import typer

from numkbqa.cli.options import Json, KbFolder
from numkbqa.cli.output import library_call, print_json, print_rich, summary
from numkbqa.progress import counting

app = typer.Typer(help="Build a knowledge base and look at it.", no_args_is_help=True)


@app.command()
def build(
    sources: Annotated[
        list[Path], typer.Argument(metavar="SOURCE...", help="Graph files or folders of them.", exists=True)
    ],
    output: Annotated[
        Path, typer.Option("--output", "-o", metavar="KB", help="Folder for the knowledge base.")
    ],
    as_json: Json = False,
) -> None:
    """Build a knowledge base; each file's format is told by its name and content (.gz and .zst too)."""
    from numkbqa.cli.render import render_build
    from numkbqa.kb import build_kb

    with library_call(), counting() as progress:
        report = build_kb(sources, output, progress=progress).as_dict()
    if as_json:
        print_json(report)
    else:
        print_rich(*render_build(str(output), report))


@app.command()
def info(kb: KbFolder, as_json: Json = False) -> None:
    """Say what a knowledge base holds."""
    from numkbqa.kb import open_kb
    from numkbqa.kb.doctor import count

    with library_call():
        opened = open_kb(kb)
        report = {**asdict(count(opened)), "content_hash": opened.content_hash}
    if as_json:
        print_json(report)
    else:
        print_rich(summary(f"Knowledge base {kb}", report))


@app.command()
def doctor(kb: KbFolder, as_json: Json = False) -> None:
    """Say whether a graph is fit for ordinal questions: its numbers, their coverage, and what to mend."""
    from numkbqa.cli.render import render_diagnosis
    from numkbqa.kb import open_kb
    from numkbqa.kb.doctor import examine

    with library_call():
        diagnosis = examine(open_kb(kb))
    if as_json:
        print_json(asdict(diagnosis))
    else:
        print_rich(*render_diagnosis(diagnosis))
