"""How a whole relation writes its numbers and dates: decided once, from all of its literals."""

import re
from typing import Final

from numkbqa.values.bare_years import WholeNumbers
from numkbqa.values.convention import PLAIN, Convention
from numkbqa.values.datatype import INTEGER_TYPES, Reads, how_to_read
from numkbqa.values.duration import parse_clock
from numkbqa.values.literal import Literal
from numkbqa.values.marks import SPACES, Mark, MarkUse, shown_marks
from numkbqa.values.written_date import day_order

__all__ = ["PLAIN", "Convention", "Survey"]

_WHOLE = re.compile(r"[+-]?[0-9]+")
_MARKED = re.compile(rf"[0-9][0-9.,{SPACES}]*[.,{SPACES}][0-9]+")
_PLAIN_DECIMAL = re.compile(r"[+-]?[0-9]*\.[0-9]*(?:[eE][+-]?[0-9]+)?")
_DATE = re.compile(r"[0-9]{1,2}([./-])[0-9]{1,2}\1[0-9]{4}(?![0-9])")
_ISO_DATE = re.compile(r"[0-9]{4}-[0-9]{2}(-[0-9]{2})?")
_MAX_LENGTH: Final = 64
_MANY_COMMAS: Final = 10


class Survey:
    """Sees the distinct literals of one relation and decides for all of them.

    - What a comma or a dot means is shown by the numbers that can mean only one thing; a mark that is a
      decimal mark in one number and groups thousands in another stays undecided, and so do both where one
      groups in some numbers and the other in others. Where one mark is decimal, the other groups. Where
      commas stand before three digits only, in ten numbers or more, beside whole numbers that all lie below
      1000, they
      group: as decimals they would stand in other places too.
    - Day and month: one date with a part above 12 decides, unless another decides otherwise.
    - Bare years: see `numkbqa.values.bare_years`.
    - Clock readings are durations when all untyped literals are.
    """

    def __init__(self) -> None:
        self._commas: set[Mark] = set()
        self._dots: set[Mark] = set()
        self._lone_commas = 0
        self._small = self._large = False
        self._day_first: set[bool] = set()
        self._whole = WholeNumbers()
        self._has_fractions = False
        self._has_units = False
        self._clocks = self._dates = self._untyped = 0

    def see(self, literal: Literal, count: int = 1) -> None:
        """Take note of one literal.

        Args:
            literal: the literal.
            count: how often it occurs; no majority is taken, so it decides nothing.
        """
        lexical, datatype, unit = literal
        reads, name = how_to_read(datatype)
        text = lexical.strip()
        self._has_units |= unit is not None
        if reads is Reads.TEXT:
            self._untyped += 1
        elif reads not in {Reads.NUMBER, Reads.DATE, Reads.QUANTITY}:
            return
        if _WHOLE.fullmatch(text):
            if reads is not Reads.DATE:
                self._see_whole(text, typed=name != "string" and bool(name), integer=name in INTEGER_TYPES)
        elif len(text) <= _MAX_LENGTH:
            self._see_marked(text, reads)

    def decide(self, relation_words: str) -> Convention:
        """Settle on the convention of the relation.

        Args:
            relation_words: the relation's name in words ("date of birth").

        Returns:
            The convention; where literals contradict each other, what is ambiguous stays undecided.
        """
        (day_first,) = self._day_first if len(self._day_first) == 1 else (None,)
        plain = not (self._has_fractions or self._has_units)
        found = Convention(
            marks=self._marks(),
            day_first=day_first,
            bare_years=plain and self._whole.seen > 0 and self._whole.are_years(relation_words, self._dates),
            clock=0 < self._clocks == self._untyped,
        )
        return PLAIN if found == PLAIN else found

    def _see_whole(self, text: str, *, typed: bool, integer: bool) -> None:
        if typed and not integer:
            self._has_fractions = True  # "1999"^^xsd:decimal is a measure that happens to be whole
        self._whole.see(text, typed=typed)
        small = len(text.lstrip("+-")) <= 3
        self._small |= small
        self._large |= not small

    def _see_marked(self, text: str, reads: Reads) -> None:
        if text[:1].isdigit() and _DATE.match(text):
            order = day_order(text)
            if order is not None:
                self._day_first.add(order)
            return
        if reads is Reads.DATE:
            return
        if _ISO_DATE.fullmatch(text):
            self._dates += 1
            return
        if ":" in text and parse_clock(text) is not None:
            self._clocks += 1
            return
        if reads is Reads.NUMBER and _PLAIN_DECIMAL.fullmatch(text):
            self._has_fractions = True
            self._dots.add(Mark.DECIMAL)
            return
        match = _MARKED.search(text)
        shown = None if match is None else shown_marks(match[0])
        if shown is not None:
            self._see_marks(shown.comma, shown.dot, shown.lone)

    def _see_marks(self, comma: Mark | None, dot: Mark | None, lone: str | None) -> None:
        if comma is not None:
            self._commas.add(comma)
        if dot is not None:
            self._dots.add(dot)
        self._has_fractions |= Mark.DECIMAL in {comma, dot} or lone == "."
        self._lone_commas += lone == ","

    def _marks(self) -> MarkUse:
        commas, dots = self._commas, self._dots
        mixed = len(commas) > 1 or len(dots) > 1 or (bool(commas) and commas == dots)
        if mixed:
            return MarkUse(mixed=True)
        comma, dot = next(iter(commas), None), next(iter(dots), None)
        if comma is None and dot is not None:
            comma = _other(dot)
        elif dot is None and comma is not None:
            dot = _other(comma)
        elif comma is None and self._lone_commas >= _MANY_COMMAS and self._small and not self._large:
            comma, dot = Mark.THOUSANDS, Mark.DECIMAL
        return MarkUse(comma, dot)


def _other(mark: Mark) -> Mark:
    return Mark.THOUSANDS if mark is Mark.DECIMAL else Mark.DECIMAL
