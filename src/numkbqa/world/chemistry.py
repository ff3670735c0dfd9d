"""Chemical elements, their families and their discoverers, from the package mendeleev."""

import math
from collections.abc import Iterable, Mapping
from typing import Any

from numkbqa.world.tables import column, lists, table
from numkbqa.world.triples import Triples, decimal_text, entity, slug

Row = Mapping[str, Any]

LAST_WEIGHED = 99
"""Nobody has weighed or melted an element beyond einsteinium: those values are predictions."""

# As aliases, symbols that are English words would be found in every question.
_WORDS = frozenset({"He", "In", "At", "As", "I", "Be", "Am", "No"})

_PROPERTIES = {
    "density": "density",
    "melting-point": "melting_point",
    "boiling-point": "boiling_point",
    "electronegativity": "en_pauling",
}


def add_chemistry(
    triples: Triples, elements: Iterable[Row], phases: Iterable[Row], series: Iterable[Row]
) -> None:
    """Add the chemical elements with their names, links and numbers.

    Args:
        triples: the graph under construction.
        elements: rows of mendeleev's table `elements`.
        phases: rows of its table `phasetransitions`, temperatures in kelvin.
        series: rows of its table `series`.
    """
    _add_families(triples)
    families = {row["id"]: row["name"] for row in series}
    transitions = _standard_phases(phases)
    for row in elements:
        element = entity("element", row["symbol"])
        _add_names(triples, element, row)
        _add_places_in_the_table(triples, element, row, families)
        _add_numbers(triples, element, {**row, **transitions.get(row["atomic_number"], {})})
        _add_discovery(triples, element, row)


def _add_families(triples: Triples) -> None:
    for row in table("series"):
        _add_family(triples, "series", slug(row["label"]), row["label"], row["aliases"].split("|"))
    for number in range(1, 19):
        _add_family(triples, "group", number, f"group {number}", [f"group-{number}"])
    for number in range(1, 8):
        _add_family(triples, "period", number, f"period {number}", [f"period-{number}"])
    for letter in "spdf":
        _add_family(triples, "block", letter, f"{letter}-block", [f"{letter} block"])


def _add_family(triples: Triples, kind: str, key: str | int, label: str, aliases: list[str]) -> None:
    triples.kind(entity(kind, key), f"element-{kind}")
    triples.name(entity(kind, key), label, aliases)


def _add_names(triples: Triples, element: str, row: Row) -> None:
    symbol, other = row["symbol"], lists("elements", "symbol")
    triples.kind(element, "chemical-element")
    aliases = [*other.get(symbol, []), *([] if symbol in _WORDS else [symbol])]
    triples.name(element, row["name"].lower(), aliases)
    triples.text(element, "symbol", symbol)


def _add_places_in_the_table(triples: Triples, element: str, row: Row, families: Mapping[int, str]) -> None:
    labels = column("series", "name", "label")
    triples.link(element, "series", entity("series", slug(labels[families[row["series_id"]]])))
    triples.link(element, "period", entity("period", int(row["period"])))
    triples.link(element, "block", entity("block", row["block"]))
    if not math.isnan(row["group_id"]):
        triples.link(element, "group", entity("group", int(row["group_id"])))


def _add_numbers(triples: Triples, element: str, row: Row) -> None:
    triples.number(element, "atomic-number", str(row["atomic_number"]), "integer")
    triples.number(element, "atomic-weight", decimal_text(row["atomic_weight"]), "decimal")
    for relation_name, name in _PROPERTIES.items():
        value = row.get(name)
        if row["atomic_number"] <= LAST_WEIGHED and value is not None and not math.isnan(value):
            triples.number(element, relation_name, decimal_text(value), "decimal")


def _add_discovery(triples: Triples, element: str, row: Row) -> None:
    doubtful = {(entry["symbol"], entry["column"]) for entry in table("doubtful")}
    if not math.isnan(row["discovery_year"]) and (row["symbol"], "discovery_year") not in doubtful:
        triples.number(element, "year-of-discovery", f"{int(row['discovery_year']):04d}", "gYear")
    known = column("places", "text", "iso")
    for place in _text(row["discovery_location"]).split("/"):
        if place in known:
            triples.link(element, "country-of-discovery", entity("country", known[place]))
    _add_discoverers(triples, element, _text(row["discoverers"]))


def _add_discoverers(triples: Triples, element: str, text: str) -> None:
    aliases = lists("discoverer_aliases", "name")
    for row in table("discoverers"):
        for name in row["names"].split("|") if row["text"] == text else ():
            discoverer = entity(row["kind"], slug(name))
            triples.kind(discoverer, row["kind"])
            triples.name(discoverer, name, aliases.get(name, ()))
            triples.link(element, "discoverer", discoverer)


def _text(cell: Any) -> str:
    return cell.strip() if isinstance(cell, str) else ""


def _standard_phases(phases: Iterable[Row]) -> dict[int, dict[str, float]]:
    """Melting and boiling point of each element, in kelvin, of the first allotrope that melts.

    A point of sublimation is no boiling point, and a transition between two solid forms no melting point.
    """
    points: dict[int, dict[str, float]] = {}
    for row in phases:
        if row["is_transition"] == 1 or row["atomic_number"] in points:
            continue
        boiling = math.nan if row["is_sublimation_point"] == 1 else row["boiling_point"]
        points[row["atomic_number"]] = {"melting_point": row["melting_point"], "boiling_point": boiling}
    return points
