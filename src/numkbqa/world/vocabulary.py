"""Classes and relations of the world graph: their names, and the units of the values."""

from typing import NamedTuple

from numkbqa.world.triples import Triples, class_of, relation


class _Class(NamedTuple):
    label: str
    aliases: tuple[str, ...]


CLASSES = {
    "city": _Class("city", ("cities", "town", "towns")),
    "country": _Class("country", ("countries", "nation", "nations")),
    "continent": _Class("continent", ("continents",)),
    "us-state": _Class("US state", ("US states", "American state", "American states")),
    "currency": _Class("currency", ("currencies",)),
    "language": _Class("language", ("languages",)),
    "chemical-element": _Class("chemical element", ("chemical elements", "element", "elements")),
    "element-series": _Class("series of chemical elements", ("chemical series", "element category")),
    "element-group": _Class("group of the periodic table", ("element group",)),
    "element-period": _Class("period of the periodic table", ("element period",)),
    "element-block": _Class("block of the periodic table", ("element block",)),
    "person": _Class("person", ("people", "persons")),
    "organization": _Class("organization", ("organizations", "organisation")),
}

RELATIONS = {
    "continent": "continent",
    "country": "country",
    "state": "state",
    "capital": "capital",
    "currency": "currency",
    "language": "language",
    "neighbour": "shares border with",
    "population": "population",
    "area": "area",
    "latitude": "latitude",
    "longitude": "longitude",
    "symbol": "chemical symbol",
    "atomic-number": "atomic number",
    "atomic-weight": "atomic weight",
    "density": "density",
    "melting-point": "melting point",
    "boiling-point": "boiling point",
    "electronegativity": "electronegativity",
    "discoverer": "discoverer",
    "year-of-discovery": "year of discovery",
    "country-of-discovery": "country of discovery",
    "series": "series",
    "group": "group",
    "period": "period",
    "block": "block",
}

UNITS = {
    "area": "km^2",
    "latitude": "degree",
    "longitude": "degree",
    "density": "g/cm^3",
    "melting-point": "kelvin",
    "boiling-point": "kelvin",
}


def add_vocabulary(triples: Triples) -> None:
    """Name the classes and relations, and state the units.

    A unit is a property of the relation, `<relation> schema:unitText "km^2"`: all values of a relation
    share it. The text is one that Pint reads.
    """
    for key, entry in CLASSES.items():
        triples.name(class_of(key), entry.label, entry.aliases)
    for key, label in RELATIONS.items():
        triples.name(relation(key), label)
    for key, unit in UNITS.items():
        triples.unit(key, unit)
