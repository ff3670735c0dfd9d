"""What a build found and what a knowledge base holds, as text; the shapes are those of the JSON documents."""

from collections import Counter
from collections.abc import Mapping, Sequence
from typing import Any

from rich.console import RenderableType
from rich.text import Text

from numkbqa.cli.output import summary

_TOLD_IN_WARNINGS = (
    "warnings",
    "set_aside",
    "nearly_numerical",
    "notes",
    "skipped_counts",
    "kept_counts",
    "unusable_units",
    "remarks",
)
_SIZES = ("B", "KiB", "MiB", "GiB", "TiB")
SHOWN = 10
"""So many skipped statements, relations and files are listed; the JSON document has all."""


def render_build(title: str, report: Mapping[str, Any]) -> list[RenderableType]:
    """Lay out the report of a build.

    Args:
        title: name of the knowledge base.
        report: the document of `kb build --json`.

    Returns:
        What was found (what was not is left out), where statements were skipped, and the warnings.
    """
    found = {name: value for name, value in report.items() if value and name not in _TOLD_IN_WARNINGS}
    found["skipped"] = [_place(row) for row in found.get("skipped", ())]
    for counts in ("text_literals", "derived_numeric_facts"):
        if counts in found:
            found[counts] = [f"{name}: {count:,}" for name, count in found[counts].items()]
    shown = {name: _first(value) for name, value in found.items() if value}
    return [summary(f"Knowledge base {title}", shown), *_warnings(report.get("warnings", ()))]


def render_info(title: str, report: Mapping[str, Any]) -> list[RenderableType]:
    """Lay out what a knowledge base holds.

    Args:
        title: name of the knowledge base.
        report: the document of `kb info --json`.

    Returns:
        One table.
    """
    policies = Counter(report["policies"].values())
    shown = {
        **report,
        "format_version": str(report["format_version"]),
        "bytes_on_disk": _size(report["bytes_on_disk"]),
        "sources": _first(report["sources"]),
        "derived_relations": _first(report["derived_relations"]),
        "policies": [f"{policy}: {count:,} relations" for policy, count in policies.most_common()],
    }
    return [summary(f"Knowledge base {title}", {name: value for name, value in shown.items() if value})]


def _first(value: Any) -> Any:
    """The first of a long list, and how many more there are."""
    if not isinstance(value, (list, tuple)) or len(value) <= SHOWN:
        return value
    return [*value[:SHOWN], f"and {len(value) - SHOWN:,} more"]


def _place(row: Mapping[str, Any]) -> str:
    line = "" if row["line"] is None else f":{row['line']}"
    return f"{row['source']}{line}: {row['reason']}{' (kept)' if row['kept'] else ''}"


def _size(number: int) -> str:
    """Bytes as people read them."""
    size, unit = float(number), 0
    while size >= 1024 and unit + 1 < len(_SIZES):
        size, unit = size / 1024, unit + 1
    return f"{size:.3g} {_SIZES[unit]}" if size < 999.5 else f"{size:.0f} {_SIZES[unit]}"


def _warnings(warnings: Sequence[str]) -> list[Text]:
    return [Text(f"warning: {warning}", style="yellow") for warning in warnings]
