"""Units of quantities: one name for each, whatever vocabulary it is stated in, and exact conversion.

A unit's name is Pint's ("kilometer ** 2"), a currency's its ISO 4217 code ("USD"). Currencies are units that
convert into nothing else.
"""

import re
import tokenize
from fractions import Fraction
from functools import cache, lru_cache
from typing import TYPE_CHECKING

from numkbqa.values.unit_codes.cefact import CEFACT_UNITS
from numkbqa.values.unit_codes.currency import CURRENCIES, currency_code
from numkbqa.values.unit_codes.qudt import QUDT, QUDT_CURRENCY, QUDT_UNITS
from numkbqa.values.unit_codes.ucum import UCUM_ATOMS, UCUM_METRIC, UCUM_PREFIXES
from numkbqa.values.unit_codes.wikidata import WIKIDATA_UNITS
from numkbqa.values.unit_codes.written import COUNTED, PREFIXES, SYMBOLS, WORDS
from numkbqa.values.unit_grammar import compose

if TYPE_CHECKING:
    import pint

DIMENSIONLESS = "dimensionless"
_SYMBOLS = {"degree": "°", "year": "years"}
_QUDT_PREFIXES = ("Kilo", "Mega", "Giga", "Tera", "Hecto", "Deci", "Centi", "Milli", "Micro", "Nano", "Pico")
_WIKIDATA_ITEM = re.compile(r"(?:.*/entity/|wd:)?(Q[1-9][0-9]*)")
_CAMEL = re.compile(r"(?<=[a-z])(?=[A-Z])")
_ANNOTATION = re.compile(r"\{[^{}]*\}")
_TOO_MUCH = re.compile(r"[0-9]{3}|.{80}", re.DOTALL)
"""No unit looks like that, and Pint would compute what it says."""
_BAD_UNITS = (
    ValueError,
    TypeError,
    AssertionError,
    SyntaxError,
    AttributeError,
    RecursionError,
    LookupError,
    ArithmeticError,
    tokenize.TokenError,
)
"""What Pint's expression parser raises on malformed units, besides its own errors."""


@lru_cache(maxsize=4096)
def unit_name(unit: str) -> str | None:
    """Name of a unit in any vocabulary.

    Args:
        unit: a spelling that Pint reads ("km", "km^2", "metre"), what people write ("sq mi", "km²"), the IRI
            of a unit of QUDT or Wikidata, a UCUM code ("[ft_i]"), a UN/CEFACT code ("MTR"), or a currency.

    Returns:
        "kilometer", "kilometer ** 2", "meter", "USD"; None when the unit is unknown.
    """
    text = unit.strip().removeprefix("<").removesuffix(">")
    if "://" in text or text.startswith(("wd:", "unit:")):
        return _of_iri(text)
    if _WIKIDATA_ITEM.fullmatch(text):
        return _named(WIKIDATA_UNITS.get(text))
    return currency_code(text) or _of_text(text)


def is_currency(unit: str) -> bool:
    """Whether a unit, as `unit_name` names it, is a currency."""
    return unit in CURRENCIES


@lru_cache(maxsize=16384)
def written_unit(text: str) -> str | None:
    """Name of a unit that stands behind a number in running text; knows less than `unit_name`, and surely.

    Args:
        text: the text behind the number ("km²", "sq. mi", "metres per second", "°C").

    Returns:
        "kilometer ** 2"; None when the text is no unit, or may be something else ("C", "pm").
    """
    if not text:
        return None
    known = _written_atom(text)
    return _named(known if known is not None else compose(text, _written_atom))


def unit_symbol(unit: str) -> str:
    """How people write a unit.

    Args:
        unit: a unit in any vocabulary.

    Returns:
        "km²"; the text itself when it is unknown.
    """
    name = unit_name(unit)
    if name is None or name in CURRENCIES:
        return name or unit
    try:
        return _SYMBOLS.get(name) or f"{_registry().parse_units(name):~P}"
    except _bad_units():
        return unit


@lru_cache(maxsize=4096)
def dimension(unit: str) -> str:
    """What a unit measures, as a name that units of one dimension share: "[length] ** 2", "USD"."""
    return unit if unit in CURRENCIES else str(_registry().get_dimensionality(unit))


@lru_cache(maxsize=4096)
def conversion(unit: str, wanted: str) -> tuple[Fraction, Fraction] | None:
    """Scale and offset that turn an amount in one unit into the same amount in another.

    Args:
        unit: name of a unit, as `unit_name` gives it.
        wanted: name of another.

    Returns:
        Exact fractions (degree_Fahrenheit to degree_Celsius: 5/9 and -160/9), or None when the dimensions
        differ or the change is not linear.
    """
    registry = _exact_registry()
    try:
        zero, one, two = (Fraction(registry.convert(Fraction(n), unit, wanted)) for n in range(3))
    except _bad_units():
        return None
    return (one - zero, zero) if two - one == one - zero else None


def _of_iri(iri: str) -> str | None:
    local = re.split(r"[/#:]", iri.rstrip("/"))[-1]
    if iri.startswith(QUDT_CURRENCY) or local.startswith("CCY_"):
        return currency_code(local.removeprefix("CCY_"))
    if iri.startswith((QUDT, "unit:")):
        return _named(_of_qudt(local))
    if _WIKIDATA_ITEM.fullmatch(iri):
        return _named(WIKIDATA_UNITS.get(local))
    words = _CAMEL.sub(" ", local).replace("_", " ")
    return written_unit(words) or written_unit(words.lower()) or currency_code(words) or _of_text(local)


def _of_text(text: str) -> str | None:
    if text in CEFACT_UNITS and len(text) > 1:
        return _named(CEFACT_UNITS[text])
    # "fl oz" and "cu m" are no products of femtolitres and atomic masses, as Pint and UCUM would have it
    as_written = written_unit(text) if " " in text else None
    return as_written or _pint_name(text) or written_unit(text) or _named(_of_ucum(text))


def _of_qudt(local: str) -> str | None:
    if local in QUDT_UNITS:
        return QUDT_UNITS[local]
    return compose(re.sub("(?:^|-)PER-", "/", local), _qudt_atom)


def _qudt_atom(name: str) -> str | None:
    if name in QUDT_UNITS:
        return QUDT_UNITS[name]
    prefix = next((prefix for prefix in _QUDT_PREFIXES if name.startswith(prefix)), "")
    unit = QUDT_UNITS.get(name.removeprefix(prefix))
    return None if unit is None or not prefix else prefix.lower() + unit


def _of_ucum(text: str) -> str | None:
    bare = _ANNOTATION.sub("", text)
    return compose(bare, _ucum_atom) if bare else DIMENSIONLESS


def _ucum_atom(name: str) -> str | None:
    if name in UCUM_ATOMS:
        return UCUM_ATOMS[name]
    for length in (2, 1):
        prefix, atom = UCUM_PREFIXES.get(name[:length]), name[length:]
        if prefix is not None and atom in UCUM_METRIC:
            return prefix + UCUM_ATOMS[atom]
    return None


def _written_atom(name: str) -> str | None:
    symbol = SYMBOLS.get(name) or (SYMBOLS.get(name[:-1]) if name.endswith(".") else None)
    if symbol is not None:
        return symbol
    if name in COUNTED:
        return DIMENSIONLESS
    words = " ".join(name.lower().replace("-", " ").replace("degrees", "degree").split())
    for spelling in (words, words.removesuffix("s")):
        if spelling in WORDS:
            return WORDS[spelling]
        for prefix in PREFIXES:
            if spelling.startswith(prefix) and spelling[len(prefix) :] in WORDS:
                return prefix + WORDS[spelling[len(prefix) :]]
    return None


def _named(expression: str | None) -> str | None:
    if expression is None or expression in CURRENCIES:
        return expression
    return _pint_name(expression)


def _pint_name(text: str) -> str | None:
    if _TOO_MUCH.search(text):
        return None
    try:
        return str(_registry().parse_units(text))
    except _bad_units():
        return None


@cache
def _registry() -> "pint.UnitRegistry":
    import pint  # noqa: PLC0415 - a second of every start, and most graphs name few units

    return pint.UnitRegistry()


@cache
def _exact_registry() -> "pint.UnitRegistry":
    import pint  # noqa: PLC0415 - as above

    return pint.UnitRegistry(non_int_type=Fraction)


def _bad_units() -> tuple[type[Exception], ...]:
    import pint  # noqa: PLC0415 - as above

    return (pint.PintError, *_BAD_UNITS)
