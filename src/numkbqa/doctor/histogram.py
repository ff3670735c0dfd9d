"""A small histogram of a relation, with edges at round numbers, powers of ten or starts of years."""

import math
import sys
from dataclasses import dataclass
from typing import Final

import numpy as np

from numkbqa.doctor.outliers import Bools
from numkbqa.doctor.scales import Scale, on_scale
from numkbqa.kb.protocol import Floats
from numkbqa.values.calendar import civil_from_days, days_from_civil

MOST_BINS: Final = 30
_DAYS_PER_YEAR: Final = 365.2425
_LARGEST: Final = sys.float_info.max
_MOST_YEARS: Final = 10**11


@dataclass(frozen=True, slots=True)
class Histogram:
    """How the values of a relation spread.

    Args:
        scale: linear, log or time.
        edges: ends of the bins, ascending, one more than bins; days since 1970-01-01 for dates.
        counts: number of values in each bin; a bin holds its lower end, the last one both.
        below: values below the first edge (zeros where the scale is logarithmic, outliers).
        above: values above the last edge (outliers).
    """

    scale: Scale
    edges: list[float]
    counts: list[int]
    below: int
    above: int


def make_histogram(keys: Floats, scale: Scale, unusual: Bools) -> Histogram | None:
    """Count values in about `MOST_BINS` bins.

    Args:
        keys: lower comparison keys, shape (num_values,).
        scale: their scale.
        unusual: which values would flatten the picture, shape (num_values,); they do not stretch it, and are
            only counted where they lie outside.

    Returns:
        The histogram; None when there is no value to show.
    """
    shown = keys[~unusual & (keys > 0)] if scale is Scale.LOG else keys[~unusual]
    if not len(shown):
        return None
    low, high = float(shown.min()), float(shown.max())
    edges = _edges(low, high, scale, whole=bool((shown == np.floor(shown)).all()))
    counts, _ = np.histogram(keys, edges)
    below, above = int((keys < edges[0]).sum()), int((keys > edges[-1]).sum())
    return Histogram(scale, edges.tolist(), counts.tolist(), below, above)


def _edges(low: float, high: float, scale: Scale, *, whole: bool) -> Floats:
    if scale is Scale.LOG:
        return _log_edges(low, high)
    if scale is Scale.TIME and abs(low) + abs(high) < _MOST_YEARS * _DAYS_PER_YEAR:
        return _time_edges(low, high)
    return _linear_edges(low, high, whole=whole)


def _linear_edges(low: float, high: float, *, whole: bool) -> Floats:
    """Edges at multiples of a round step; a step of 1 puts each whole number into a bin of its own."""
    step = round_step(high / MOST_BINS - low / MOST_BINS)
    if whole and step < 1 <= high - low:
        step = 1.0
    if step == 0:  # all values are equal
        return _around(low)
    first = math.floor(low / step)
    with np.errstate(over="ignore"):  # an edge beyond the floats is moved back to the last value
        edges = step * np.arange(first, math.floor(high / step) + 2, dtype=np.float64)
    return _distinct(edges, low, high)


def _log_edges(low: float, high: float) -> Floats:
    first, last = (float(end) for end in on_scale(np.array([low, high]), Scale.LOG))
    per_ten = next((n for n in (10, 8, 5, 4, 2, 1) if n * (last - first) <= MOST_BINS - 2), 1)
    start, end = math.floor(first * per_ten), math.floor(last * per_ten) + 1
    stride = -(-(end - start) // MOST_BINS)
    powers = np.arange(start, end + stride, stride) / per_ten
    return _distinct(10.0 ** np.clip(powers, -307, 308), low, high)


def _time_edges(low: float, high: float) -> Floats:
    """Edges at the starts of years, so that dates known to the year fall evenly; of days within few years."""
    first, last = (civil_from_days(math.floor(end))[0] for end in (low, high))
    if last - first < 2:
        return _linear_edges(low, high, whole=True)
    step = max(1, math.ceil(round_step((last - first + 1) / MOST_BINS)))
    years = range(first // step * step, last + step + 1, step)
    return np.array([float(days_from_civil(year)) for year in years])


def round_step(width: float) -> float:
    """The least of 1, 2 and 5 times a power of ten that is not below a width; 0 for 0."""
    if width <= 0:
        return 0.0
    power = 10.0 ** math.floor(math.log10(width))
    return next((factor * power for factor in (1.0, 2.0, 5.0, 10.0) if factor * power >= width), width)


def _around(value: float) -> Floats:
    width = max(abs(value), 1.0) / 2
    return np.array([max(value - width, -_LARGEST), min(value + width, _LARGEST)])


def _distinct(edges: Floats, low: float, high: float) -> Floats:
    """The edges, made to hold both ends where rounding has moved them, and each once."""
    edges[0] = min(edges[0], low) if np.isfinite(edges[0]) else low
    edges[-1] = max(edges[-1], high) if np.isfinite(edges[-1]) else high
    found: Floats = np.unique(edges)
    return found if len(found) > 1 else _around(low)
