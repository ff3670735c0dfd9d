"""The evidence of an answer as the page shows it: chart, table, and what both do not say."""

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from numkbqa.answering.shown import (
    POLICIES,
    CrossCheck,
    LeftOut,
    compares,
    cross_check,
    entity_of,
    left_out,
    other_value,
    shared_ranks,
    tied,
    window,
)
from numkbqa.service.page.chart import Mark, Spec, draw
from numkbqa.values.quantity import unit_symbol
from numkbqa.values.shown import as_written, readable


@dataclass(frozen=True, slots=True)
class Row:
    """A row of the table.

    Args:
        rank: its rank, marked where others hold it too; empty for values that have none.
        label: name of the entity.
        id: its id.
        value: its value as it is shown.
        as_written: the text of the source, where that says something else.
        held_at: when the value held, where the source says so.
        won: whether it answers the question.
    """

    rank: str
    label: str
    id: str
    value: str
    as_written: str
    held_at: str
    won: bool


@dataclass(frozen=True, slots=True)
class Others:
    """Values that an entity has besides the one compared.

    Args:
        label: name of the entity.
        values: the values, with their dates and why they do not count.
    """

    label: str
    values: list[str]


@dataclass(frozen=True, slots=True)
class EvidenceView:
    """What was compared.

    Args:
        heading: what the values are, with their unit.
        rows: the rows around the answer.
        further: all rows of the document, where they are more.
        compared: how many candidates have a value.
        chart: a Vega-Lite specification, or None where nothing can be drawn.
        is_timeline: whether the chart is one.
        tied: names of those that share the rank of the answer.
        tie_reason: why they do.
        several: what counts of several values.
        others: other values of the answers.
        cross_check: what sorting gives.
        left_out: candidates without a value, by cause.
        ranked: whether the rows are compared with each other, and not the values that were asked for.
    """

    heading: str
    rows: list[Row]
    further: list[Row]
    compared: int
    chart: Spec | None
    is_timeline: bool
    tied: list[str]
    tie_reason: str | None
    several: str | None
    others: list[Others]
    cross_check: CrossCheck | None
    left_out: list[LeftOut]
    ranked: bool

    @property
    def has_written(self) -> bool:
        """Whether any row has a text of the source to show."""
        return any(row.as_written for row in (*self.rows, *self.further))

    @property
    def has_dates(self) -> bool:
        """Whether any value has a date at which it held."""
        return any(row.held_at for row in (*self.rows, *self.further))


def evidence_view(answer: Mapping[str, Any], winners: Collection[str]) -> EvidenceView | None:
    """Lay out the evidence of an answer.

    Args:
        answer: the document of `ask --json`.
        winners: ids of those that answer the question.

    Returns:
        The evidence; None when there is nothing to show.
    """
    evidence = answer["evidence"]
    ids = [entity_of(item)["id"] for item in answer["answers"]]
    all_rows, kind, unit = evidence["rows"], evidence["kind"], evidence["unit"]
    ranked = bool(all_rows) and compares(answer)
    if not all_rows and answer["asked_value"]:
        all_rows, kind, unit = _values(answer), answer["answers"][0]["kind"], answer["asked_value"]["unit"]
    aside = left_out(evidence)
    if not all_rows and not aside:
        return None
    shown = window(all_rows, ids)
    rows = _rows(shown, winners, kind, unit)
    heading = with_unit(_what(answer), unit)
    marks = [
        Mark(row.label, row.value, source["value"], row.won) for row, source in zip(rows, shown, strict=True)
    ]
    return EvidenceView(
        heading=heading,
        rows=rows,
        further=_rows(all_rows, winners, kind, unit) if len(all_rows) > len(shown) else [],
        compared=max(evidence["compared"], len(all_rows)),
        chart=draw(marks, heading, kind),
        is_timeline=kind == "date",
        tied=tied(evidence),
        tie_reason=evidence["tie_reason"],
        several=POLICIES[evidence["several"]] if evidence["several"] else None,
        others=_others(all_rows, ids),
        cross_check=cross_check(answer),
        left_out=aside,
        ranked=ranked,
    )


def with_unit(what: str, unit: str | None) -> str:
    """What is measured with its unit in brackets, where it has one: "length [km]"."""
    return f"{what} [{unit_symbol(unit)}]" if unit else what


def _what(answer: Mapping[str, Any]) -> str:
    asked = (answer.get("asked_value") or {}).get("text")
    return str(answer["evidence"]["relation_text"] or asked or "value")


def _values(answer: Mapping[str, Any]) -> list[Mapping[str, Any]]:
    """Answers that are values of several entities, in the form of rows."""
    items = [item for item in answer["answers"] if item.get("of")]
    return [{**item, **item["of"]} for item in items] if len(items) > 1 else []


def _rows(
    rows: Sequence[Mapping[str, Any]], winners: Collection[str], kind: str | None, unit: str | None
) -> list[Row]:
    texts = readable([row["value"] for row in rows], kind)
    shared = shared_ranks([row for row in rows if row.get("rank")])
    return [
        _row(row, text, row["id"] in winners, shared, unit) for row, text in zip(rows, texts, strict=True)
    ]


def _row(row: Mapping[str, Any], text: str, won: bool, shared: Collection[int], unit: str | None) -> Row:
    rank = row.get("rank")
    return Row(
        rank="" if rank is None else f"{'=' if rank in shared else ''}{rank}",
        label=str(row["label"]),
        id=str(row["id"]),
        value=text,
        as_written=as_written(row.get("lexical") or "", row["value"] or "", unit),
        held_at=row.get("held_at") or "",
        won=won,
    )


def _others(rows: Sequence[Mapping[str, Any]], ids: Sequence[str]) -> list[Others]:
    by_id = {row["id"]: row for row in rows}
    answers = [by_id[answer] for answer in dict.fromkeys(ids) if answer in by_id]
    found = [
        Others(str(row["label"]), [other_value(o) for o in row.get("other_values") or ()]) for row in answers
    ]
    return [one for one in found if one.values][:3]
