"""Quantities in several parts: "5 ft 11 in", `5'11"`, "5 lb 3 oz", "2 h 30 min"."""

import re
from fractions import Fraction
from itertools import pairwise

from numkbqa.values.quantity import conversion, written_unit

VULGAR = {
    "½": "1/2", "⅓": "1/3", "⅔": "2/3", "¼": "1/4", "¾": "3/4", "⅕": "1/5", "⅖": "2/5", "⅗": "3/5",
    "⅘": "4/5", "⅙": "1/6", "⅛": "1/8", "⅜": "3/8", "⅝": "5/8", "⅞": "7/8",
}  # fmt: skip
"""Fractions of one character."""

_PART = re.compile(
    r"(?P<digits>[0-9]+(?:[.,][0-9]+)?)(?P<fraction> [0-9]/[1-9]| ?[½¼¾])? ?(?P<unit>[^0-9 ,]+) ?(?:,|and)? ?"
)
_HOURS = frozenset({"h", "hr", "hrs", "hour", "hours"})


def parse_compound(text: str) -> tuple[Fraction, str] | None:
    """Read a quantity whose parts are in ever smaller units.

    Args:
        text: the text, without sign.

    Returns:
        The exact sum in the smallest unit, and that unit, so that 5 ft 11 in are 71 inches; None when the
        text is no such quantity.
    """
    parts = list(_PART.finditer(text))
    if len(parts) < 2 or "".join(part[0] for part in parts) != text or "," in parts[0]["digits"]:
        return None
    units = _units([part["unit"] for part in parts])
    if units is None:
        return None
    total = Fraction(0)
    for part, unit in zip(parts, units, strict=True):
        change = conversion(unit, units[-1])
        if change is None or change[1]:
            return None
        total += _amount(part) * change[0]
    return total, units[-1]


def _units(written: list[str]) -> list[str] | None:
    """Names of the units, when each is smaller than the one before."""
    if written[0].lower() in _HOURS:  # "2h30m"
        written = ["min" if unit == "m" else unit for unit in written]
    units = [name for unit in written if (name := written_unit(unit)) is not None]
    if len(units) < len(written):
        return None
    changes = [conversion(first, second) for first, second in pairwise(units)]
    return units if all(change is not None and change[0] > 1 for change in changes) else None


def _amount(part: re.Match[str]) -> Fraction:
    whole = Fraction(part["digits"].replace(",", "."))
    fraction = (part["fraction"] or "").strip()
    return whole + Fraction(VULGAR.get(fraction, fraction) or 0)
