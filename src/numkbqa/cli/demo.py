"""`numkbqa demo`: the main job on the built-in world graph."""

from pathlib import Path
from typing import Annotated

import typer


def demo(
    output: Annotated[
        Path, typer.Option("--output", "-o", metavar="FOLDER", help="Folder for everything it makes.")
    ] = Path("demo"),
) -> None:
    """Build the world graph, train, evaluate and ask: the main job, end to end."""
    from numkbqa.demo import run_demo

    run_demo(output)
