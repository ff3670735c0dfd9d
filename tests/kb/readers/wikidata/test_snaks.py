from typing import Any

import pytest

from numkbqa.kb.readers.wikidata.snaks import ENTITY, LANG_STRING, MALFORMED, Part, entity_of, literals_of
from numkbqa.values.datatype import XSD, is_measuring, is_untyped
from numkbqa.values.literal import WIKIDATA_TIME, WIKIDATA_UNKNOWN, Literal

GREGORIAN, JULIAN = f"{ENTITY}Q1985727", f"{ENTITY}Q1985786"


def snak(kind: str, value: Any, datatype: str | None = None) -> dict[str, Any]:
    content = {"type": kind, "value": value}
    found = {"snaktype": "value", "property": "P1", "datavalue": content}
    return found if datatype is None else {**found, "datatype": datatype}


def time(text: str, precision: int, calendar: str = GREGORIAN) -> dict[str, Any]:
    value = {
        "time": text,
        "timezone": 0,
        "before": 0,
        "after": 0,
        "precision": precision,
        "calendarmodel": calendar,
    }
    return snak("time", value, "time")


def literal(found: dict[str, Any]) -> Literal:
    (part,) = literals_of(found)
    assert part.suffix == ""
    return part.literal


@pytest.mark.parametrize(
    ("value", "name"),
    [
        ({"entity-type": "item", "numeric-id": 5, "id": "Q5"}, "Q5"),
        ({"entity-type": "item", "numeric-id": 5}, "Q5"),
        ({"entity-type": "property", "numeric-id": 31}, "P31"),
        ({"entity-type": "form", "id": "L7-F1"}, "L7-F1"),
    ],
)
def test_entities_are_named_as_in_the_rdf_dumps(value: dict[str, Any], name: str) -> None:
    found = snak("wikibase-entityid", value, "wikibase-item")
    assert entity_of(found) == f"http://www.wikidata.org/entity/{name}"
    assert literals_of(found) == []


def test_times_keep_precision_and_calendar() -> None:
    day = time("+1952-03-11T00:00:00Z", 11)
    assert literal(day) == Literal("+1952-03-11T00:00:00Z/11/gregorian", WIKIDATA_TIME)
    assert entity_of(day) is None
    caesar = time("-0044-03-15T00:00:00Z", 11, JULIAN)
    assert literal(caesar).lexical == "-0044-03-15T00:00:00Z/11/julian"
    assert literal(time("+1900-00-00T00:00:00Z", 7)).lexical == "+1900-00-00T00:00:00Z/7/gregorian"


def test_quantities_keep_their_unit_and_lose_their_bounds() -> None:
    metre = f"{ENTITY}Q11573"
    bounds = {"amount": "+5.20", "upperBound": "+5.3", "lowerBound": "+5.1", "unit": metre}
    assert literal(snak("quantity", bounds, "quantity")) == Literal("+5.20", f"{XSD}decimal", metre)
    assert literal(snak("quantity", {"amount": "-7", "unit": "1"})) == Literal("-7", f"{XSD}decimal")


def test_coordinates_are_two_quantities() -> None:
    value = {"latitude": -52.516, "longitude": 13, "altitude": None, "precision": 0.1, "globe": f"{ENTITY}Q2"}
    assert literals_of(snak("globecoordinate", value)) == [
        Part(Literal("-52.516", f"{XSD}decimal", "degree"), "#latitude"),
        Part(Literal("13.0", f"{XSD}decimal", "degree"), "#longitude"),
    ]


def test_texts_are_told_apart_by_the_type_of_their_property() -> None:
    assert literal(snak("monolingualtext", {"text": "1984", "language": "en"})) == Literal(
        "1984", LANG_STRING
    )
    assert literal(snak("string", "113230702", "external-id")) == Literal("113230702", "wikidata:external-id")
    assert literal(snak("string", "10115")) == Literal("10115", "wikidata:string")
    for text in (LANG_STRING, "wikidata:external-id", "wikidata:string"):
        assert not is_untyped(text)
        assert not is_measuring(text)


@pytest.mark.parametrize("kind", ["somevalue", "novalue"])
def test_unknown_values_are_kept_where_the_property_measures(kind: str) -> None:
    for datatype in ("time", "quantity"):
        assert literal({"snaktype": kind, "property": "P1", "datatype": datatype}) == Literal(
            "", WIKIDATA_UNKNOWN
        )
    for rest in ({"datatype": "wikibase-item"}, {"datatype": "string"}, {}):
        unknown = {"snaktype": kind, "property": "P1", **rest}
        assert literals_of(unknown) == []
        assert entity_of(unknown) is None


@pytest.mark.parametrize(
    "broken",
    [
        {},
        {"snaktype": "value"},
        {"snaktype": "value", "datavalue": None},
        snak("time", {"time": 1952, "precision": 9, "calendarmodel": GREGORIAN}),
        snak("time", {"time": "+1952-00-00T00:00:00Z", "precision": 9, "calendarmodel": "mayan"}),
        snak("time", {"time": "+1952-00-00T00:00:00Z", "precision": None, "calendarmodel": GREGORIAN}),
        snak("quantity", {"amount": "+1"}),
        snak("quantity", {"amount": 1, "unit": "1"}),
        snak("globecoordinate", {"latitude": None, "longitude": 1}),
        snak("monolingualtext", "plain"),
        snak("string", {"a": 1}),
        snak("hologram", "new"),
    ],
)
def test_malformed_snaks_raise_what_is_declared(broken: dict[str, Any]) -> None:
    with pytest.raises(MALFORMED):
        literals_of(broken)


def test_malformed_entities_raise_what_is_declared() -> None:
    for value in ({}, {"entity-type": "planet", "numeric-id": 1}, "Q5", None):
        with pytest.raises(MALFORMED):
            entity_of(snak("wikibase-entityid", value))
