"""Products, quotients and powers of units: "km²", "sq mi", "kg/m3", "metres per second", "m.s-2"."""

import re
from collections.abc import Callable

_SUPERSCRIPTS = str.maketrans("⁰¹²³⁴⁵⁶⁷⁸⁹⁻", "0123456789-")
_TERM = re.compile(r"(?P<name>.*?)(?:\^|\*\*)?(?P<power>[+-]?[1-9])?")
_POWERS = {"square": 2, "sq": 2, "sq.": 2, "cubic": 3, "cu": 3, "cu.": 3}
_TRAILING = {"squared": 2, "cubed": 3}

Atom = Callable[[str], str | None]


def compose(text: str, atom: Atom) -> str | None:
    """Write a unit made of others as Pint reads it.

    Args:
        text: names of units with powers, joined by "/", "per", "·", "*", "." or "-".
        atom: gives the unit of a single name as Pint reads it, or None.

    Returns:
        An expression ("(kilometer) ** 2"), or None when a part is unknown.
    """
    over, *under = re.split(r"/| per ", text.translate(_SUPERSCRIPTS))
    factors = [_product(over, atom, 1), *(_product(part, atom, -1) for part in under)]
    return None if None in factors else " * ".join(factor for factor in factors if factor) or "dimensionless"


def _product(text: str, atom: Atom, sign: int) -> str | None:
    text = text.strip()
    if text in {"", "1"} and sign == 1:
        return ""
    whole = _power(text, atom, sign)
    if whole is not None:
        return whole
    parts = [_power(part, atom, sign) for part in re.split(r"[·⋅.]|-(?=[A-Za-z])|(?<!\*)\*(?!\*)", text)]
    known = [part for part in parts if part is not None]
    return " * ".join(known) if len(known) == len(parts) > 1 else None


def _power(text: str, atom: Atom, sign: int) -> str | None:
    """One unit with its power; "square" before it, or digits behind it."""
    first, _, rest = text.partition(" ")
    if first.lower() in _POWERS and rest:
        return _term(rest, _POWERS[first.lower()] * sign, atom)
    rest, _, last = text.rpartition(" ")
    if last.lower() in _TRAILING and rest:
        return _term(rest, _TRAILING[last.lower()] * sign, atom)
    match = _TERM.fullmatch(text)
    if match is None or not match["name"]:
        return None
    return _term(match["name"], int(match["power"] or 1) * sign, atom)


def _term(name: str, power: int, atom: Atom) -> str | None:
    unit = atom(name.strip())
    return None if unit is None else f"({unit}) ** {power}"
