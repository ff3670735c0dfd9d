"""Answers with their evidence as text that a person reads; the shape is that of `ask --json`."""

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from rich.console import RenderableType
from rich.markup import escape
from rich.table import Table
from rich.text import Text

from numkbqa.cli.shown_values import as_written, bars, readable, size

MAX_ROWS = 12
MAX_NAMES = 5
MAX_CHOICES = 3

_SUFFIXES = {1: "st", 2: "nd", 3: "rd"}
_ENDS = {
    ("date", "max"): "latest",
    ("date", "min"): "earliest",
    ("number", "max"): "largest",
    ("number", "min"): "smallest",
}

_POLICIES = {
    "default": "the preferred ones count, of these the latest where dates tell",
    "preferred": "the preferred ones count",
    "latest": "the latest counts",
    "max": "the largest counts",
    "min": "the smallest counts",
    "all": "all of them count",
}


def render_answer(answer: Mapping[str, Any]) -> list[RenderableType]:
    """Lay out an answer.

    Args:
        answer: the document of `ask --json` (DESIGN section 3).

    Returns:
        Answers, how the question was understood, and the evidence, to be printed in this order.
    """
    evidence = answer.get("evidence") or {}
    if answer.get("abstained"):
        parts: list[RenderableType] = [Text(f"No answer: {answer['abstained']}.", style="yellow")]
    else:
        parts = [_answers(answer["answers"], evidence)]
    parts.extend(_understanding(answer))
    if evidence.get("rows"):
        parts.append(_evidence(evidence, [item["id"] for item in answer["answers"]]))
    parts.extend(_remarks(answer, evidence))
    timing = answer.get("timing_ms") or {}
    if timing:
        parts.append(Text(", ".join(f"{name} {value:.0f} ms" for name, value in timing.items()), style="dim"))
    return parts


def nth(k: int) -> str:
    """The ordinal number of k: "2nd", "11th"."""
    return f"{k}{'th' if k % 100 in {11, 12, 13} else _SUFFIXES.get(k % 10, 'th')}"


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


def _unit(evidence: Mapping[str, Any]) -> str:
    """The unit in brackets as people write it, or nothing."""
    unit = evidence.get("unit")
    if not unit:
        return ""
    from numkbqa.values.quantity import unit_symbol

    return f" [{unit_symbol(unit)}]"


def _answers(answers: Sequence[Mapping[str, Any]], evidence: Mapping[str, Any]) -> Table:
    table = Table("", "answer", title="Answers", title_justify="left")
    valued = any(item.get("value") is not None for item in answers)
    if valued:
        table.add_column(escape(f"value{_unit(evidence)}"), justify="right")
    dated = any(item.get("held_at") for item in answers)
    if dated:
        table.add_column("as of")
    table.add_column("score", justify="right")
    table.add_column("id")
    values = readable([item.get("value") for item in answers], evidence.get("kind"))
    for place, (item, value) in enumerate(zip(answers, values, strict=True), start=1):
        cells = [Text(str(item["label"]), "bold green" if place == 1 else "")]
        cells += [Text(value)] if valued else []
        cells += [Text(item.get("held_at") or "")] if dated else []
        table.add_row(str(place), *cells, f"{item['score']:.3f}", Text(str(item["id"])))
    return table


def _understanding(answer: Mapping[str, Any]) -> list[Text]:
    lines = []
    topics = ", ".join(f"{topic['label']} ({topic['id']})" for topic in answer.get("topic_entities") or ())
    if topics:
        lines.append(Text(f"about: {topics}"))
    ordinal, evidence = answer.get("ordinal") or {}, answer.get("evidence") or {}
    if ordinal.get("direction"):
        certainty = f'"{ordinal["determiner"]}", probability {ordinal.get("probability", 0):.2f}'
        lines.append(Text(f"order: {_order(ordinal, evidence)} ({certainty})"))
    elif evidence.get("rows"):
        lines.append(Text("order: not understood; the evidence begins with the largest or latest"))
    return lines


def _order(ordinal: Mapping[str, Any], evidence: Mapping[str, Any]) -> str:
    """What end of which order is asked for: "2nd largest by population"."""
    kind = "date" if evidence.get("kind") == "date" else "number"
    end, k = _ENDS[kind, ordinal["direction"]], ordinal.get("k") or 1
    words = end if k == 1 else f"{nth(k)} {end}"
    relation = evidence.get("relation_text")
    return f"{words} by {relation}" if relation else words


def _evidence(evidence: Mapping[str, Any], answers: Sequence[str]) -> Table:
    rows = _window(evidence["rows"], answers)
    relation = evidence.get("relation_text") or evidence.get("relation") or "value"
    table = Table(title="Evidence", title_justify="left", caption_justify="left")
    table.add_column("rank", justify="right")
    table.add_column("entity")
    table.add_column(escape(f"{relation}{_unit(evidence)}"), justify="right")
    remarks = _columns_of_remarks(rows, evidence.get("unit"))
    for heading in (*remarks, ""):
        table.add_column(heading)
    compared = max(evidence.get("compared", 0), len(evidence["rows"]))
    if compared > len(rows):
        table.caption = f"{len(rows)} of {compared} compared (--json shows up to 50)"
    values = [row.get("value") for row in rows]
    texts = [readable(values, evidence.get("kind")), *remarks.values(), bars(list(map(size, values)))]
    shared = _shared_ranks(evidence["rows"])
    for row, *cells in zip(rows, *texts, strict=True):
        rank = f"{'=' if row['rank'] in shared else ''}{row['rank']}"
        style = "bold green" if row["id"] in answers[:1] else ""
        table.add_row(rank, Text(str(row["label"]), style), *map(Text, cells))
    return table


def _columns_of_remarks(rows: Sequence[Mapping[str, Any]], unit: str | None) -> dict[str, list[str]]:
    """What the source says of the values, by heading; a column is there when any of its cells is filled."""
    columns = {
        "as written": [as_written(row.get("lexical") or "", row["value"] or "", unit) for row in rows],
        "as of": [row.get("held_at") or "" for row in rows],
    }
    return {heading: texts for heading, texts in columns.items() if any(texts)}


def _window(rows: Sequence[Mapping[str, Any]], answers: Sequence[str]) -> Sequence[Mapping[str, Any]]:
    """At most `MAX_ROWS` rows, with the first answer that is among them in the middle."""
    places = {row["id"]: place for place, row in enumerate(rows)}
    centre = next((places[answer] for answer in answers if answer in places), 0)
    start = max(0, min(centre - MAX_ROWS // 2, len(rows) - MAX_ROWS))
    return rows[start : start + MAX_ROWS]


def _shared_ranks(rows: Sequence[Mapping[str, Any]]) -> set[int]:
    ranks = [row["rank"] for row in rows]
    return {rank for rank in ranks if ranks.count(rank) > 1}


def _remarks(answer: Mapping[str, Any], evidence: Mapping[str, Any]) -> list[Text]:
    labels = {row["id"]: str(row["label"]) for row in evidence.get("rows", ())}
    lines = []
    if evidence.get("ties"):
        ties = _names([labels.get(entity, entity) for entity in evidence["ties"]], len(evidence["ties"]))
        reason = f" ({evidence['tie_reason']})" if evidence.get("tie_reason") else ""
        lines.append(Text(f"tied: {ties}{reason}", style="yellow"))
    lines.extend(_several(evidence, [item["id"] for item in answer["answers"]]))
    if evidence.get("path"):
        lines.append(Text(f"path: {path_text(evidence['path'])}"))
    if evidence.get("rows"):
        lines.append(_cross_check(evidence, answer.get("ordinal") or {}))
    lines.extend(_left_out(evidence))
    lines.extend(Text(f"note: {note}", style="yellow") for note in answer.get("notes") or ())
    return lines


def _cross_check(evidence: Mapping[str, Any], ordinal: Mapping[str, Any]) -> Text:
    names = [str(item["label"]) for item in evidence.get("exact_sort") or ()]
    if names and evidence.get("exact_sort_agrees"):
        return Text("exact sort: agrees")
    if names:
        return Text(f"exact sort: disagrees, it would answer {_names(names, len(names))}", style="yellow")
    if not ordinal.get("direction"):
        return Text("exact sort: none, for no order was understood", style="yellow")
    few = f"fewer than {ordinal.get('k') or 1} different values were compared"
    return Text(f"exact sort: has no answer, {few}", style="yellow")


def _several(evidence: Mapping[str, Any], answers: Sequence[str]) -> list[Text]:
    """The policy for several values, and the other values of the answers."""
    lines = []
    if evidence.get("several"):
        lines.append(Text(f"of several values: {_POLICIES[evidence['several']]}"))
    rows = {row["id"]: row for row in evidence.get("rows", ())}
    for row in [rows[answer] for answer in answers if answer in rows][:MAX_CHOICES]:
        others = list(map(_other_value, row.get("other_values", ())))
        if others:
            lines.append(Text(f"{row['label']} also has: {_names(others, len(others))}"))
    return lines


def _other_value(other: Mapping[str, Any]) -> str:
    notes = [other.get("held_at"), "counts too" if other["counts"] else other["reason"]]
    return f"{other['lexical']} ({', '.join(filter(None, notes))})".lstrip()


def _left_out(evidence: Mapping[str, Any]) -> list[Text]:
    """The candidates without a value, grouped by cause."""
    excluded = evidence.get("excluded") or ()
    by_cause: dict[str, list[str]] = {}
    for item in excluded:
        by_cause.setdefault(str(item.get("cause") or item["reason"]), []).append(_excluded(item))
    # What the document itself leaves out has the cause of its last entry.
    unlisted = max(evidence.get("not_compared", 0) - len(excluded), 0)
    totals = {cause: len(names) for cause, names in by_cause.items()}
    for cause in list(totals)[-1:]:
        totals[cause] += unlisted
    return [Text(f"left out ({cause}): {_names(names, totals[cause])}") for cause, names in by_cause.items()]


def _excluded(item: Mapping[str, Any]) -> str:
    """An entity with the literal that is no value, and where that stands: `Lea "12 smoots" (h.csv:7)`."""
    text = f' "{item["lexical"]}"' if item.get("lexical") else ""
    line = item.get("line")
    place = f" ({Path(item['source']).name}:{line})" if line is not None and item.get("source") else ""
    return f"{item['label']}{text}{place}"


def _names(names: Sequence[str], total: int) -> str:
    """The first few names, and how many more there are."""
    shown = ", ".join(names[:MAX_NAMES])
    more = total - min(len(names), MAX_NAMES)
    return f"{shown} and {more} more" if more > 0 else shown
