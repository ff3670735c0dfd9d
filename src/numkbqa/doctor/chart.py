"""A histogram as a small inline SVG picture, drawn in the colours of the page around it."""

import math
from typing import Final
from xml.etree.ElementTree import Element

from numkbqa.doctor.histogram import Histogram, round_step
from numkbqa.doctor.markup import tag
from numkbqa.doctor.scales import Scale
from numkbqa.values.calendar import civil_from_days, days_from_civil

WIDTH, HEIGHT, FOOT = 240.0, 72.0, 16.0
_MARGIN: Final = 4.0
_GAP: Final = 1.0
_MOST_TICKS: Final = 4
_TICK_WIDTH: Final = 46.0
_LARGE: Final = ((1e9, "bn"), (1e6, "M"), (1e3, "k"))
_DAYS_PER_YEAR: Final = 365.2425


def draw_histogram(histogram: Histogram, name: str, title: str) -> Element:
    """Draw a histogram.

    Args:
        histogram: what to draw.
        name: an id that no other picture of the page has.
        title: what it shows, for those who do not see it.

    Returns:
        An `svg` element with title and description.
    """
    axis = _Axis(histogram)
    return tag(
        "svg",
        tag("title", title, id=f"{name}-title"),
        tag("desc", describe(histogram), id=f"{name}-desc"),
        *_bars(histogram, axis),
        tag("path", class_="axis", d=f"M{_MARGIN:g} {HEIGHT - FOOT:g}H{WIDTH - _MARGIN:g}"),
        *_labels(histogram, axis),
        role="img",
        aria_labelledby=f"{name}-title {name}-desc",
        viewBox=f"0 0 {WIDTH:g} {HEIGHT:g}",
    )


def describe(histogram: Histogram) -> str:
    """Say in a sentence what a histogram shows: its scale, its ends, its fullest bin, and what is outside."""
    edges, counts = histogram.edges, histogram.counts
    most = max(range(len(counts)), key=counts.__getitem__)
    ends = [_text(edge, histogram) for edge in (edges[0], edges[-1], edges[most], edges[most + 1])]
    outside = histogram.below + histogram.above
    return (
        f"{len(counts)} bins from {ends[0]} to {ends[1]} on a {histogram.scale} scale; "
        f"the fullest, {ends[2]} to {ends[3]}, holds {counts[most]:,} of {sum(counts):,} values"
        f"{f'; {outside:,} lie outside' if outside else ''}."
    )


class _Axis:
    """Places of keys on the horizontal axis."""

    def __init__(self, histogram: Histogram) -> None:
        self._log = histogram.scale is Scale.LOG
        self.first, self.last = (self._position(edge) for edge in (histogram.edges[0], histogram.edges[-1]))

    def __call__(self, key: float) -> float:
        share = (self._position(key) / 2 - self.first / 2) / (self.last / 2 - self.first / 2)
        return _MARGIN + share * (WIDTH - 2 * _MARGIN)

    def _position(self, key: float) -> float:
        return math.log10(key) if self._log else key


def _bars(histogram: Histogram, axis: _Axis) -> list[Element]:
    tallest = max(histogram.counts)
    bars = []
    for count, low, high in zip(histogram.counts, histogram.edges, histogram.edges[1:], strict=False):
        if count:
            left, right = axis(low), axis(high)
            height = max(1.5, (HEIGHT - FOOT - _MARGIN) * count / tallest)
            bars.append(_bar(left, max(0.5, right - left - _GAP), height))
    return bars


def _bar(left: float, width: float, height: float) -> Element:
    place = {"x": left, "y": HEIGHT - FOOT - height, "width": width, "height": height}
    return tag("rect", **{name: f"{number:.2f}" for name, number in place.items()})


def _labels(histogram: Histogram, axis: _Axis) -> list[Element]:
    """Ticks below the axis, those that would run into the one before left out."""
    labels, free = [], 0.0
    for key in _ticks(histogram):
        place = axis(key)
        if place >= free:
            anchor = "start" if place < _TICK_WIDTH / 2 else "middle"
            anchor = "end" if place > WIDTH - _TICK_WIDTH / 2 else anchor
            place = {"start": _MARGIN, "middle": place, "end": WIDTH - _MARGIN}[anchor]
            text = _text(key, histogram)
            labels.append(tag("text", text, x=f"{place:.1f}", y=f"{HEIGHT - 3:g}", text_anchor=anchor))
            free = place + _TICK_WIDTH
    return labels


def _ticks(histogram: Histogram) -> list[float]:
    low, high = histogram.edges[0], histogram.edges[-1]
    if histogram.scale is Scale.LOG:
        ticks = _powers_of_ten(low, high)
    elif histogram.scale is Scale.TIME:
        ticks = _starts_of_years(low, high)
    else:
        step = round_step(high / _MOST_TICKS - low / _MOST_TICKS)
        ticks = [step * n for n in range(math.ceil(low / step), math.floor(high / step) + 1)]
    return ticks if len(ticks) > 1 else [low, high]


def _powers_of_ten(low: float, high: float) -> list[float]:
    first, last = math.ceil(math.log10(low)), math.floor(math.log10(high))
    step = max(1, -(-(last - first) // _MOST_TICKS))
    return [10.0**power for power in range(first, last + 1, step)]


def _starts_of_years(low: float, high: float) -> list[float]:
    first, last = _year(low), _year(high)
    step = max(1, math.ceil(round_step((last - first) / _MOST_TICKS)))
    days = (float(days_from_civil(year)) for year in range(-(-first // step) * step, last + 1, step))
    return [day for day in days if low <= day <= high]


def _text(key: float, histogram: Histogram) -> str:
    """Text of a place on the axis: a year, a day where only few years are shown, or a short number."""
    if histogram.scale is not Scale.TIME:
        return short_number(key)
    year = _year(key)
    if histogram.edges[-1] - histogram.edges[0] < 3 * _DAYS_PER_YEAR:
        return "{:04d}-{:02d}-{:02d}".format(*civil_from_days(math.floor(key)))
    return f"{1 - year:,} BCE" if year < 1 else str(year)


def _year(key: float) -> int:
    return civil_from_days(math.floor(key))[0]


def short_number(number: float) -> str:
    """A number in few characters.

    Args:
        number: any finite number.

    Returns:
        "0.25", "1.5k", "3M", "2bn", "1e+15".
    """
    size = abs(number)
    for unit, letter in _LARGE:
        if unit <= size < 1e12:
            return f"{number / unit:.3g}{letter}"
    return f"{number:.3g}"
