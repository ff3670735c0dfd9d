"""Wikidata entities in the shape of the JSON dump, small enough to read."""

import json
from collections.abc import Mapping, Sequence
from typing import Any

Claim = dict[str, Any]
WIKIDATA = "http://www.wikidata.org/entity/"
GREGORIAN, JULIAN = f"{WIKIDATA}Q1985727", f"{WIKIDATA}Q1985786"


def dump(*entities: Mapping[str, Any]) -> str:
    """A dump: a JSON array with one entity a line."""
    return "[\n" + ",\n".join(json.dumps(entity, ensure_ascii=False) for entity in entities) + "\n]\n"


def item(name: str, label: str, *claims: Claim) -> dict[str, Any]:
    """An item ("Q1") with an English label and its claims."""
    by_property: dict[str, list[Claim]] = {}
    for claim in claims:
        by_property.setdefault(claim["mainsnak"]["property"], []).append(claim)
    return {"type": "item", "id": name, "labels": _label(label), "aliases": {}, "claims": by_property}


def named_property(name: str, label: str, datatype: str) -> dict[str, Any]:
    """A property ("P569") with an English label."""
    return {"type": "property", "id": name, "datatype": datatype, "labels": _label(label), "claims": {}}


def at_time(name: str, time: str, precision: int, calendar: str = GREGORIAN, rank: str = "normal") -> Claim:
    """A claim that holds a time ("+1952-03-11T00:00:00Z")."""
    return _claim(name, "time", _time(time, precision, calendar), rank)


def of_amount(
    name: str, amount: str, unit: str = "1", rank: str = "normal", year: int | None = None
) -> Claim:
    """A claim that holds an amount ("+12"), in a unit ("Q11573"), at a point in time (P585)."""
    value = {"amount": amount, "unit": unit if unit == "1" else f"{WIKIDATA}{unit}"}
    claim = _claim(name, "quantity", value, rank)
    if year is not None:
        snak = _snak("P585", "time", _time(f"+{year:04d}-00-00T00:00:00Z", 9, GREGORIAN))
        claim["qualifiers"] = {"P585": [snak]}
    return claim


def to_item(name: str, target: str, qualifiers: Mapping[str, Sequence[Any]] | None = None) -> Claim:
    """A claim that points at an item."""
    value = {"entity-type": "item", "numeric-id": int(target[1:]), "id": target}
    claim = _claim(name, "wikibase-entityid", value, "normal")
    return {**claim, "qualifiers": dict(qualifiers)} if qualifiers else claim


def without_value(name: str, kind: str, datatype: str = "time") -> Claim:
    """A claim whose value is not known ("somevalue") or does not exist ("novalue")."""
    snak = {"snaktype": kind, "property": name, "datatype": datatype}
    return {"mainsnak": snak, "type": "statement", "rank": "normal"}


def _label(text: str) -> dict[str, Any]:
    return {"en": {"language": "en", "value": text}}


def _time(time: str, precision: int, calendar: str) -> dict[str, Any]:
    return {
        "time": time,
        "timezone": 0,
        "before": 0,
        "after": 0,
        "precision": precision,
        "calendarmodel": calendar,
    }


def _snak(name: str, kind: str, value: Mapping[str, Any]) -> dict[str, Any]:
    datatype = {"wikibase-entityid": "wikibase-item"}.get(kind, kind)
    content = {"value": value, "type": kind}
    return {"snaktype": "value", "property": name, "datavalue": content, "datatype": datatype}


def _claim(name: str, kind: str, value: Mapping[str, Any], rank: str) -> Claim:
    return {"mainsnak": _snak(name, kind, value), "type": "statement", "rank": rank}
