"""`numkbqa train` and `numkbqa pretrain`: a model, or its NumericalTransformer alone."""

from pathlib import Path
from typing import Annotated

import typer

from numkbqa.cli.options import Config, Json, KbFolder, Overrides
from numkbqa.cli.output import library_call, print_json, print_rich, summary

QuestionFiles = Annotated[
    list[Path] | None,
    typer.Option(
        "--questions",
        "-q",
        metavar="F",
        help="Question file to train on (JSON Lines), may be repeated; without any, questions are made "
        "from the graph.",
    ),
]
DevFiles = Annotated[
    list[Path] | None,
    typer.Option(metavar="F", help="Question file that selects the best parameters; may be repeated."),
]
HeldOutFiles = Annotated[
    list[Path] | None,
    typer.Option(
        metavar="F",
        help="Question file to be measured on later, may be repeated: no question made from the graph asks "
        "about its topics.",
    ),
]


def train(
    kb: KbFolder,
    output: Annotated[Path, typer.Option("--output", "-o", metavar="MODEL", help="Folder for the model.")],
    questions: QuestionFiles = None,
    dev: DevFiles = None,
    held_out: HeldOutFiles = None,
    config: Config = None,
    overrides: Overrides = None,
    as_json: Json = False,
) -> None:
    """Train a model on a knowledge base, from question-answer pairs or from questions made out of it."""
    from numkbqa.cli.render_training import render_training
    from numkbqa.config import load_settings
    from numkbqa.training.settings import Settings
    from numkbqa.training.train import train as train_model

    settings = load_settings(Settings, config, overrides or ())
    with library_call():
        report = train_model(kb, output, questions or [], dev or [], settings, held_out or []).to_json()
    if as_json:
        print_json(report)
    else:
        print_rich(*render_training(output, report))


def pretrain(
    kb: KbFolder,
    output: Annotated[Path, typer.Option("--output", "-o", metavar="NUMBERS", help="Folder for the result.")],
    questions: QuestionFiles = None,
    dev: DevFiles = None,
    held_out: HeldOutFiles = None,
    config: Config = None,
    overrides: Overrides = None,
    as_json: Json = False,
) -> None:
    """Pre-train the NumericalTransformer alone and report its direct Hits@1."""
    from numkbqa.config import load_settings
    from numkbqa.training.pretrain import pretrain as pretrain_numbers
    from numkbqa.training.settings import Settings

    settings = load_settings(Settings, config, overrides or ())
    with library_call():
        report = pretrain_numbers(kb, output, settings, questions or [], dev or [], held_out or []).to_json()
    if as_json:
        print_json(report)
    else:
        print_rich(summary(f"NumericalTransformer {output}", report))
