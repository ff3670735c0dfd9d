"""Answers with their evidence as text that a person reads; the shape is that of `ask --json`."""

from collections.abc import Collection, Mapping, Sequence
from typing import Any

from rich.console import RenderableType
from rich.markup import escape
from rich.table import Table
from rich.text import Text

from numkbqa.cli.render_clarification import render_clarification
from numkbqa.cli.render_evidence import (
    cross_check,
    evidence_notes,
    evidence_table,
    filled,
    in_brackets,
    left_out,
    marked,
)
from numkbqa.cli.shown_values import as_written, per_cent, readable

_SUFFIXES = {1: "st", 2: "nd", 3: "rd"}
_ENDS = {
    ("date", "max"): "latest",
    ("date", "min"): "earliest",
    ("number", "max"): "largest",
    ("number", "min"): "smallest",
}


def render_answer(answer: Mapping[str, Any], *, how_to_choose: bool = True) -> list[RenderableType]:
    """Lay out an answer.

    Args:
        answer: the document of `ask --json` (DESIGN section 3).
        how_to_choose: whether to say how one of several namesakes is chosen on the command line.

    Returns:
        Answers, what is asked back, how the question was understood, and the evidence, to be printed in this
        order.
    """
    evidence, ordinal = answer.get("evidence") or {}, answer.get("ordinal") or {}
    ids = [_entity(item)["id"] for item in answer["answers"]]
    winners = _winners(answer, ids)
    if answer.get("abstained"):
        parts: list[RenderableType] = [Text(f"No answer: {answer['abstained'].rstrip('.')}.", style="yellow")]
    else:
        parts = [_answers(answer, winners)]
    parts.extend(render_clarification(answer, how_to_choose=how_to_choose))
    parts.extend(_understanding(answer))
    if evidence.get("rows"):
        parts.append(evidence_table(evidence, ids, winners))
    parts.extend(evidence_notes(evidence, ids))
    if evidence.get("rows") and _compares(answer):
        parts.append(cross_check(evidence, ordinal))
    parts.extend(left_out(evidence))
    parts.extend(Text(f"note: {note}", style="yellow") for note in answer.get("notes") or ())
    timing = answer.get("timing_ms") or {}
    if timing:
        parts.append(Text(", ".join(f"{name} {value:.0f} ms" for name, value in timing.items()), style="dim"))
    return parts


def nth(k: int) -> str:
    """The ordinal number of k: "2nd", "11th"."""
    return f"{k}{'th' if k % 100 in {11, 12, 13} else _SUFFIXES.get(k % 10, 'th')}"


def _entity(item: Mapping[str, Any]) -> Mapping[str, Any]:
    """The entity that an answer is, or the one whose value it is."""
    entity: Mapping[str, Any] = item.get("of") or item
    return entity


def _winners(answer: Mapping[str, Any], ids: Sequence[str]) -> set[str]:
    """Ids of the answers proper: all values of what is named, else as many as were asked for with ties."""
    if not _compares(answer):
        return set(ids)
    wanted = (answer.get("ordinal") or {}).get("count") or 1
    winners = set(ids[:wanted])
    ties = set((answer.get("evidence") or {}).get("ties") or ())
    return winners | (ties if ties & winners else set())


def _answers(answer: Mapping[str, Any], winners: Collection[str]) -> Table:
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
        won = _entity(answer["answers"][place])["id"] in winners
        style = "bold green" if won else ""
        table.add_row(marked(str(place + 1), won), Text(first, style), *map(Text, rest))
    return table


def _entities(answer: Mapping[str, Any]) -> dict[str, list[str]]:
    """Columns of answers that are entities; one that says nothing is left out."""
    items, evidence = answer["answers"], answer.get("evidence") or {}
    value = f"value{in_brackets(evidence.get('unit'))}"
    columns = {
        "answer": [str(item["label"]) for item in items],
        value: readable([item.get("value") for item in items], evidence.get("kind")),
        "as of": [item.get("held_at") or "" for item in items],
    }
    return filled(columns) | _scores(items)


def _values(answer: Mapping[str, Any], asked: Mapping[str, Any]) -> dict[str, list[str]]:
    """Columns of answers that are values of entities."""
    items = answer["answers"]
    values = readable([item.get("value") for item in items])
    columns = {
        f"{asked.get('text') or 'answer'}{in_brackets(asked.get('unit'))}": values,
        "of": [str(_entity(item).get("label", "")) for item in items],
        "as written": [
            as_written(item.get("lexical") or "", item.get("value") or "", item.get("unit")) for item in items
        ],
        "as of": [item.get("held_at") or "" for item in items],
    }
    return filled(columns) | _scores(items)


def _scores(items: Sequence[Mapping[str, Any]]) -> dict[str, list[str]]:
    return {
        "score": [f"{item['score']:.3f}" for item in items],
        "id": [str(_entity(item)["id"]) for item in items],
    }


def _compares(answer: Mapping[str, Any]) -> bool:
    """Whether the evidence compares; that of the value of one thing does not."""
    return bool((answer.get("ordinal") or {}).get("direction")) or not answer.get("asked_value")


def _understanding(answer: Mapping[str, Any]) -> list[Text]:
    lines = []
    topics = ", ".join(f"{topic['label']} ({topic['id']})" for topic in answer.get("topic_entities") or ())
    if topics:
        lines.append(Text(f"about: {topics}"))
    ordinal, evidence = answer.get("ordinal") or {}, answer.get("evidence") or {}
    if ordinal.get("direction"):
        certainty = f'"{ordinal["determiner"]}", probability {ordinal.get("probability", 0):.2f}'
        lines.append(Text(f"order: {_order(ordinal, evidence)} ({certainty})"))
    elif evidence.get("rows") and _compares(answer):
        lines.append(Text("order: not understood; the evidence begins with the largest or latest"))
    return lines


def _order(ordinal: Mapping[str, Any], evidence: Mapping[str, Any]) -> str:
    """What end of which order is asked for: "2nd largest by population", "3 longest by length"."""
    kind = "date" if evidence.get("kind") == "date" else "number"
    k, count = ordinal.get("k") or 1, ordinal.get("count") or 1
    which = f"{nth(k)} " if k > 1 else ""
    if count > 1:
        which = f"{count} " if k == 1 else f"{nth(k)} to {nth(k + count - 1)} "
    words = f"{which}{_ENDS[kind, ordinal['direction']]}"
    relation = evidence.get("relation_text")
    return f"{words} by {relation}" if relation else words
