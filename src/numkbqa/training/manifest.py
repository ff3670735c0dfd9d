"""The manifest of a model folder: what it is and which graph it belongs to, read without the model."""

import json
from pathlib import Path
from typing import Any, Final

from numkbqa.errors import UserError

FORMAT: Final = 2
MANIFEST: Final = "numkbqa-model.json"
TRAIN_AGAIN: Final = "train the model again"


def read_manifest(folder: Path) -> dict[str, Any]:
    """Read the manifest of a model folder.

    Raises:
        UserError: the folder is none, or its format is not ours.
    """
    try:
        manifest = json.loads((folder / MANIFEST).read_text(encoding="utf-8"))
    except FileNotFoundError:
        remedy = "name a folder that `numkbqa train ... -o MODEL` wrote"
        raise UserError("this is no numkbqa model", where=folder, remedy=remedy) from None
    except (OSError, ValueError) as error:
        raise UserError(
            f"the model's manifest cannot be read: {error}", where=folder, remedy=TRAIN_AGAIN
        ) from None
    if not isinstance(manifest, dict) or manifest.get("format") != FORMAT:
        raise UserError(
            "the model was written by another version of numkbqa", where=folder, remedy=TRAIN_AGAIN
        )
    kb = manifest.get("kb")
    kinds = {"path": str, "hash": str, "relations": list}
    if not isinstance(kb, dict) or any(not isinstance(kb.get(key), kind) for key, kind in kinds.items()):
        raise UserError(
            "the model's manifest does not name its knowledge base", where=folder, remedy=TRAIN_AGAIN
        )
    return manifest
