"""What the names of columns and tables say: a relation, a unit, a year, an identifier; one thing of many."""

import re
from typing import Final, NamedTuple

from numkbqa.kb.relation_text import relation_text
from numkbqa.values.quantity import unit_name

ID_WORDS: Final = ("id", "uri", "iri", "uuid", "guid", "qid", "key", "code", "pk", "fk", "ref")

_UNITS: Final = {
    "mm": "mm", "cm": "cm", "dm": "dm", "km": "km", "metres": "m", "meters": "m", "kilometers": "km",
    "kilometres": "km", "ft": "ft", "feet": "ft", "inches": "in", "miles": "mi", "mi": "mi", "yards": "yd",
    "kg": "kg", "kgs": "kg", "kilograms": "kg", "grams": "g", "mg": "mg", "lb": "lb", "lbs": "lb", "oz": "oz",
    "tonnes": "tonne", "tons": "ton",
    "km2": "km^2", "sqkm": "km^2", "m2": "m^2", "sqm": "m^2", "mi2": "mi^2", "sqmi": "mi^2", "ft2": "ft^2",
    "sqft": "ft^2", "ha": "hectare", "hectares": "hectare", "acres": "acre",
    "m3": "m^3", "km3": "km^3", "ml": "ml", "liters": "l", "litres": "l", "gallons": "gallon",
    "kmh": "km/h", "kph": "km/h", "mph": "mph", "knots": "knot",
    "kwh": "kWh", "mwh": "MWh", "gwh": "GWh", "kw": "kW", "mw": "MW", "gw": "GW", "hp": "hp", "watts": "W",
    "hz": "Hz", "khz": "kHz", "mhz": "MHz", "ghz": "GHz",
    "kb": "kilobyte", "mb": "megabyte", "gb": "gigabyte", "tb": "terabyte", "bytes": "byte",
    "hpa": "hPa", "kpa": "kPa", "psi": "psi",
    "celsius": "degC", "degc": "degC", "fahrenheit": "degF", "degf": "degF", "kelvin": "K",
    "ms": "ms", "sec": "s", "secs": "s", "mins": "min", "hrs": "h", "yrs": "year", "pct": "percent",
    "percent": "percent",
}  # fmt: skip
"""Units by the last word of a column's name; only words that hardly mean anything else."""

_CURRENCIES: Final = frozenset(
    {
        "usd", "eur", "gbp", "jpy", "cny", "inr", "chf", "cad", "aud", "brl", "mxn", "krw", "sek", "nok",
        "dkk", "zar",
    }
)  # fmt: skip

_TIME = "age time duration runtime length period delay term lifespan life gestation"
_TEMPERATURE = "temperature temp melting boiling point"
_MASS = "weight mass displacement load"
_SHORT_UNITS: Final = {
    "m": ("m", "height length depth width altitude elevation distance diameter radius size wingspan span"),
    "s": ("s", _TIME), "seconds": ("s", _TIME), "min": ("min", _TIME), "minutes": ("min", _TIME),
    "h": ("h", _TIME), "hours": ("h", _TIME), "days": ("day", _TIME), "weeks": ("week", _TIME),
    "months": ("month", _TIME), "years": ("year", _TIME),
    "g": ("g", _MASS), "t": ("tonne", _MASS), "l": ("l", "volume capacity"),
    "c": ("degC", _TEMPERATURE), "f": ("degF", _TEMPERATURE), "k": ("K", _TEMPERATURE),
}  # fmt: skip
"""Units whose words mean much else, with the words beside which they are units."""

_YEAR = re.compile(r"1[0-9]{3}|20[0-9]{2}|2100")
_BRACKET = re.compile(r"(?P<before>.*?)\s*[(\[]\s*(?:in\s+)?(?P<inner>[^()\[\]]+?)\s*[)\]]\s*")

_UNCHANGED: Final = frozenset(
    {
        "series", "species", "news", "means", "sheep", "fish", "data", "status", "basis", "gas", "bus",
        "lens", "physics",
    }
)  # fmt: skip
_IRREGULAR: Final = {
    "people": "person", "persons": "person", "men": "man", "women": "woman", "children": "child",
    "feet": "foot", "teeth": "tooth", "mice": "mouse", "geese": "goose", "movies": "movie",
    "cookies": "cookie", "wolves": "wolf", "leaves": "leaf", "lives": "life", "wives": "wife",
    "knives": "knife", "halves": "half", "analyses": "analysis", "bases": "base", "criteria": "criterion",
    "indices": "index", "matrices": "matrix", "vertices": "vertex", "phenomena": "phenomenon",
    "cities": "city", "shoes": "shoe", "oases": "oasis", "gases": "gas",
}  # fmt: skip


class ColumnName(NamedTuple):
    """What the name of a column says.

    Args:
        words: all of its words.
        stem: its words without unit, year and identifier: the relation.
        unit: a unit that `numkbqa.values` knows.
        year: when its values held.
        identifier: whether it holds ids or codes.
    """

    words: str
    stem: str
    unit: str | None = None
    year: str | None = None
    identifier: bool = False


def read_column_name(name: str, *, measured: bool) -> ColumnName:
    """Take the name of a column apart.

    "height (cm)", "area_km2" and "price_usd" name a unit, "population_2021" a year, "country_id" an
    identifier.

    Args:
        name: the name.
        measured: whether the column holds numbers or dates; only these have units and years.

    Returns:
        What it says.
    """
    words, unit, year = relation_text(name), None, None
    rest = words
    if measured:
        rest, unit, year = _bracket(name)
        rest, year = (rest, year) if year else _split_year(rest)
        rest, unit = (rest, unit) if unit else _split_unit(rest)
    stem, identifier = _split_id(rest)
    return ColumnName(words, stem or rest or words, unit, year, identifier)


def is_year(word: str) -> bool:
    """Whether a word is a year such as columns are named by."""
    return _YEAR.fullmatch(word) is not None


def singular(words: str) -> str:
    """One of what words name in the plural: "world cities" to "world city"; English, other words stay.

    Args:
        words: words in lower case.

    Returns:
        The words with the last one in the singular.
    """
    before, space, last = words.rpartition(" ")
    return before + space + _singular_word(last)


def _singular_word(word: str) -> str:
    if word in _IRREGULAR or word in _UNCHANGED:
        return _IRREGULAR.get(word, word)
    if re.search(r"[^aeiou]ies$", word):
        return word[:-3] + "y"
    if re.search(r"(ss|x|z|ch|sh|[^aeo]us|o)es$", word):
        return word[:-2]
    return word[:-1] if re.search(r"[^siu]s$", word) and len(word) > 3 else word


def _bracket(name: str) -> tuple[str, str | None, str | None]:
    """The words outside of brackets with the unit or year inside; all words where neither is inside."""
    match = _BRACKET.fullmatch(name)
    if match is None or not match["before"]:
        return relation_text(name), None, None
    inner, before = match["inner"], relation_text(match["before"])
    if is_year(inner):
        return before, None, inner
    unit = _UNITS.get(inner.lower().replace("²", "2").replace("³", "3").replace(" ", ""), inner)
    return (before, unit, None) if unit_name(unit) else (relation_text(name), None, None)


def _split_year(words: str) -> tuple[str, str | None]:
    parts = words.split()
    for place, rest in ((-1, parts[:-1]), (0, parts[1:])):
        if len(parts) > 1 and is_year(parts[place]):
            return " ".join(rest), parts[place]
    return words, None


def _split_unit(words: str) -> tuple[str, str | None]:
    parts = words.split()
    if len(parts) < 2:
        return words, None
    unit = parts[-1].upper() if parts[-1] in _CURRENCIES else _UNITS.get(parts[-1])
    if unit is None and parts[-1] in _SHORT_UNITS:
        spelling, beside = _SHORT_UNITS[parts[-1]]
        unit = spelling if set(beside.split()) & set(parts[:-1]) else None
    per = len(parts) > 2 and parts[-2] == "per"
    unit = f"1/{unit}" if unit and per else unit
    if unit is None or unit_name(unit) is None:
        return words, None
    return " ".join(parts[: -2 if per else -1]), unit


def _split_id(words: str) -> tuple[str, bool]:
    parts = words.split()
    if parts and parts[-1] in ID_WORDS:
        return " ".join(parts[:-1]), True
    if len(parts) > 1 and parts[0] == "id":
        return " ".join(parts[1:]), True
    return words, False
