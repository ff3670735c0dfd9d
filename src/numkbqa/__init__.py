"""numkbqa: ask questions of your own knowledge graph, and get the ordinal ones right."""

from pathlib import Path
from typing import TYPE_CHECKING

from numkbqa.errors import UserError

if TYPE_CHECKING:
    from numkbqa.api import Model

__version__ = "0.2.0"
__all__ = ["UserError", "__version__", "load"]


def load(model: Path | str) -> "Model":
    """Open a trained model with its graph.

    Args:
        model: folder written by `numkbqa train`.

    Returns:
        The model, ready to be asked; as a context manager it is closed at the end.

    Raises:
        UserError: it is no model, or its graph moved or is another one.
    """
    from numkbqa.api import open_model  # noqa: PLC0415 - `import numkbqa` needs no torch

    return open_model(model)
