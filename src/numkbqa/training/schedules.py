"""How learning rates run: a linear rise, and a fall along a cosine.

There are two shapes. Training on questions takes most of its steps, so there the fall begins where the rise
ends. Most stages of number pre-training stop long before their last step, so there the fall is over all of
them, those of the rise too. Kept results were made with both as they are: whoever puts one in place of the
other must make those anew.
"""

import math
from collections.abc import Callable

QUESTION_FLOOR = 0.05
"""Share of the highest rate that training on questions ends with: a constant one leaves NSM long on its
plateau."""

NUMBER_FLOOR = 0.02
"""Share of the highest rate that number pre-training ends with."""

Schedule = Callable[[int], float]
"""From a step, counted from 0, to the share of the highest rate that it takes."""


def warmup_then_cosine(warmup_share: float, total: int) -> Schedule:
    """The schedule of training on questions (`fit`): a linear warm-up, then a cosine decay.

    Args:
        warmup_share: share of the steps in which the rate rises.
        total: steps.

    Returns:
        The schedule, down to `QUESTION_FLOOR`.
    """
    total = max(total, 1)
    warmup = max(int(warmup_share * total), 1)

    def factor(step: int) -> float:
        if step < warmup:
            return (step + 1) / warmup
        return _cosine((step - warmup) / max(total - warmup, 1), QUESTION_FLOOR)

    return factor


def warmup_times_cosine(warmup_share: float, total: int) -> Schedule:
    """The schedule of number pre-training: a linear warm-up times a cosine decay over all steps.

    Args:
        warmup_share: share of the steps in which the rate rises.
        total: steps.

    Returns:
        The schedule, down to `NUMBER_FLOOR`.
    """
    warmup = max(1, round(warmup_share * total))

    def factor(step: int) -> float:
        return min(1.0, (step + 1) / warmup) * _cosine(step / max(total, 1), NUMBER_FLOOR)

    return factor


def _cosine(progress: float, floor: float) -> float:
    """A fall from 1 to a floor, where it stays once progress has reached 1."""
    return floor + (1 - floor) * (0.5 * (1 + math.cos(math.pi * min(progress, 1.0))))
