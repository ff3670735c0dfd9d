"""`numkbqa score`: predictions of any system by our rules."""

from pathlib import Path
from typing import Annotated

import typer

from numkbqa.cli.options import GradingMode, Json
from numkbqa.cli.output import library_call, print_json, print_rich


def score(
    predictions: Annotated[
        Path,
        typer.Argument(
            metavar="PREDICTIONS",
            help="What a system wrote: `_test.info` of NSM or ReaRev, `pred` of GRAFT-Net, or ours.",
            exists=True,
            dir_okay=False,
        ),
    ],
    questions: Annotated[
        Path | None,
        typer.Option(
            help="The questions that they are of; without, what PREDICTIONS says of them.",
            exists=True,
            dir_okay=False,
        ),
    ] = None,
    mode: GradingMode = "strict",
    kb: Annotated[
        Path | None,
        typer.Option(
            help="A knowledge base that knows the names, for `--mode name`.", exists=True, file_okay=False
        ),
    ] = None,
    as_json: Json = False,
) -> None:
    """Grade the predictions of any system: Hits@1 and F1 by group of questions."""
    from numkbqa.evaluation import score_predictions
    from numkbqa.kb import open_kb

    with library_call():
        graph = None if kb is None else open_kb(kb)
        report = score_predictions(predictions, questions, mode=mode, kb=graph)
    if as_json:
        print_json(report.to_json())
    else:
        print_rich(report.table(), *report.notes())
