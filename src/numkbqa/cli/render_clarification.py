"""A name that several entities bear, and how to say which one is meant."""

import shlex
from collections.abc import Mapping, Sequence
from typing import Any

from rich.console import RenderableType
from rich.padding import Padding
from rich.table import Table
from rich.text import Text

from numkbqa.cli.shown_values import per_cent


def render_clarification(answer: Mapping[str, Any], *, how_to_choose: bool) -> list[RenderableType]:
    """Lay out what the program asks back.

    Args:
        answer: the document of `ask --json`.
        how_to_choose: whether to name the options of the command line that choose.

    Returns:
        The question, its numbered choices and how to choose; nothing when all is clear.
    """
    clarification = answer.get("clarification")
    if not clarification or not clarification.get("choices"):
        return []
    table = Table.grid(padding=(0, 2))
    for number, choice in enumerate(clarification["choices"], start=1):
        table.add_row(
            Text(str(number), "bold"),
            Text(_described(choice)),
            Text(per_cent(choice["score"]), "dim"),
            Text(str(choice["id"]), "dim", overflow="fold"),
        )
    parts: list[RenderableType] = [
        Text(str(clarification["question"]), "bold"),
        Padding(table, (0, 0, 0, 2), expand=False),
    ]
    if how_to_choose:
        options = " ".join(f"--topic {shlex.quote(topic)}" for topic in topics_with(answer, 0))
        parts.append(Text(f"to choose, ask again with --topic ID (for the first: {options})", style="dim"))
    return parts


def topics_with(answer: Mapping[str, Any], place: int) -> tuple[str, ...]:
    """The topic entities that the question has when one of the choices is meant.

    Args:
        answer: the document of `ask --json`; it has a clarification.
        place: of the choice, from 0.

    Returns:
        Id of the choice, and the ids of the topics that other words of the question mention.
    """
    clarification = answer["clarification"]
    ambiguous = {choice["id"] for choice in clarification["choices"]}
    others = [
        topic["id"]
        for topic in answer.get("topic_entities") or ()
        if topic["mention"] != clarification["mention"] and topic["id"] not in ambiguous
    ]
    return tuple(dict.fromkeys([clarification["choices"][place]["id"], *others]))


def choices(answer: Mapping[str, Any]) -> Sequence[Mapping[str, Any]]:
    """What there is to choose from; empty when all is clear."""
    found: Sequence[Mapping[str, Any]] = (answer.get("clarification") or {}).get("choices") or ()
    return found


def _described(choice: Mapping[str, Any]) -> str:
    description = choice.get("description")
    return f"{choice['label']} ({description})" if description else str(choice["label"])
