"""A name that several entities bear, and how to say which one is meant."""

import shlex
from collections.abc import Mapping
from typing import Any

from rich.console import RenderableType
from rich.padding import Padding
from rich.table import Table
from rich.text import Text

from numkbqa.answering.shown import choices, topics_with
from numkbqa.values.shown import per_cent


def render_clarification(answer: Mapping[str, Any], *, how_to_choose: bool) -> list[RenderableType]:
    """Lay out what the program asks back.

    Args:
        answer: the document of `ask --json`.
        how_to_choose: whether to name the options of the command line that choose.

    Returns:
        The question, its numbered choices and how to choose; nothing when all is clear.
    """
    if not choices(answer):
        return []
    table = Table.grid(padding=(0, 2))
    for number, choice in enumerate(choices(answer), start=1):
        table.add_row(
            Text(str(number), "bold"),
            Text(_described(choice)),
            Text(per_cent(choice["score"]), "dim"),
            Text(str(choice["id"]), "dim", overflow="fold"),
        )
    parts: list[RenderableType] = [
        Text(str(answer["clarification"]["question"]), "bold"),
        Padding(table, (0, 0, 0, 2), expand=False),
    ]
    if how_to_choose:
        options = " ".join(f"--topic {shlex.quote(topic)}" for topic in topics_with(answer, 0))
        parts.append(Text(f"to choose, ask again with --topic ID (for the first: {options})", style="dim"))
    return parts


def _described(choice: Mapping[str, Any]) -> str:
    description = choice.get("description")
    return f"{choice['label']} ({description})" if description else str(choice["label"])
