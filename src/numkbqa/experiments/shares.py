"""Shares of questions and percentiles of times, as result files hold them."""

from collections.abc import Sequence
from typing import Any

import numpy as np

from numkbqa.evaluation.metrics import score

LISTED = 20
"""Failures of one kind of measurement that a result file lists."""


def share_with_interval(hits: Sequence[bool]) -> dict[str, Any]:
    """The share of questions of which something holds.

    Args:
        hits: whether it holds, one a question.

    Returns:
        `n`, `percent` and its 95 % bootstrap `interval` over questions; both None without questions.
    """
    found = score([float(hit) for hit in hits], [0.0] * len(hits))
    interval = None if found.interval is None else list(found.interval)
    return {"n": found.n, "percent": found.hits1, "interval": interval}


def mean(values: Sequence[float]) -> float | None:
    """Their mean with two digits, or None."""
    return round(float(np.mean(values)), 2) if values else None


def percentiles(milliseconds: Sequence[float]) -> dict[str, float]:
    """Median, 95th percentile and largest of some times."""
    p50, p95 = np.percentile(milliseconds, [50, 95])
    return {
        "p50": round(float(p50), 2),
        "p95": round(float(p95), 2),
        "max": round(float(max(milliseconds)), 2),
    }
