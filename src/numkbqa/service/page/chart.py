"""The chart of an answer as a Vega-Lite specification, without colours and fonts: the page has its own.

Each row has its name and its value above its mark: a bar for numbers, a place on a timeline for dates. The
table beside the chart holds the same, so that nobody depends on the picture.
"""

import math
from collections.abc import Sequence
from dataclasses import asdict, dataclass
from typing import Any, Final

from numkbqa.values.shown import SEPARATED_FROM, size, years

Spec = dict[str, Any]

ROW_HEIGHT: Final = 36
_BAR, _TEXT = 9, -7
"""How far the mark of a row lies below its middle, and the text above."""

_ERA: Final = "(datum.value < 0 ? ' BCE' : '')"
_YEARS: Final = f"format(max(abs(datum.value), 1), 'd') + {_ERA}"
_YEAR, _MONTH = "abs(floor(datum.value))", "floor((datum.value - floor(datum.value)) * 12) + 1"
_MONTHS: Final = f"format({_YEAR}, 'd') + '-' + format({_MONTH}, '02d') + {_ERA}"
_LARGE: Final = "replace(format(datum.value, '~s'), 'G', 'bn')"
_SHORT_SPAN: Final = 3.0
"""Years below which a timeline is marked by months."""


@dataclass(frozen=True, slots=True)
class Mark:
    """One row of a chart.

    Args:
        label: name of the entity.
        text: its value as it is shown.
        value: normalised text of the value.
        won: whether it answers the question.
    """

    label: str
    text: str
    value: str | None
    won: bool


def draw(marks: Sequence[Mark], title: str, kind: str | None) -> Spec | None:
    """Specify a chart.

    Args:
        marks: its rows, from above.
        title: what the axis measures, with its unit.
        kind: kind of the values: "date", "number" or "quantity".

    Returns:
        The specification, or None where fewer than two values can be drawn.
    """
    rows = [_timed(mark) if kind == "date" else _sized(mark) for mark in marks]
    drawn = [row for row in rows if row is not None]
    if len(drawn) < 2 or not math.isfinite(drawn[-1]["end"] - drawn[0]["end"]):
        return None
    layers = _timeline(drawn, title) if kind == "date" else _bars(drawn, title)
    return {
        "width": "container",
        "height": {"step": ROW_HEIGHT},
        "data": {"values": [{"place": place, **row} for place, row in enumerate(drawn)]},
        "encoding": {"y": {"field": "place", "type": "ordinal", "axis": None}},
        "layer": [*layers, _words("label", "left"), _words("text", "right")],
        "resolve": {"scale": {"color": "independent"}},
    }


def _sized(mark: Mark) -> Spec | None:
    end = size(mark.value)
    return None if end is None or math.isinf(end) else {**asdict(mark), "start": 0.0, "end": end}


def _timed(mark: Mark) -> Spec | None:
    """A row with the years between which its date lies."""
    between = years(mark.value or "")
    if between is None:
        return None
    # The axis counts years as people do, without a year 0, so that its round places are round years.
    shift = 0 if between[0] >= 1 else -1
    return {**asdict(mark), "start": between[0] + shift, "end": between[1] + shift}


def _bars(rows: Sequence[Spec], title: str) -> list[Spec]:
    """Bars from zero; dots where bars from zero would all look alike."""
    low, high = min(row["end"] for row in rows), max(row["end"] for row in rows)
    nearest, farthest = sorted((abs(low), abs(high)))
    from_zero = low <= 0 <= high or nearest <= farthest / 2 or low == high
    axis = {**_axis(title), "labelExpr": _LARGE} if farthest >= SEPARATED_FROM else _axis(title)
    x = {"field": "end", "type": "quantitative", "axis": axis, "scale": {"zero": from_zero}}
    if from_zero:
        bar = {"type": "bar", "height": 8, "yOffset": _BAR, "cornerRadiusEnd": 1.5}
        return [{"mark": bar, "encoding": {"x": x, "color": _colour()}}]
    axis["title"] = f"{title} (the axis does not begin at zero)"
    return [_rail(), {"mark": _dot(), "encoding": {"x": x, "color": _colour()}}]


def _timeline(rows: Sequence[Spec], title: str) -> list[Spec]:
    """A line for the time in which each date lies, and a dot in its middle."""
    short = max(row["end"] for row in rows) - min(row["start"] for row in rows) < _SHORT_SPAN
    marks = {"labelExpr": _MONTHS} if short else {"labelExpr": _YEARS, "tickMinStep": 1}
    axis = {**_axis(title), **marks}
    scale = {"zero": False, "nice": False, "padding": 12}
    x = {"field": "start", "type": "quantitative", "axis": axis, "scale": scale}
    line = {"type": "bar", "height": 3, "yOffset": _BAR, "opacity": 0.5}
    middle = {"calculate": "(datum.start + datum.end) / 2", "as": "middle"}
    dots = {"x": {**x, "field": "middle"}, "color": _colour()}
    return [
        _rail(),
        {"mark": line, "encoding": {"x": x, "x2": {"field": "end"}, "color": _colour()}},
        {"transform": [middle], "mark": _dot(), "encoding": dots},
    ]


def _axis(title: str) -> Spec:
    return {"title": title, "tickCount": 5, "grid": False, "domain": False, "ticks": False}


def _rail() -> Spec:
    """A thin line through each row, on which its dot stands."""
    where = {"x": {"value": 0}, "x2": {"value": "width"}}
    return {"mark": {"type": "rule", "yOffset": _BAR, "style": "rail"}, "encoding": where}


def _dot() -> Spec:
    return {"type": "circle", "size": 70, "opacity": 1, "yOffset": _BAR}


def _colour(of: str = "category") -> Spec:
    """Two colours of the page's range of that name: for the other rows, and for those that are the answer."""
    scale = {"domain": [False, True], "range": of}
    return {"field": "won", "type": "nominal", "scale": scale, "legend": None}


def _words(field: str, side: str) -> Spec:
    """The names at the left end of all rows, or the values at the right end."""
    where = {"value": 0} if side == "left" else {"value": "width"}
    mark = {"type": "text", "align": side, "baseline": "middle", "yOffset": _TEXT}
    colour = _colour("words")
    return {"mark": mark, "encoding": {"x": where, "text": {"field": field}, "color": colour}}
