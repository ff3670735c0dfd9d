"""One mark per value: a bar for numbers and quantities, a place on a timeline for dates."""

import math
from collections.abc import Sequence
from dataclasses import dataclass

from rich.console import Console, ConsoleOptions, RenderResult
from rich.measure import Measurement
from rich.text import Text

from numkbqa.values.shown import size

NARROWEST, WIDEST = 8, 24
"""Columns that a mark takes: as many as the table leaves it."""


@dataclass(frozen=True, slots=True)
class Mark:
    """A bar, or a place on a timeline; as wide as its column allows.

    Args:
        share: how long the bar is or where the place lies, from 0 to 1; None draws nothing.
        on_timeline: whether it is a place.
    """

    share: float | None
    on_timeline: bool = False

    def drawn(self, width: int) -> str:
        """The mark in a column of this width."""
        if self.share is None:
            return ""
        if not self.on_timeline:
            return "█" * max(1, round(self.share * width))
        place = round(self.share * (width - 1))
        return "─" * place + "●" + "─" * (width - 1 - place)

    def __rich_measure__(self, console: Console, options: ConsoleOptions) -> Measurement:
        return Measurement(NARROWEST, WIDEST)

    def __rich_console__(self, console: Console, options: ConsoleOptions) -> RenderResult:
        yield Text(self.drawn(min(options.max_width, WIDEST)), no_wrap=True, overflow="crop")


@dataclass(frozen=True, slots=True)
class Chart:
    """The marks of a column of values.

    Args:
        heading: from where to where the column goes, where that is not from zero.
        marks: one a value.
    """

    heading: str
    marks: list[Mark]


def chart(texts: Sequence[str], values: Sequence[object], kind: str | None) -> Chart:
    """Draw a column of values.

    Bars start at zero where that tells the values apart, else at the smallest value shown; the heading says
    so. A timeline goes from the earliest to the latest date shown.

    Args:
        texts: the values as they are shown.
        values: normalised texts of the values, or None.
        kind: their kind: "date", "number" or "quantity".

    Returns:
        A mark a value, an empty one where there is nothing to draw.
    """
    sizes = [size(value) for value in values]
    known = [(one, text) for one, text in zip(sizes, texts, strict=True) if one is not None]
    if not known or not math.isfinite(max(known)[0] - min(known)[0]):
        return Chart("", [Mark(None)] * len(sizes))
    (low, first), (high, last) = min(known), max(known)
    if kind == "date":
        heading = f"{first} … {last}" if high > low else ""
        return Chart(heading, [Mark(_share(one, low, high, 0.5), on_timeline=True) for one in sizes])
    start = 0.0 if 0 <= low <= high / 2 or 0 <= low == high else low
    return Chart(f"from {first}" if start else "", [Mark(_share(one, start, high, 1.0)) for one in sizes])


def _share(value: float | None, start: float, end: float, without_span: float) -> float | None:
    if value is None:
        return None
    return (value - start) / (end - start) if end > start else without_span
