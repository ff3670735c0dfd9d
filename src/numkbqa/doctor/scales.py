"""The scale on which the values of a relation are looked at: linear, logarithmic, or time."""

from enum import StrEnum
from typing import Final

import numpy as np

from numkbqa.kb.protocol import Floats
from numkbqa.values import Kind

SKEWED: Final = 100.0
"""Positive numbers are looked at by magnitude from this ratio of the 99th to the first percentile on."""


class Scale(StrEnum):
    """How the distance between two keys is measured."""

    LINEAR = "linear"
    LOG = "log"
    TIME = "time"


def choose_scale(kind: Kind, keys: Floats) -> Scale:
    """Choose the scale of a relation.

    Args:
        kind: what its values are.
        keys: their lower comparison keys, shape (num_values,).

    Returns:
        Time for dates; logarithmic for numbers without a negative one, at least half of them above zero, that
        span two orders of magnitude even without their extreme percents; linear for all others.
    """
    if kind is Kind.DATE:
        return Scale.TIME
    positive = keys[keys > 0]
    if not len(positive) or 2 * len(positive) < len(keys) or (keys < 0).any():
        return Scale.LINEAR
    low, high = np.quantile(positive, (0.01, 0.99), method="nearest")
    return Scale.LOG if high / SKEWED >= low else Scale.LINEAR


def on_scale(keys: Floats, scale: Scale) -> Floats:
    """Positions of keys on a scale.

    Args:
        keys: comparison keys, shape (num_values,); above zero where the scale is logarithmic.
        scale: the scale.

    Returns:
        Powers of ten on a logarithmic scale, else the keys themselves, shape (num_values,).
    """
    positions: Floats = np.log10(keys) if scale is Scale.LOG else keys
    return positions
