"""What reaches stdout: readable tables, or exactly one JSON document."""

import json
import sys
from collections.abc import Iterator, Mapping
from contextlib import contextmanager, redirect_stdout
from typing import Any

from rich.console import Console, RenderableType
from rich.markup import escape
from rich.table import Table
from rich.text import Text

WIDTH_OF_A_PIPE = 160


@contextmanager
def library_call() -> Iterator[None]:
    """Send whatever a library prints to stderr, so that stdout carries our result alone."""
    with redirect_stdout(sys.stderr):
        yield


def print_json(document: Mapping[str, Any]) -> None:
    """Print one JSON document to stdout.

    Args:
        document: plain JSON values; not-a-number and infinity are refused, for they are no JSON.
    """
    print(json.dumps(document, ensure_ascii=False, indent=2, allow_nan=False))


def print_json_line(document: Mapping[str, Any]) -> None:
    """Print one document of several to stdout, on a line of its own (JSON Lines).

    Args:
        document: plain JSON values; not-a-number and infinity are refused, for they are no JSON.
    """
    print(json.dumps(document, ensure_ascii=False, allow_nan=False))


def print_rich(*parts: RenderableType) -> None:
    """Print tables and texts to stdout, as wide as the terminal, or 160 columns into a pipe."""
    console = Console()
    if not console.is_terminal:
        console = Console(width=WIDTH_OF_A_PIPE)
    for part in parts:
        console.print(part, highlight=False)


def summary(title: str, values: Mapping[str, Any]) -> Table:
    """Lay out a flat report as a table of names and values.

    Args:
        title: heading of the table.
        values: names (underscores become spaces) and values; nested mappings become `outer inner` rows.

    Returns:
        A table of two columns.
    """
    table = Table("", "", title=escape(title), title_justify="left", show_header=False)
    for name, value in _flat(values):
        table.add_row(name.replace("_", " "), Text(_text(value)))
    return table


def _flat(values: Mapping[str, Any], prefix: str = "") -> Iterator[tuple[str, Any]]:
    for name, value in values.items():
        if isinstance(value, Mapping):
            yield from _flat(value, f"{prefix}{name} ")
        else:
            yield f"{prefix}{name}", value


def _text(value: Any) -> str:
    if value is None:
        return "-"
    if isinstance(value, bool):
        return "yes" if value else "no"
    if isinstance(value, int):
        return f"{value:,}"
    if isinstance(value, float):
        return f"{value:,.4g}" if abs(value) < 1000 else f"{value:,.0f}"
    if isinstance(value, (list, tuple)):
        return "\n".join(map(_text, value))
    return str(value)
