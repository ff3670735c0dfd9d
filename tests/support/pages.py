"""Pages of the documentation taken apart: sections, code blocks and tables."""

import ast
import re
from dataclasses import dataclass
from functools import cache
from pathlib import Path

import numkbqa

DOCS = Path(__file__).resolve().parents[2] / "docs"

_HEADING = re.compile(r"^(#{2,}) (.+)$", re.M)
_FENCE = re.compile(r'^```(?P<language>\w+)(?: title="(?P<title>[^"]+)")?\n(?P<code>.*?)^```$', re.M | re.S)
_TABLE = re.compile(r"^\|.+\|$(?:\n\|.+\|$)+", re.M)


@dataclass(frozen=True)
class Block:
    """A code block (its language, title and code), or a table (language "table", its lines)."""

    language: str
    title: str | None
    code: str


def sections(text: str) -> dict[str, str]:
    """The text under each heading of the second level and below, up to the next heading."""
    fences = [match.span() for match in _FENCE.finditer(text)]
    headings = [
        match
        for match in _HEADING.finditer(text)
        if not any(start < match.start() < end for start, end in fences)
    ]
    ends = [*(match.start() for match in headings[1:]), len(text)]
    return {match[2]: text[match.end() : end] for match, end in zip(headings, ends, strict=True)}


def blocks(text: str) -> list[Block]:
    """The code blocks and tables of a text in their order."""
    fences = list(_FENCE.finditer(text))
    inside = [match.span() for match in fences]
    found = [(match.start(), Block(match["language"], match["title"], match["code"])) for match in fences]
    for match in _TABLE.finditer(text):
        if not any(start <= match.start() < end for start, end in inside):
            found.append((match.start(), Block("table", None, match[0] + "\n")))
    return [block for _, block in sorted(found, key=lambda pair: pair[0])]


def first_cells(text: str) -> list[str]:
    """The code spans in the first column of the tables of a text."""
    tables = [block.code for block in blocks(text) if block.language == "table"]
    rows = [line for table in tables for line in table.splitlines()[2:]]
    return [span for row in rows for span in re.findall(r"`([^`]+)`", row.split("|")[1])]


def unknown_parts(message: str) -> list[str]:
    """The parts of a documented message, between its "…", that no text of the library holds."""
    parts = [part.strip() for part in message.split("…") if part.strip()]
    assert parts
    return [part for part in parts if part not in _texts()]


@cache
def _texts() -> str:
    """Every text in the library's code, one a line; texts that are written side by side are one."""
    modules = Path(numkbqa.__file__).parent.rglob("*.py")
    nodes = [node for path in modules for node in ast.walk(ast.parse(path.read_text(encoding="utf-8")))]
    return "\n".join(n.value for n in nodes if isinstance(n, ast.Constant) and isinstance(n.value, str))
