"""`numkbqa kb`: build a knowledge base, look at it, and see whether it is fit for ordinal questions."""

from enum import StrEnum
from pathlib import Path
from typing import Annotated

import typer

from numkbqa.cli.options import Json, KbFolder
from numkbqa.cli.output import library_call, print_json, print_rich
from numkbqa.progress import counting, say

app = typer.Typer(help="Build a knowledge base and look at it.", no_args_is_help=True)


class ExportFormat(StrEnum):
    """What `kb export` writes."""

    NT = "nt"
    PARQUET = "parquet"


@app.command()
def build(
    sources: Annotated[
        list[Path], typer.Argument(metavar="SOURCE...", help="Graph files or folders of them.", exists=True)
    ],
    output: Annotated[
        Path | None, typer.Option("--output", "-o", metavar="KB", help="Folder for the knowledge base.")
    ] = None,
    append: Annotated[
        bool, typer.Option("--append", help="Add the sources to the knowledge base that is there.")
    ] = False,
    several: Annotated[
        str,
        typer.Option(
            metavar="POLICY",
            help="Which of several values of an entity counts: default (the preferred, else the latest, else"
            " all), preferred, latest, max, min or all.",
        ),
    ] = "default",
    derive: Annotated[
        list[str] | None,
        typer.Option(
            metavar="WHAT",
            help="Also derive numbers: counts (of neighbours, by relation) or durations (from start to end);"
            " may be given twice.",
        ),
    ] = None,
    mapping: Annotated[
        Path | None,
        typer.Option("--mapping", help="How tables become a graph, in YAML.", exists=True, dir_okay=False),
    ] = None,
    print_mapping: Annotated[
        bool,
        typer.Option("--print-mapping", help="Print the mapping inferred for tables, and build nothing."),
    ] = False,
    memory: Annotated[
        str, typer.Option(metavar="SIZE", help="Most memory of the database that sorts; more is on disk.")
    ] = "1900MB",
    threads: Annotated[int | None, typer.Option(min=1, help="Number of threads; default one a core.")] = None,
    as_json: Json = False,
) -> None:
    """Build a knowledge base; each file's format is told by its name and content (.gz, .bz2 and .zst too)."""
    from numkbqa.cli.render import render_build
    from numkbqa.kb import build_kb
    from numkbqa.kb.options import build_options, inferred_mapping

    if print_mapping:
        with library_call():
            text = inferred_mapping(sources)
        print(text, end="")
        return
    if output is None:
        raise typer.BadParameter("say where to write the knowledge base", param_hint="--output")
    options = build_options(
        append=append,
        several=several,
        derive=derive or (),
        mapping=mapping,
        memory=memory,
        threads=threads,
    )
    with library_call(), counting() as progress:
        report = build_kb(sources, output, options, progress=progress).as_dict()
    if as_json:
        print_json(report)
    else:
        print_rich(*render_build(str(output), report))


@app.command()
def info(
    kb: KbFolder,
    verify: Annotated[
        bool, typer.Option("--verify", help="Read all of it and compare its content with its hash.")
    ] = False,
    as_json: Json = False,
) -> None:
    """Say what a knowledge base holds, where it comes from and how large it is."""
    from numkbqa.cli.render import render_info
    from numkbqa.kb import open_kb, verify_kb
    from numkbqa.kb.describe import describe

    with library_call():
        report = describe(open_kb(kb))
        if verify:
            verify_kb(kb)
            report["verified"] = True
    if as_json:
        print_json(report)
    else:
        print_rich(*render_info(str(kb), report))


@app.command()
def doctor(
    kb: KbFolder,
    page: Annotated[
        Path | None, typer.Option("--html", metavar="FILE", help="Also write it as a page, with pictures.")
    ] = None,
    as_json: Json = False,
) -> None:
    """Say whether a graph is fit for ordinal questions: its numbers, their dirt, and what to fix first."""
    from numkbqa.cli.render_diagnosis import render_diagnosis
    from numkbqa.doctor import examine
    from numkbqa.doctor.page import write_page
    from numkbqa.kb import open_kb

    with library_call():
        opened = open_kb(kb)
        diagnosis = examine(opened, opened.report)
        if page is not None:
            write_page(page, kb.resolve().name, diagnosis)
            say(f"wrote {page}")
    if as_json:
        print_json(diagnosis.as_dict())
    else:
        print_rich(*render_diagnosis(diagnosis))


@app.command()
def export(
    kb: KbFolder,
    output: Annotated[
        Path, typer.Option("--output", "-o", metavar="OUT", help="File of triples, or folder of tables.")
    ],
    form: Annotated[
        ExportFormat, typer.Option("--format", help="N-Triples, or tables in Parquet.")
    ] = ExportFormat.NT,
    derived: Annotated[
        bool, typer.Option("--derived", help="Also the numbers that `kb build --derive` made.")
    ] = False,
) -> None:
    """Write a knowledge base as N-Triples, which `kb build` reads back, or as tables in Parquet."""
    from numkbqa.kb import open_kb
    from numkbqa.kb.export import export_ntriples, export_parquet

    write = export_ntriples if form is ExportFormat.NT else export_parquet
    with library_call(), counting() as progress:
        write(open_kb(kb), output, derived=derived, progress=progress)
    say(f"wrote {output}")
