"""The evidence of an answer as text: what was compared, what tied, what was left out, and the cross-check."""

from collections.abc import Collection, Mapping, Sequence
from typing import Any

from rich.console import RenderableType
from rich.markup import escape
from rich.table import Table
from rich.text import Text

from numkbqa.answering.shown import (
    POLICIES,
    cross_check,
    left_out,
    names,
    other_value,
    shared_ranks,
    tied,
    window,
)
from numkbqa.cli.value_chart import chart
from numkbqa.values.shown import as_written, readable

MAX_CHOICES = 3

MARK = "✓"
"""Stands before what answers the question: colour alone tells nothing in a log."""


def evidence_table(evidence: Mapping[str, Any], answers: Sequence[str], winners: Collection[str]) -> Table:
    """Lay out the ranked values.

    Args:
        evidence: the `evidence` of `ask --json`; it has rows.
        answers: ids of the answers, best first.
        winners: ids of those that answer the question; they are marked.

    Returns:
        The rows around the first answer, with a bar or a place on a timeline for each value.
    """
    rows = window(evidence["rows"], answers)
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
    shared = shared_ranks(evidence["rows"])
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
    lines: list[RenderableType] = []
    together = tied(evidence)
    if together:
        ties = names(together, len(together))
        reason = f" ({evidence['tie_reason']})" if evidence.get("tie_reason") else ""
        lines.append(Text(f"tied: {ties}{reason}", style="yellow"))
    lines.extend(_several(evidence, answers))
    if evidence.get("path"):
        lines.append(Text(f"path: {path_text(evidence['path'])}"))
    return lines


def cross_check_line(answer: Mapping[str, Any]) -> list[Text]:
    """Say what sorting the candidates gives, and whether the answer is the same.

    Args:
        answer: the document of `ask --json`.

    Returns:
        One line, or none when nothing was compared.
    """
    check = cross_check(answer)
    return [] if check is None else [Text(f"exact sort: {check.text}", "" if check.agrees else "yellow")]


def left_out_lines(evidence: Mapping[str, Any]) -> list[Text]:
    """Name the candidates without a value, grouped by cause.

    Args:
        evidence: the `evidence` of `ask --json`.

    Returns:
        One line a cause.
    """
    return [Text(f"left out ({one.cause}): {names(one.names, one.total)}") for one in left_out(evidence)]


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


def _several(evidence: Mapping[str, Any], answers: Sequence[str]) -> list[Text]:
    """The policy for several values, and the other values of the answers."""
    lines = []
    if evidence.get("several"):
        lines.append(Text(f"of several values: {POLICIES[evidence['several']]}"))
    rows = {row["id"]: row for row in evidence.get("rows", ())}
    for row in [rows[answer] for answer in answers if answer in rows][:MAX_CHOICES]:
        others = list(map(other_value, row.get("other_values", ())))
        if others:
            lines.append(Text(f"{row['label']} also has: {names(others, len(others))}"))
    return lines
