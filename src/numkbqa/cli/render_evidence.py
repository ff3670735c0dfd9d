"""The evidence of an answer as text: what was compared, what tied, what was left out, and the cross-check."""

from collections.abc import Collection, Mapping, Sequence
from pathlib import Path
from typing import Any

from rich.console import RenderableType
from rich.markup import escape
from rich.table import Table
from rich.text import Text

from numkbqa.cli.shown_values import as_written, readable
from numkbqa.cli.value_chart import chart

MAX_ROWS = 12
MAX_NAMES = 5
MAX_CHOICES = 3

MARK = "✓"
"""Stands before what answers the question: colour alone tells nothing in a log."""

_POLICIES = {
    "default": "the preferred ones count, of these the latest where dates tell",
    "preferred": "the preferred ones count",
    "latest": "the latest counts",
    "max": "the largest counts",
    "min": "the smallest counts",
    "all": "all of them count",
}


def evidence_table(evidence: Mapping[str, Any], answers: Sequence[str], winners: Collection[str]) -> Table:
    """Lay out the ranked values.

    Args:
        evidence: the `evidence` of `ask --json`; it has rows.
        answers: ids of the answers, best first.
        winners: ids of those that answer the question; they are marked.

    Returns:
        The rows around the first answer, with a bar or a place on a timeline for each value.
    """
    rows = _window(evidence["rows"], answers)
    kind, values = evidence.get("kind"), [row.get("value") for row in rows]
    texts = readable(values, kind)
    drawn = chart(texts, values, kind)
    remarks = _columns_of_remarks(rows, evidence.get("unit"))
    table = Table(title="Evidence", title_justify="left", caption_justify="left")
    table.add_column("rank", justify="right", no_wrap=True)
    table.add_column("entity", overflow="fold")
    table.add_column(_heading(evidence), justify="right")
    for heading in (*remarks, drawn.heading):
        table.add_column(escape(heading))
    compared = max(evidence.get("compared", 0), len(evidence["rows"]))
    if compared > len(rows):
        table.caption = f"{len(rows)} of {compared} compared (--json shows up to 50)"
    shared = _shared_ranks(evidence["rows"])
    for row, text, *notes, mark in zip(rows, texts, *remarks.values(), drawn.marks, strict=True):
        style = "bold green" if row["id"] in winners else ""
        rank = marked(f"{'=' if row['rank'] in shared else ''}{row['rank']}", row["id"] in winners)
        table.add_row(rank, Text(str(row["label"]), style), Text(text), *map(Text, notes), mark)
    return table


def evidence_notes(evidence: Mapping[str, Any], answers: Sequence[str]) -> list[RenderableType]:
    """Say what the table of the evidence does not: ties, several values, the path.

    Args:
        evidence: the `evidence` of `ask --json`.
        answers: ids of the answers, best first.

    Returns:
        Lines of text.
    """
    labels = {row["id"]: str(row["label"]) for row in evidence.get("rows", ())}
    lines: list[RenderableType] = []
    if evidence.get("ties"):
        ties = names([labels.get(entity, entity) for entity in evidence["ties"]], len(evidence["ties"]))
        reason = f" ({evidence['tie_reason']})" if evidence.get("tie_reason") else ""
        lines.append(Text(f"tied: {ties}{reason}", style="yellow"))
    lines.extend(_several(evidence, answers))
    if evidence.get("path"):
        lines.append(Text(f"path: {path_text(evidence['path'])}"))
    return lines


def cross_check(evidence: Mapping[str, Any], ordinal: Mapping[str, Any]) -> Text:
    """Say what sorting the candidates gives, and whether the answer is the same.

    Args:
        evidence: the `evidence` of `ask --json`; it has rows.
        ordinal: its `ordinal`.

    Returns:
        One line.
    """
    winners = [str(item["label"]) for item in evidence.get("exact_sort") or ()]
    if winners and evidence.get("exact_sort_agrees"):
        return Text("exact sort: agrees")
    if winners:
        return Text(f"exact sort: disagrees, it would answer {names(winners, len(winners))}", style="yellow")
    if not ordinal.get("direction"):
        return Text("exact sort: none, for no order was understood", style="yellow")
    few = f"fewer than {ordinal.get('k') or 1} different values were compared"
    return Text(f"exact sort: has no answer, {few}", style="yellow")


def left_out(evidence: Mapping[str, Any]) -> list[Text]:
    """Name the candidates without a value, grouped by cause.

    Args:
        evidence: the `evidence` of `ask --json`.

    Returns:
        One line a cause.
    """
    excluded = evidence.get("excluded") or ()
    by_cause: dict[str, list[str]] = {}
    for item in excluded:
        by_cause.setdefault(str(item.get("cause") or item["reason"]), []).append(_excluded(item))
    # What the document itself leaves out has the cause of its last entry.
    unlisted = max(evidence.get("not_compared", 0) - len(excluded), 0)
    totals = {cause: len(entities) for cause, entities in by_cause.items()}
    for cause in list(totals)[-1:]:
        totals[cause] += unlisted
    return [
        Text(f"left out ({cause}): {names(entities, totals[cause])}") for cause, entities in by_cause.items()
    ]


def path_text(path: Sequence[Mapping[str, Any]]) -> str:
    """One line for the facts that lead from a topic entity to the answer.

    Args:
        path: facts with `head`, `relation`, `tail`, and `forward`: whether the way goes from head to tail.

    Returns:
        "Brazil <- country - Rio de Janeiro"; an arrow points at the tail of its fact.
    """
    if not path:
        return ""
    steps = [str(path[0]["head"] if path[0]["forward"] else path[0]["tail"])]
    for fact in path:
        if fact["forward"]:
            steps.append(f"- {fact['relation']} -> {fact['tail']}")
        else:
            steps.append(f"<- {fact['relation']} - {fact['head']}")
    return " ".join(steps)


def in_brackets(unit: str | None) -> str:
    """A unit as people write it, in brackets after a heading; nothing for none."""
    if not unit:
        return ""
    from numkbqa.values.quantity import unit_symbol

    return f" [{unit_symbol(unit)}]"


def marked(text: str, answers: bool) -> str:
    """A cell that says whether its row answers the question."""
    return f"{MARK} {text}" if answers else text


def filled(columns: Mapping[str, list[str]]) -> dict[str, list[str]]:
    """The columns that say something, by heading: those in which any cell is filled."""
    return {heading: texts for heading, texts in columns.items() if any(texts)}


def names(entities: Sequence[str], total: int) -> str:
    """The first few names, and how many more there are."""
    shown = ", ".join(entities[:MAX_NAMES])
    more = total - min(len(entities), MAX_NAMES)
    return f"{shown} and {more} more" if more > 0 else shown


def _heading(evidence: Mapping[str, Any]) -> str:
    relation = evidence.get("relation_text") or evidence.get("relation") or "value"
    return escape(f"{relation}{in_brackets(evidence.get('unit'))}")


def _columns_of_remarks(rows: Sequence[Mapping[str, Any]], unit: str | None) -> dict[str, list[str]]:
    """What the source says of the values, by heading; a column is there when any of its cells is filled."""
    columns = {
        "as written": [as_written(row.get("lexical") or "", row["value"] or "", unit) for row in rows],
        "as of": [row.get("held_at") or "" for row in rows],
    }
    return filled(columns)


def _window(rows: Sequence[Mapping[str, Any]], answers: Sequence[str]) -> Sequence[Mapping[str, Any]]:
    """At most `MAX_ROWS` rows, with the first answer that is among them in the middle."""
    places = {row["id"]: place for place, row in enumerate(rows)}
    centre = next((places[answer] for answer in answers if answer in places), 0)
    start = max(0, min(centre - MAX_ROWS // 2, len(rows) - MAX_ROWS))
    return rows[start : start + MAX_ROWS]


def _shared_ranks(rows: Sequence[Mapping[str, Any]]) -> set[int]:
    ranks = [row["rank"] for row in rows]
    return {rank for rank in ranks if ranks.count(rank) > 1}


def _several(evidence: Mapping[str, Any], answers: Sequence[str]) -> list[Text]:
    """The policy for several values, and the other values of the answers."""
    lines = []
    if evidence.get("several"):
        lines.append(Text(f"of several values: {_POLICIES[evidence['several']]}"))
    rows = {row["id"]: row for row in evidence.get("rows", ())}
    for row in [rows[answer] for answer in answers if answer in rows][:MAX_CHOICES]:
        others = list(map(_other_value, row.get("other_values", ())))
        if others:
            lines.append(Text(f"{row['label']} also has: {names(others, len(others))}"))
    return lines


def _other_value(other: Mapping[str, Any]) -> str:
    notes = [other.get("held_at"), "counts too" if other["counts"] else other["reason"]]
    return f"{other['lexical']} ({', '.join(filter(None, notes))})".lstrip()


def _excluded(item: Mapping[str, Any]) -> str:
    """An entity with the literal that is no value, and where that stands: `Lea "12 smoots" (h.csv:7)`."""
    text = f' "{item["lexical"]}"' if item.get("lexical") else ""
    line = item.get("line")
    place = f" ({Path(item['source']).name}:{line})" if line is not None and item.get("source") else ""
    return f"{item['label']}{text}{place}"
