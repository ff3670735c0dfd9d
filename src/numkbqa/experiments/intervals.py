"""The mean over seeds with its interval, and whether an effect has the paper's direction."""

import math
import statistics
from collections.abc import Sequence
from dataclasses import dataclass

from scipy.stats import t as student

LEVEL = 0.95
"""Level of all intervals."""

FEWEST = 10
"""Questions below which a group says nothing."""


@dataclass(frozen=True, slots=True)
class Spread:
    """A figure over several seeds.

    Args:
        mean: its mean.
        half: half of the width of the 95 % interval of the mean (Student's t); None with a single seed.
        n: how many seeds.
    """

    mean: float
    half: float | None
    n: int


def spread(values: Sequence[float]) -> Spread:
    """The mean over seeds with its interval.

    Args:
        values: one figure a seed, at least one.

    Returns:
        Mean and interval.
    """
    mean, n = statistics.fmean(values), len(values)
    if n < 2:
        return Spread(mean, None, n)
    error = statistics.stdev(values) / math.sqrt(n)
    return Spread(mean, float(student.ppf((1 + LEVEL) / 2, n - 1)) * error, n)


def same_direction(paper: Sequence[float], ours: float, interval: Sequence[float], n: int) -> str:
    """Whether an effect of ours points where the paper's does.

    Args:
        paper: the paper's effects, one a data set.
        ours: our effect.
        interval: its 95 % interval.
        n: questions that it stands on.

    Returns:
        "yes" or "no"; "within noise" when the interval holds zero, "too few" below `FEWEST` questions,
        "paper divided" when the paper's own effects differ in sign, and "-" when it reports none.
    """
    signs = {math.copysign(1, effect) for effect in paper if effect}
    if not signs:
        return "-"
    if len(signs) > 1:
        return "paper divided"
    if n < FEWEST:
        return "too few"
    low, high = interval
    if low <= 0 <= high:
        return "within noise"
    return "yes" if math.copysign(1, ours) in signs else "no"
