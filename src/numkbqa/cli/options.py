"""Arguments and options that several commands share."""

from pathlib import Path
from typing import Annotated

import typer

KbFolder = Annotated[
    Path,
    typer.Argument(metavar="KB", help="A knowledge base that `kb build` made.", exists=True, file_okay=False),
]
ModelFolder = Annotated[
    Path, typer.Argument(metavar="MODEL", help="A model that `train` made.", exists=True, file_okay=False)
]
Json = Annotated[bool, typer.Option("--json", help="Print one JSON document and nothing else.")]
Config = Annotated[
    Path | None,
    typer.Option(
        "--config", help="Settings in YAML (`numkbqa config` lists them).", exists=True, dir_okay=False
    ),
]
Overrides = Annotated[
    list[str] | None,
    typer.Option("--set", metavar="KEY=VALUE", help="Override one setting; may be repeated."),
]
GradingMode = Annotated[
    str,
    typer.Option(
        "--mode",
        metavar="MODE",
        help="How answers are graded: `strict`, `official` (as public NSM code does) or `name`.",
    ),
]
