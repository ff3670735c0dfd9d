"""Mentions by GLiNER, an encoder that marks entities of any types (Zaratiana et al., NAACL 2024)."""

import importlib
from pathlib import Path
from typing import Any, Final

from numkbqa.errors import UserError

LABELS: Final = (
    "person", "organization", "place", "country", "city", "river", "mountain", "building", "film", "book",
    "song", "album", "band", "sports team", "event", "award", "language", "product", "species", "chemical",
)  # fmt: skip
"""Types of entities that the model is asked for."""

THRESHOLD: Final = 0.3
"""A low one: what is no name of the graph is dropped anyway."""


class GlinerMentions:
    """Finds mentions with a GLiNER model out of a local folder; nothing is downloaded.

    Args:
        folder: what `GLiNER.save_pretrained` wrote.

    Raises:
        UserError: the package or the folder is missing, or the folder holds no GLiNER model.
    """

    def __init__(self, folder: Path) -> None:
        where = "setting linking.mentions"
        try:
            gliner: Any = importlib.import_module("gliner")
        except ImportError:
            raise UserError(
                "GLiNER is not installed",
                where=where,
                remedy='install it with `pip install "numkbqa[gliner]"`, or choose `linking.mentions=trie`',
            ) from None
        if not folder.is_dir():
            raise UserError(
                f"there is no such folder: {folder}", where=where, remedy="name a folder with a GLiNER model"
            )
        try:
            self._model = gliner.GLiNER.from_pretrained(str(folder), local_files_only=True)
        except (OSError, KeyError, TypeError, ValueError, RuntimeError) as error:
            raise UserError(
                f"the folder holds no GLiNER model ({error})",
                where=folder,
                remedy="name what `GLiNER.save_pretrained` wrote",
            ) from error

    def find(self, question: str) -> list[tuple[int, int]]:
        """Find the stretches of a question that look like entities, as places `[start, end)`."""
        found = self._model.predict_entities(question, list(LABELS), threshold=THRESHOLD)
        return [(int(entity["start"]), int(entity["end"])) for entity in found]
