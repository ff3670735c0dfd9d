"""Answers with their evidence as text that a person reads; the shape is that of `ask --json`."""

from collections.abc import Collection, Mapping, Sequence
from typing import Any

from rich.console import RenderableType
from rich.markup import escape
from rich.table import Table
from rich.text import Text

from numkbqa.answering.shown import compares, entity_of, order_text, values_of, winners
from numkbqa.cli.render_clarification import render_clarification
from numkbqa.cli.render_evidence import (
    cross_check_line,
    evidence_notes,
    evidence_table,
    filled,
    in_brackets,
    left_out_lines,
    marked,
)
from numkbqa.values.shown import as_written, per_cent


def render_answer(answer: Mapping[str, Any], *, how_to_choose: bool = True) -> list[RenderableType]:
    """Lay out an answer.

    Args:
        answer: the document of `ask --json` (docs/architecture.md, "Contracts").
        how_to_choose: whether to say how one of several namesakes is chosen on the command line.

    Returns:
        Answers, what is asked back, how the question was understood, and the evidence, to be printed in this
        order.
    """
    evidence = answer.get("evidence") or {}
    ids = [entity_of(item)["id"] for item in answer["answers"]]
    won = winners(answer)
    if answer.get("abstained"):
        parts: list[RenderableType] = [Text(f"No answer: {answer['abstained'].rstrip('.')}.", style="yellow")]
    else:
        parts = [_answers(answer, won)]
    parts.extend(render_clarification(answer, how_to_choose=how_to_choose))
    parts.extend(_understanding(answer))
    if evidence.get("rows"):
        parts.append(evidence_table(evidence, ids, won))
    parts.extend(evidence_notes(evidence, ids))
    parts.extend(cross_check_line(answer))
    parts.extend(left_out_lines(evidence))
    parts.extend(Text(f"note: {note}", style="yellow") for note in answer.get("notes") or ())
    timing = answer.get("timing_ms") or {}
    if timing:
        parts.append(Text(", ".join(f"{name} {value:.0f} ms" for name, value in timing.items()), style="dim"))
    return parts


def _answers(answer: Mapping[str, Any], best: Collection[str]) -> Table:
    confidence = answer.get("confidence")
    title = "Answers" if confidence is None else f"Answers (confidence {per_cent(confidence)})"
    table = Table("", title=title, title_justify="left")
    table.columns[0].justify = "right"
    asked = answer.get("asked_value") or next((item for item in answer["answers"] if item.get("of")), None)
    columns = _entities(answer) if asked is None else _values(answer, asked)
    for heading in columns:
        right = heading == "score" or heading.startswith("value")
        table.add_column(escape(heading), justify="right" if right else "left", overflow="fold")
    for place, row in enumerate(zip(*columns.values(), strict=True)):
        first, *rest = row
        won = entity_of(answer["answers"][place])["id"] in best
        style = "bold green" if won else ""
        table.add_row(marked(str(place + 1), won), Text(first, style), *map(Text, rest))
    return table


def _entities(answer: Mapping[str, Any]) -> dict[str, list[str]]:
    """Columns of answers that are entities; one that says nothing is left out."""
    items, evidence = answer["answers"], answer.get("evidence") or {}
    value = f"value{in_brackets(evidence.get('unit'))}"
    columns = {
        "answer": [str(item["label"]) for item in items],
        value: values_of(answer),
        "as of": [item.get("held_at") or "" for item in items],
    }
    return filled(columns) | _scores(items)


def _values(answer: Mapping[str, Any], asked: Mapping[str, Any]) -> dict[str, list[str]]:
    """Columns of answers that are values of entities."""
    items = answer["answers"]
    columns = {
        f"{asked.get('text') or 'answer'}{in_brackets(asked.get('unit'))}": values_of(answer),
        "of": [str(entity_of(item).get("label", "")) for item in items],
        "as written": [
            as_written(item.get("lexical") or "", item.get("value") or "", item.get("unit")) for item in items
        ],
        "as of": [item.get("held_at") or "" for item in items],
    }
    return filled(columns) | _scores(items)


def _scores(items: Sequence[Mapping[str, Any]]) -> dict[str, list[str]]:
    return {
        "score": [f"{item['score']:.3f}" for item in items],
        "id": [str(entity_of(item)["id"]) for item in items],
    }


def _understanding(answer: Mapping[str, Any]) -> list[Text]:
    lines = []
    topics = ", ".join(f"{topic['label']} ({topic['id']})" for topic in answer.get("topic_entities") or ())
    if topics:
        lines.append(Text(f"about: {topics}"))
    ordinal, order = answer.get("ordinal") or {}, order_text(answer)
    if order is not None:
        certainty = f'"{ordinal["determiner"]}", probability {ordinal.get("probability", 0):.2f}'
        lines.append(Text(f"order: {order} ({certainty})"))
    elif (answer.get("evidence") or {}).get("rows") and compares(answer):
        lines.append(Text("order: not understood; the evidence begins with the largest or latest"))
    return lines
