"""Snaks, the atoms of Wikidata: a property with a value, with an unknown one, or with none."""

from typing import Any, Final, NamedTuple

from numkbqa.values.datatype import XSD
from numkbqa.values.literal import WIKIDATA_TIME, WIKIDATA_UNKNOWN, Literal

ENTITY: Final = "http://www.wikidata.org/entity/"
DIRECT: Final = "http://www.wikidata.org/prop/direct/"
"""The IRIs of the RDF dumps, so that both dumps of one graph name the same things."""

LANG_STRING: Final = "http://www.w3.org/1999/02/22-rdf-syntax-ns#langString"
_CALENDARS: Final = {f"{ENTITY}Q1985727": "gregorian", f"{ENTITY}Q1985786": "julian"}
_ID_LETTERS: Final = {"item": "Q", "property": "P", "lexeme": "L"}
_MEASURING: Final = frozenset({"time", "quantity"})

MALFORMED: Final = (KeyError, TypeError, AttributeError, ValueError)
"""Raised on reading a piece of another shape: foreign JSON is checked by using it."""

Snak = dict[str, Any]


class Part(NamedTuple):
    """A literal that a snak holds; `suffix` names it where the snak holds several ("#latitude")."""

    literal: Literal
    suffix: str = ""


def entity_of(snak: Snak) -> str | None:
    """The entity that a snak points at.

    Args:
        snak: a snak.

    Returns:
        Its IRI; None when the value is no entity, or not known.

    Raises:
        MALFORMED: the snak is malformed.
    """
    if snak["snaktype"] != "value" or snak["datavalue"]["type"] != "wikibase-entityid":
        return None
    value = snak["datavalue"]["value"]
    # old dumps lack the id
    name = value.get("id") or f"{_ID_LETTERS[value['entity-type']]}{value['numeric-id']}"
    return f"{ENTITY}{name}"


def literals_of(snak: Snak) -> list[Part]:
    """The literals that a snak holds.

    | value | literal |
    |---|---|
    | time | `wikidata:time`: "+1952-03-11T00:00:00Z/11/gregorian" |
    | quantity | a decimal with the IRI of its unit; its bounds are left out |
    | coordinates | latitude and longitude in degrees |
    | text in a language | `rdf:langString` |
    | other texts | text, under the name of the property's type: `wikidata:external-id` |
    | unknown or none | `wikidata:unknown`, where the property measures |

    Args:
        snak: a snak.

    Returns:
        The literals; none for entities, and for unknown values of properties that measure nothing.

    Raises:
        MALFORMED: the snak is malformed, or its value of a type that is not known.
    """
    if snak["snaktype"] != "value":
        return [Part(Literal("", WIKIDATA_UNKNOWN))] if snak.get("datatype") in _MEASURING else []
    content = snak["datavalue"]
    kind, value = content["type"], content["value"]
    if kind == "wikibase-entityid":
        return []
    if kind == "globecoordinate":
        return [_degrees(value, "latitude"), _degrees(value, "longitude")]
    return [Part(_literal(kind, value, snak.get("datatype", kind)))]


def _literal(kind: str, value: Any, property_type: str) -> Literal:
    match kind:
        case "time":
            return Literal(_time(value), WIKIDATA_TIME)
        case "quantity":
            unit = text_of(value["unit"])
            return Literal(text_of(value["amount"]), f"{XSD}decimal", None if unit == "1" else unit)
        case "monolingualtext":
            return Literal(text_of(value["text"]), LANG_STRING)
        case "string":
            return Literal(text_of(value), f"wikidata:{property_type}")
        case _:
            raise ValueError(f"values of type {kind} are not known")


def text_of(value: object) -> str:
    """A value that has to be a text.

    Args:
        value: what stands in the file.

    Returns:
        The same.

    Raises:
        TypeError: it is no text.
    """
    if not isinstance(value, str):
        raise TypeError(f"a text was expected, not {value!r}")
    return value


def _time(value: dict[str, Any]) -> str:
    return f"{text_of(value['time'])}/{int(value['precision'])}/{_CALENDARS[value['calendarmodel']]}"


def _degrees(value: dict[str, Any], axis: str) -> Part:
    return Part(Literal(repr(float(value[axis])), f"{XSD}decimal", "degree"), f"#{axis}")
