"""Build reports and diagnoses as text that a person reads; the shapes are those of the JSON documents."""

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any

from rich.console import RenderableType
from rich.table import Table
from rich.text import Text

from numkbqa.cli.output import summary

if TYPE_CHECKING:  # at run time it would bring numpy and the store into `--help`
    from numkbqa.kb.doctor import Diagnosis, RelationHealth


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


def _warnings(warnings: Sequence[str]) -> list[Text]:
    return [Text(f"warning: {warning}", style="yellow") for warning in warnings]


def _relations(relations: Sequence["RelationHealth"]) -> Table:
    from numkbqa.values.quantity import unit_symbol

    columns = ("relation", "kind", "unit", "entities", "facts", "from", "to", "class", "coverage")
    table = Table(*columns, title="Numerical relations", title_justify="left")
    for health in relations:
        coverage = "-" if health.coverage is None else f"{health.coverage:.0%}"
        unit = unit_symbol(health.unit) if health.unit else "-"
        cells = (health.text, health.kind, unit, f"{health.entities:,}", f"{health.facts:,}")
        ends = (health.lowest, health.highest, health.class_label or "-", coverage)
        table.add_row(*(Text(cell) for cell in (*cells, *ends)))
    return table
