"""Units declared once for a whole relation, by schema.org or QUDT, and what becomes of its values."""

from collections.abc import Iterable, Mapping
from typing import Final

import numpy as np

from numkbqa.kb.collect import Collector
from numkbqa.values import Kind
from numkbqa.values.quantity import unit_name

QUDT: Final = "http://qudt.org/vocab/unit/"

QUDT_UNITS: Final[Mapping[str, str]] = {
    "UNITLESS": "dimensionless", "PERCENT": "percent", "PPM": "ppm",
    "M": "meter", "KiloM": "kilometer", "CentiM": "centimeter", "MilliM": "millimeter",
    "MicroM": "micrometer", "NanoM": "nanometer", "PicoM": "picometer", "IN": "inch", "FT": "foot",
    "YD": "yard", "MI": "mile", "MI_N": "nautical_mile", "AU": "astronomical_unit", "LY": "light_year",
    "PARSEC": "parsec",
    "M2": "meter ** 2", "KiloM2": "kilometer ** 2", "CentiM2": "centimeter ** 2", "HA": "hectare",
    "AC": "acre", "FT2": "foot ** 2", "MI2": "mile ** 2",
    "M3": "meter ** 3", "KiloM3": "kilometer ** 3", "CentiM3": "centimeter ** 3", "L": "liter",
    "MilliL": "milliliter", "GAL_US": "gallon",
    "SEC": "second", "MilliSEC": "millisecond", "MIN": "minute", "HR": "hour", "DAY": "day",
    "WK": "week", "MO": "month", "YR": "year",
    "KiloGM": "kilogram", "GM": "gram", "MilliGM": "milligram", "TONNE": "metric_ton",
    "TON_Metric": "metric_ton", "LB": "pound", "OZ": "ounce", "U": "unified_atomic_mass_unit",
    "K": "kelvin", "DEG_C": "degree_Celsius", "DEG_F": "degree_Fahrenheit",
    "RAD": "radian", "DEG": "degree",
    "M-PER-SEC": "meter / second", "KiloM-PER-HR": "kilometer / hour", "MI-PER-HR": "mile / hour",
    "KN": "knot", "M-PER-SEC2": "meter / second ** 2", "M3-PER-SEC": "meter ** 3 / second",
    "KiloGM-PER-M3": "kilogram / meter ** 3", "GM-PER-CentiM3": "gram / centimeter ** 3",
    "NUM-PER-KiloM2": "1 / kilometer ** 2", "GM-PER-MOL": "gram / mole",
    "N": "newton", "PA": "pascal", "HectoPA": "hectopascal", "KiloPA": "kilopascal", "BAR": "bar",
    "ATM": "standard_atmosphere",
    "J": "joule", "KiloJ": "kilojoule", "CAL": "calorie", "KiloCAL": "kilocalorie", "EV": "electron_volt",
    "KiloW-HR": "kilowatt * hour", "W": "watt", "KiloW": "kilowatt", "MegaW": "megawatt",
    "GigaW": "gigawatt", "HP": "horsepower",
    "A": "ampere", "V": "volt", "OHM": "ohm", "HZ": "hertz", "MOL": "mole", "CD": "candela",
    "BIT": "bit", "BYTE": "byte", "KiloBYTE": "kilobyte", "MegaBYTE": "megabyte", "GigaBYTE": "gigabyte",
}  # fmt: skip
"""Names of QUDT units, as they stand behind `QUDT`, and the unit of each as Pint reads it."""

_PLAIN: Final = "dimensionless"


def settle_units(graph: Collector) -> None:
    """Give the values of relations with a declared unit that unit, and everything else back to the graph.

    A unit stated on a relation counts for those of its values that are plain numbers and carry no unit of
    their own; their comparison keys stay as they are. What looks like a unit but stands on something that is
    no relation with values (a quantity node, say) is an ordinary fact. A unit that Pint does not know, and
    two different units of one relation, are ignored; `graph.unusable_units` keeps them for the report.

    Args:
        graph: the collected graph; its declared units are used up.
    """
    measured = set(np.unique(np.array(graph.values.relation, np.int64)).tolist())
    declared: dict[int, set[str]] = {}
    for record in graph.units:
        relation = graph.relations.find(record.relation)
        if relation is None or relation not in measured:
            graph.add(record.otherwise)
        else:
            declared.setdefault(relation, set()).add(record.unit)
    graph.units = []
    known = {relation: unit for relation, units in declared.items() if (unit := _common(units)) is not None}
    graph.unusable_units = {r: sorted(units) for r, units in declared.items() if r not in known}
    for relation, unit in known.items():
        if unit != _PLAIN:
            _apply(graph, relation, unit)


def pint_unit(unit: str) -> str | None:
    """Pint's name of a declared unit.

    Args:
        unit: a text that Pint reads ("km^2"), or the IRI of a QUDT unit.

    Returns:
        "kilometer ** 2"; None when neither Pint nor the table knows it.
    """
    if not unit.startswith(QUDT):
        return unit_name(unit)
    spelling = QUDT_UNITS.get(unit.removeprefix(QUDT))
    return None if spelling is None else unit_name(spelling)


def _common(units: Iterable[str]) -> str | None:
    """Pint's name of the one unit that several spellings stand for."""
    names = {pint_unit(unit) for unit in units}
    return names.pop() if len(names) == 1 else None


def _apply(graph: Collector, relation: int, unit: str) -> None:
    """Turn the plain numbers of a relation into quantities."""
    columns = graph.values
    plain, quantity = graph.measure(Kind.NUMBER, None), graph.measure(Kind.QUANTITY, unit)
    measure = np.frombuffer(columns.measure, np.int64)  # a view: what is written arrives in the column
    rows = np.flatnonzero((np.array(columns.relation, np.int64) == relation) & (measure == plain))
    measure[rows] = quantity
    np.frombuffer(columns.typed, np.int8)[rows] = True
