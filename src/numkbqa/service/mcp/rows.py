"""A reply as compact text: lines of keys and values, and a table for each list, in Markdown."""

import json
import unicodedata
from collections.abc import Iterator, Mapping, Sequence
from typing import Any, Final

BREAKS: Final = frozenset({"Cc", "Cs", "Zl", "Zp"})
"""Unicode categories of what breaks a line, or is no text at all."""


def as_text(document: Mapping[str, Any]) -> str:
    """Lay out a document for a reader that pays by the word.

    Args:
        document: plain JSON values; what is null or empty is left out.

    Returns:
        `key: value` a line, inner keys after a dot, and a Markdown table for each list of records.
    """
    return "\n".join(_lines(document, ""))


def _lines(document: Mapping[str, Any], prefix: str) -> Iterator[str]:
    for key, value in document.items():
        name = f"{prefix}{key}"
        if value is None or value in ([], {}, ""):
            continue
        if isinstance(value, Mapping):
            yield from _lines(value, f"{name}.")
        elif isinstance(value, list) and isinstance(value[0], Mapping):
            yield f"{name}:"
            yield from _table(value)
        elif isinstance(value, list):
            yield f"{name}: {'; '.join(map(_cell, value))}"
        else:
            yield f"{name}: {_cell(value)}"


def _table(rows: Sequence[Mapping[str, Any]]) -> Iterator[str]:
    """A table of the columns that any row has."""
    filled = dict.fromkeys(key for row in rows for key, value in row.items() if value not in (None, [], {}))
    yield f"| {' | '.join(filled)} |"
    yield f"|{'---|' * len(filled)}"
    for row in rows:
        yield f"| {' | '.join(_cell(row.get(key)) for key in filled)} |"


def _cell(value: Any) -> str:
    if value is None or value in ([], {}):
        return ""
    if isinstance(value, bool):
        return "yes" if value else "no"
    if isinstance(value, (Mapping, list)):
        value = json.dumps(value, ensure_ascii=False)
    # a name with a line end would look like a row of its own
    clean = "".join(" " if unicodedata.category(c) in BREAKS else c for c in str(value))
    return clean.replace("|", "\\|")
