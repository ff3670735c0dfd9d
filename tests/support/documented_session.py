"""The session in docs/agents.md: its calls, and what it says that they reply."""

import json
import re
from pathlib import Path
from typing import Any, NamedTuple

PAGE = Path(__file__).resolve().parents[2] / "docs" / "agents.md"

_CALL = re.compile(r"^> (\w+) (\{.*\})\n((?:(?!> |```).*\n)*)", re.MULTILINE)
_SCORE = re.compile(r"\b(?:0\.\d+|1\.0|\d+(?:\.\d+)?e-\d+)\b")


class Call(NamedTuple):
    """A call of the page.

    Args:
        tool: its tool.
        arguments: its arguments.
        reply: what the page says that it replies.
    """

    tool: str
    arguments: dict[str, Any]
    reply: str


def documented_calls() -> list[Call]:
    """The calls of the page, in order."""
    found = _CALL.findall(PAGE.read_text(encoding="utf-8"))
    return [Call(tool, json.loads(arguments), reply) for tool, arguments, reply in found]


def without_scores(text: str) -> str:
    """A reply without its scores, which depend on the machine in their last digits."""
    return _SCORE.sub("0.…", text)


def with_replies(replies: list[str]) -> str:
    """The page with other replies, to be written when the tools change."""
    given = iter(replies)
    return _CALL.sub(lambda call: f"> {call[1]} {call[2]}\n{next(given)}\n", PAGE.read_text(encoding="utf-8"))
