"""Answers and diagnoses as text that a person reads; the shapes are those of the JSON documents."""

import re
from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any

from rich.console import RenderableType
from rich.markup import escape
from rich.table import Table
from rich.text import Text

from numkbqa.cli.output import summary

if TYPE_CHECKING:  # at run time it would bring numpy and the store into `--help`
    from numkbqa.cli.doctor import Diagnosis, RelationHealth

BAR_WIDTH = 24
MAX_ROWS = 20
_DATE = re.compile(r"(-?\d{4,})-(\d\d)(?:-(\d\d))?.*")


def render_answer(answer: Mapping[str, Any]) -> list[RenderableType]:
    """Lay out an answer.

    Args:
        answer: the document of `ask --json` (DESIGN section 3).

    Returns:
        Answers, how the question was understood, and the evidence, to be printed in this order.
    """
    if answer.get("abstained"):
        parts: list[RenderableType] = [Text(f"No answer: {answer['abstained']}", style="yellow")]
    else:
        parts = [_answers(answer.get("answers", ()))]
    parts.extend(_understanding(answer))
    evidence = answer.get("evidence") or {}
    if evidence.get("rows"):
        parts.append(_evidence(evidence, {item["id"] for item in answer.get("answers", ())[:1]}))
    parts.extend(_remarks(evidence))
    timing = answer.get("timing_ms") or {}
    if timing:
        parts.append(Text(", ".join(f"{name} {value:.0f} ms" for name, value in timing.items()), style="dim"))
    return parts


def render_build(title: str, report: Mapping[str, Any]) -> list[RenderableType]:
    """Lay out the report of a build.

    Args:
        title: name of the knowledge base.
        report: the document of `kb build --json`.

    Returns:
        What was found (what was not is left out of the table), and the warnings.
    """
    found = {name: value for name, value in report.items() if value and name != "warnings"}
    return [summary(f"Knowledge base {title}", found), *_warnings(report.get("warnings", ()))]


def render_diagnosis(diagnosis: "Diagnosis") -> list[RenderableType]:
    """Lay out a diagnosis of a knowledge base.

    Args:
        diagnosis: what `examine` found.

    Returns:
        Counts, the numerical relations, and the warnings, to be printed in this order.
    """
    counts = diagnosis.counts
    sizes = {name: getattr(counts, name) for name in counts.__slots__}
    parts: list[RenderableType] = [summary("Counts", sizes)]
    if diagnosis.relations:
        parts.append(_relations(diagnosis.relations))
    parts.extend(_warnings(diagnosis.warnings))
    return parts if diagnosis.warnings else [*parts, Text("Nothing to complain about.", style="green")]


def bars(values: Sequence[float | None]) -> list[str]:
    """Draw one bar per value.

    Args:
        values: numbers; None (nothing to draw) gives an empty bar.

    Returns:
        Bars of at most 24 blocks. They start at zero where that tells the values apart,
        else just below the smallest.
    """
    known = [value for value in values if value is not None]
    if not known:
        return [""] * len(values)
    low, high = min(known), max(known)
    start = 0.0 if 0 <= low <= high / 2 else low
    span = (high - start) or 1.0
    return [
        "" if value is None else "█" * max(1, round((value - start) / span * BAR_WIDTH)) for value in values
    ]


def _answers(answers: Sequence[Mapping[str, Any]]) -> Table:
    table = Table("", "answer", "value", "score", "id", title="Answers", title_justify="left")
    for place, item in enumerate(answers, start=1):
        value = str(item["value"]) if item.get("value") is not None else ""
        style = "bold green" if place == 1 else ""
        score = f"{item['score']:.3f}"
        table.add_row(str(place), Text(str(item["label"]), style), Text(value), score, Text(str(item["id"])))
    return table


def _understanding(answer: Mapping[str, Any]) -> list[Text]:
    lines = []
    topics = ", ".join(f"{topic['label']} ({topic['id']})" for topic in answer.get("topic_entities") or ())
    if topics:
        lines.append(Text(f"about: {topics}"))
    ordinal = answer.get("ordinal") or {}
    if ordinal.get("direction"):
        words = f"{ordinal.get('determiner')} = {ordinal['direction']}imum, number {ordinal.get('k', 1)}"
        lines.append(Text(f"order: {words} (probability {ordinal.get('probability', 0):.2f})"))
    return lines


def _evidence(evidence: Mapping[str, Any], winners: set[str]) -> Table:
    rows = evidence["rows"][:MAX_ROWS]
    unit = f" [{evidence['unit']}]" if evidence.get("unit") else ""
    relation = evidence.get("relation_text") or evidence.get("relation") or "value"
    more = max(evidence.get("compared", 0), len(evidence["rows"])) - len(rows)
    table = Table(
        "rank",
        "entity",
        escape(f"{relation}{unit}"),
        "",
        title="Evidence",
        title_justify="left",
        caption=f"and {more} more rows (--json shows more)" if more else None,
        caption_justify="left",
    )
    for row, bar in zip(rows, bars([_number(row.get("value")) for row in rows]), strict=True):
        style = "bold green" if row["id"] in winners else ""
        rank = "" if row.get("rank") is None else str(row["rank"])
        shown = row.get("lexical") if row.get("lexical") is not None else row.get("value")
        table.add_row(rank, Text(str(row["label"]), style), Text(str(shown)), Text(bar))
    return table


def _remarks(evidence: Mapping[str, Any]) -> list[Text]:
    labels = {row["id"]: str(row["label"]) for row in evidence.get("rows", ())}
    lines = []
    if evidence.get("ties"):
        names = ", ".join(labels.get(entity, entity) for entity in evidence["ties"])
        lines.append(Text(f"tied: {names}", style="yellow"))
    if evidence.get("path"):
        lines.append(Text(f"path: {'; '.join(map(_fact, evidence['path']))}"))
    if evidence.get("exact_sort_agrees") is False:
        lines.append(Text("An exact sort of the candidates gives another answer.", style="yellow"))
    excluded = evidence.get("excluded") or ()
    lines.extend(
        Text(f"left out: {labels.get(item['id'], item['id'])}: {item['reason']}") for item in excluded
    )
    if len(excluded) > MAX_ROWS:
        lines[-len(excluded) + MAX_ROWS :] = [Text(f"left out: {len(excluded) - MAX_ROWS} more")]
    return lines


def _warnings(warnings: Sequence[str]) -> list[Text]:
    return [Text(f"warning: {warning}", style="yellow") for warning in warnings]


def _relations(relations: Sequence["RelationHealth"]) -> Table:
    columns = ("relation", "kind", "unit", "entities", "facts", "from", "to", "class", "coverage")
    table = Table(*columns, title="Numerical relations", title_justify="left")
    for health in relations:
        coverage = "-" if health.coverage is None else f"{health.coverage:.0%}"
        cells = (health.text, health.kind, health.unit or "-", f"{health.entities:,}", f"{health.facts:,}")
        ends = (health.lowest, health.highest, health.class_label or "-", coverage)
        table.add_row(*(Text(cell) for cell in (*cells, *ends)))
    return table


def _number(value: Any) -> float | None:
    """Size of a value for its bar: a number, or a date as years since the year 0."""
    date = _DATE.fullmatch(str(value))
    if date:
        year, month, day = (int(part or 1) for part in date.groups())
        return year + (month - 1) / 12 + (day - 1) / 372
    try:
        return float(value)
    except (TypeError, ValueError):
        return None


def _fact(fact: Mapping[str, str] | str) -> str:
    return fact if isinstance(fact, str) else f"{fact['head']} - {fact['relation']} -> {fact['tail']}"
