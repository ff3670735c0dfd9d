"""Replies of bounded size: lists are cut to limits, then to what fits, and what is left out is told."""

from collections.abc import Mapping
from typing import Any, Final

from pydantic import BaseModel, ConfigDict

MAX_CHARACTERS: Final = 24_000
"""Characters of a reply as JSON, so that it leaves room in the context of an agent."""

MAX_TEXT: Final = 500
"""Characters of a text at most; ids are never cut."""

MAX_LIST: Final = 20
"""Entries of a list that has no limit of its own."""

IDS: Final = frozenset({"id", "relation", "ties"})
"""Keys of ids: cut, they would name nothing."""


class LeftOut(BaseModel):
    """A part of a reply that is not whole."""

    model_config = ConfigDict(frozen=True, use_attribute_docstrings=True)

    what: str
    """Which lists, by their keys."""
    shown: int
    """How many entries are there."""
    of: int
    """How many there are in all."""
    how: str
    """How to get the rest."""


def bounded(
    document: Mapping[str, Any], limits: Mapping[str, int], hints: Mapping[str, str]
) -> tuple[dict[str, Any], list[LeftOut]]:
    """Cut a document to what an agent can read.

    Args:
        document: plain JSON values.
        limits: entries at most of each list by its path ("evidence.rows"); `MAX_LIST` for others.
        hints: how to get the rest of a list, by its path; the key "" holds for others.

    Returns:
        The document, and what was left out of it.
    """
    share = 1
    while True:
        cut = _Cut(
            {path: max(1, limit // share) for path, limit in limits.items()}, max(1, MAX_LIST // share)
        )
        small = cut.of(document, "")
        if share >= MAX_LIST or len(str(small)) <= MAX_CHARACTERS:
            return small, [
                LeftOut(what=path, shown=shown, of=whole, how=hints.get(path, hints.get("", "")))
                for path, (shown, whole) in cut.counts.items()
                if shown < whole
            ]
        share *= 2


class _Cut:
    """One way of cutting: the limits, and how many entries of each list were kept."""

    def __init__(self, limits: Mapping[str, int], others: int) -> None:
        self.limits, self.others = limits, others
        self.counts: dict[str, tuple[int, int]] = {}

    def of(self, value: Any, path: str) -> Any:
        """A value with its lists and texts cut."""
        if isinstance(value, Mapping):
            return {key: self.of(inner, f"{path}.{key}" if path else key) for key, inner in value.items()}
        if isinstance(value, list):
            kept = value[: self.limits.get(path, self.others)]
            shown, whole = self.counts.get(path, (0, 0))
            self.counts[path] = shown + len(kept), whole + len(value)
            return [self.of(inner, path) for inner in kept]
        if isinstance(value, str) and len(value) > MAX_TEXT and path.rpartition(".")[2] not in IDS:
            return f"{value[: MAX_TEXT - 1]}…"
        return value
