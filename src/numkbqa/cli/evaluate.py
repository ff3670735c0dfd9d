"""`numkbqa evaluate`: Hits@1 and F1 on question files."""

from pathlib import Path
from typing import Annotated

import typer

from numkbqa.cli.options import Json, ModelFolder
from numkbqa.cli.output import library_call, print_json, print_rich


def evaluate(
    model: ModelFolder,
    questions: Annotated[
        list[Path],
        typer.Argument(
            metavar="QUESTIONS...", help="Question files (JSON Lines).", exists=True, dir_okay=False
        ),
    ],
    as_json: Json = False,
    predictions: Annotated[
        Path | None,
        typer.Option(help="Also write one JSON line a question: its answers, and where it was lost."),
    ] = None,
) -> None:
    """Measure Hits@1 and F1: all questions, the ordinal ones, and each ordinal cell."""
    from numkbqa.evaluating import evaluate as evaluate_model

    with library_call():
        report = evaluate_model(model, questions, predictions)
    if as_json:
        print_json(report.to_json())
    else:
        print_rich(report.table())
