"""`numkbqa config`: every setting, its meaning and its default."""

import sys
from enum import StrEnum
from typing import Annotated

import typer


class Of(StrEnum):
    """Whose settings."""

    TRAIN = "train"
    SERVE = "serve"


def config(
    command: Annotated[Of, typer.Argument(metavar="[train|serve]", help="The command.")] = Of.TRAIN,
) -> None:
    """Print all settings of a command with their defaults, as a YAML file to start from."""
    from numkbqa.config import annotated_yaml
    from numkbqa.service.settings import ServiceSettings
    from numkbqa.training.settings import Settings

    sys.stdout.write(annotated_yaml(Settings if command is Of.TRAIN else ServiceSettings))
