"""Units of quantities: one spelling for each, that of Pint."""

import tokenize
from functools import cache, lru_cache

import pint

_SYMBOLS = {"degree": "°", "year": "years"}


@cache
def _registry() -> "pint.UnitRegistry":
    return pint.UnitRegistry()


@lru_cache(maxsize=4096)
def unit_name(unit: str) -> str | None:
    """Pint's name of a unit.

    Args:
        unit: a unit in any spelling that Pint reads ("km", "km^2", "metre").

    Returns:
        "kilometer", "kilometer ** 2", "meter"; None when the unit is unknown.
    """
    try:
        return str(_registry().parse_units(unit))
    except (pint.PintError, ValueError, TypeError, AssertionError, SyntaxError, tokenize.TokenError):
        # Pint's expression parser raises all of these on malformed units
        return None


def unit_symbol(unit: str) -> str:
    """How people write a unit.

    Args:
        unit: Pint's name of a unit ("kilometer ** 2").

    Returns:
        "km²"; the name itself when Pint does not know it.
    """
    try:
        return _SYMBOLS.get(unit) or f"{_registry().parse_units(unit):~P}"
    except pint.PintError:
        return unit
