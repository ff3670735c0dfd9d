"""What stands behind a number in running text: a word like "million", a unit, a currency."""

import re
from functools import lru_cache
from typing import NamedTuple

from numkbqa.values.quantity import DIMENSIONLESS, written_unit
from numkbqa.values.reading import Note
from numkbqa.values.unit_codes.currency import currency_code

_SCALES = {
    "hundred": 2, "thousand": 3, "tsd.": 3, "tsd": 3, "lakh": 5, "lakhs": 5, "million": 6, "millions": 6,
    "millionen": 6, "mio": 6, "mio.": 6, "mln": 6, "mn": 6, "mill.": 6, "crore": 7, "crores": 7,
    "billion": 9, "billions": 9, "bn": 9, "bln": 9, "milliard": 9, "milliards": 9, "milliarde": 9,
    "milliarden": 9, "mrd": 9, "mrd.": 9, "trillion": 12, "trillions": 12, "tn": 12, "trn": 12,
}  # fmt: skip
_GLUED = {"k": 3, "K": 3, "M": 6, "B": 9}
_OF_MONEY = _GLUED | {"m": 6, "b": 9, "T": 12, "t": 12}
_SCALE = re.compile(r"(?P<space> ?)(?P<word>[A-Za-z]+\.?)(?P<rest>(?![A-Za-z]).*)")
_UNIT_LIKE = re.compile(r"[A-Za-zµμΩÅ°℃℉%‰][^\s0-9]{0,15}[0-9]?")


class Suffix(NamedTuple):
    """What a text behind a number says.

    Args:
        power: power of ten of a scale ("million": 6).
        unit: name of a unit or code of a currency; None for a plain number.
        money: whether the unit is a currency.
        note: UNKNOWN_UNIT when a unit seems to be there.
    """

    power: int = 0
    unit: str | None = None
    money: bool = False
    note: Note | None = None


@lru_cache(maxsize=16384)
def read_suffix(text: str, currency: str | None) -> Suffix | None:
    """Read what stands behind a number.

    "k", "M" and "B" count only where nothing parts them from the number and nothing else follows ("12k", but
    "300 K" are kelvins); of money so do "m", "b" and "T" ("£3.5m").

    Args:
        text: all that follows the number, with the space between them.
        currency: code of the currency before the number; None when there is none.

    Returns:
        What it says, or None when it is something else.
    """
    money = currency is not None or _ends_in_currency(text)
    power, rest = _scale(text, money=money)
    if not rest:
        return Suffix(power, currency, money)
    unit = currency_code(rest) or written_unit(rest)
    if unit is None and currency is None and _UNIT_LIKE.fullmatch(rest):
        return Suffix(note=Note.UNKNOWN_UNIT)
    if unit is None or (currency is not None and unit != currency):
        return None
    return Suffix(power, None if unit == DIMENSIONLESS else unit, money)


def _ends_in_currency(text: str) -> bool:
    last = text.rsplit(" ", 1)[-1].lstrip("kKMmBbTt") or text.strip()
    return currency_code(last) is not None or currency_code(text.rsplit(" ", 1)[-1]) is not None


def _scale(text: str, *, money: bool) -> tuple[int, str]:
    """Power of ten of a word at the beginning of a text, and what stands behind it."""
    match = _SCALE.fullmatch(text)
    if match is not None:
        word, rest = match["word"], match["rest"].strip()
        power = _SCALES.get(word.lower())
        if power is None and (money or not (match["space"] or rest)):
            power = (_OF_MONEY if money else _GLUED).get(word)
        if power is not None:
            return power, rest
    return 0, text.strip()
