"""Numbers as people write them, with what stands before and behind: marks, words, units, currencies.

"1,234,567", "(1,234,567)", "1.2 million", "5 1/2", "45 %", "180 cm", "5 ft 11 in", "$1,200", "USD 3.5m".
"""

import re
from fractions import Fraction
from typing import NamedTuple

from numkbqa.values.compound import VULGAR, parse_compound
from numkbqa.values.marks import SPACES, MarkUse, understood
from numkbqa.values.number import Number, is_padded, negated, number_of, read_number
from numkbqa.values.reading import Note
from numkbqa.values.suffix import Suffix, read_suffix
from numkbqa.values.unit_codes.currency import CURRENCY_SIGNS, currency_code

MINUSES = "-−–"
_SIGNS = f"[{MINUSES}+]"
_NUMBER = (
    r"(?:(?P<whole>[0-9]+)[ -](?=[0-9]+/))?(?P<over>[0-9]{1,3})/(?P<under>[0-9]{1,3})(?![0-9/])"
    rf"|(?P<mixed>[0-9]*) ?(?P<vulgar>[{''.join(VULGAR)}])"
    rf"|(?P<digits>[0-9](?:[0-9.,{SPACES}]*[0-9])?|\.[0-9]+)(?:[eE](?P<power>[+-]?[0-9]{{1,3}})(?![0-9]))?"
)
_BEFORE = rf"(?P<before>{'|'.join(sorted(map(re.escape, CURRENCY_SIGNS), key=len, reverse=True))}|[A-Z]{{3}})"
_AMOUNT = re.compile(
    rf"(?P<open>\()?(?P<sign>{_SIGNS})? ?(?:{_BEFORE} ?(?P<inner_sign>{_SIGNS})?)?(?P<inner_open>\()?"
    rf"(?:{_NUMBER})(?P<rest>.*)"
)
_SCIENTIFIC = re.compile(r"(?<=[0-9]) ?[×x·*] ?10(?:\^|\*\*)?(?P<power>[-−+]?[0-9]+|[⁻⁺]?[⁰¹²³⁴⁵⁶⁷⁸⁹]+)")
_SUPERSCRIPTS = str.maketrans("⁰¹²³⁴⁵⁶⁷⁸⁹⁻⁺−", "0123456789-+-")
_ORDINAL = re.compile(r"(?:[0-9]*[02-9])?(?:1st|2nd|3rd)|[0-9]*(?:1[123]|[04-9])th")
_MAX_POWER = 300


class Amount(NamedTuple):
    """What a written number gives: the number and its unit, or why there is none, and what is odd of it."""

    number: Number | None
    unit: str | None = None
    note: Note | None = None


def parse_amount(text: str, marks: MarkUse) -> Amount | None:
    """Read a number as people write it.

    Args:
        text: the text, without surrounding space.
        marks: what commas and dots mean where they may mean either.

    Returns:
        The amount, or a reason; None when the text is no number at all.
    """
    if "10" in text:
        text = _SCIENTIFIC.sub(_power_of_ten, text)
    match = _AMOUNT.fullmatch(text)
    if match is None or (match["digits"] and is_padded(match["digits"])):
        return None
    if _ORDINAL.fullmatch(text):
        return Amount(Number(float(text[:-2])), None, Note.IN_WORDS)
    before, rest = match["before"], _closed(match)
    currency = None if before is None else currency_code(before)
    if rest is None or (before is not None and currency is None):
        return None
    suffix = read_suffix(rest, currency)
    amount = None if suffix is None or suffix.note is not None else _amount(match, suffix, marks)
    if amount is None:
        return _compound(text, match) or (None if suffix is None else _unknown(suffix))
    return _negated(amount) if _is_negative(match) else amount


def _power_of_ten(match: re.Match[str]) -> str:
    return "e" + match["power"].translate(_SUPERSCRIPTS)


def _closed(match: re.Match[str]) -> str | None:
    """What stands behind the number, without the bracket that closes an accounting negative."""
    rest: str = match["rest"]
    if not (match["open"] or match["inner_open"]):
        return rest
    return rest.removesuffix(")") if rest.endswith(")") and not match["sign"] else None


def _is_negative(match: re.Match[str]) -> bool:
    sign = match["sign"] or match["inner_sign"] or "+"
    return sign in MINUSES or bool(match["open"] or match["inner_open"])


def _amount(match: re.Match[str], suffix: Suffix, marks: MarkUse) -> Amount | None:
    note = Note.IN_WORDS if suffix.power else None
    if match["digits"] is None:
        exact = _fraction(match)
        return None if exact is None else Amount(number_of(exact * 10**suffix.power), suffix.unit, note)
    plain = understood(match["digits"], marks, money=suffix.money)
    if plain is None:
        return None
    if plain.text is None:
        return Amount(None, None, plain.note)
    power = int(match["power"] or 0) + suffix.power
    if abs(power) > _MAX_POWER:
        return None
    number = number_of(Fraction(plain.text) * Fraction(10) ** power) if power else read_number(plain.text)
    return Amount(number, suffix.unit, note or plain.note)


def _fraction(match: re.Match[str]) -> Fraction | None:
    if match["vulgar"] is not None:
        return int(match["mixed"] or 0) + Fraction(VULGAR[match["vulgar"]])
    if int(match["under"]) == 0 or (match["whole"] is None and not match["rest"].strip()):
        return None  # "1/2" alone may be a score or a day
    return int(match["whole"] or 0) + Fraction(int(match["over"]), int(match["under"]))


def _compound(text: str, match: re.Match[str]) -> Amount | None:
    sign = match["sign"] or ""
    found = parse_compound(text[len(sign) :])
    if found is None:
        return None
    amount = Amount(number_of(found[0]), found[1])
    return _negated(amount) if sign and sign in MINUSES else amount


def _unknown(suffix: Suffix) -> Amount | None:
    return None if suffix.note is None else Amount(None, None, suffix.note)


def _negated(amount: Amount) -> Amount:
    return amount if amount.number is None else amount._replace(number=negated(amount.number))
