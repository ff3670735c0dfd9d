"""Files with one JSON value a line, read leniently: JSON Lines, and arrays with one element a line."""

from collections.abc import Iterator
from typing import Any, Final

from pydantic_core import from_json

from numkbqa.kb.readers.record import Skipped
from numkbqa.kb.readers.source import Source

SKIPPED_TEXT: Final = 200
"""How much of a broken line a message shows."""


def json_lines(source: Source) -> Iterator[tuple[int, Any]]:
    """Yield the JSON value of each line that is not blank.

    The brackets of an array around all lines and the commas between them are dropped.

    Args:
        source: the file.

    Yields:
        Number of the line, from 1, and its value; a `Skipped` in place of a value that is no JSON.

    Raises:
        UserError: the file cannot be read.
    """
    with source.open() as stream:
        for line, raw in enumerate(stream, start=1):
            text = _without_array(raw.strip())
            if text:
                yield line, _parsed(line, text)


def _without_array(text: bytes) -> bytes:
    """The element in a line of an array; an array that begins and ends in one line stays."""
    if text.startswith(b"[") != text.endswith(b"]"):
        text = text.removeprefix(b"[").removesuffix(b"]").strip()
    return text.strip(b",").strip()


def _parsed(line: int, text: bytes) -> Any:
    try:
        return from_json(text, cache_strings="keys")
    except ValueError:
        return Skipped(
            line, "the line is no valid JSON", text[:SKIPPED_TEXT].decode("utf-8", errors="replace")
        )
