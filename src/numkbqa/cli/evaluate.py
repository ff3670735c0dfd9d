"""`numkbqa evaluate`: Hits@1 and F1 on question files."""

from pathlib import Path
from typing import Annotated

import typer

from numkbqa.cli.options import GradingMode, Json, ModelFolder
from numkbqa.cli.output import library_call, print_json, print_rich


def evaluate(
    model: ModelFolder,
    questions: Annotated[
        list[Path],
        typer.Argument(
            metavar="QUESTIONS...", help="Question files (JSON Lines).", exists=True, dir_okay=False
        ),
    ],
    mode: GradingMode = "strict",
    n_max: Annotated[
        int | None,
        typer.Option(
            metavar="N",
            help="Mode `official`: entities of the largest subgraph of the split; without it, of QUESTIONS.",
        ),
    ] = None,
    as_json: Json = False,
    predictions: Annotated[
        Path | None,
        typer.Option(help="Also write one JSON line a question: its answers, and where it was lost."),
    ] = None,
    reliability: Annotated[
        Path | None,
        typer.Option(help="Also draw accuracy against confidence as a PNG file; needs matplotlib."),
    ] = None,
    hide_topics: Annotated[
        bool,
        typer.Option("--hide-topics", help="Link every question, also where its topic entities are given."),
    ] = False,
) -> None:
    """Measure Hits@1 and F1, where wrong answers were lost, and how far confidence can be trusted."""
    from numkbqa.evaluating import evaluate as evaluate_model

    with library_call():
        report = evaluate_model(
            model,
            questions,
            predictions,
            reliability=reliability,
            hide_topics=hide_topics,
            mode=mode,
            n_max=n_max,
        )
    if as_json:
        print_json(report.to_json())
    else:
        print_rich(*report.tables())
