"""How far confidence can be trusted: calibration error, Brier score, and accuracy by share answered."""

import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

Floats = NDArray[np.float64]
Ints = NDArray[np.int64]

BINS: Final = 15
COVERAGES: Final = (0.5, 0.8, 0.9, 1.0)
"""Shares of the questions, the surest first, over which accuracy is told."""


@dataclass(frozen=True, slots=True)
class Bin:
    """Questions of similar confidence.

    Args:
        n: how many.
        confidence: their mean confidence.
        accuracy: the share of them whose first answer is right.
    """

    n: int
    confidence: float
    accuracy: float

    def to_json(self) -> dict[str, float]:
        """One entry of `calibration.bins`."""
        return {"n": self.n, "confidence": round(self.confidence, 4), "accuracy": round(self.accuracy, 4)}


@dataclass(frozen=True, slots=True)
class Reliability:
    """Confidence beside what came true, over the questions with an entity for an answer.

    Args:
        calibrated: confidence of each question; None when the model has no calibration.
        mass: mass of the first answer of each question, the confidence without calibration.
        right: whether the first answer is right, 0 or 1.
    """

    calibrated: Sequence[float] | None
    mass: Sequence[float]
    right: Sequence[float]

    @property
    def confidence(self) -> Sequence[float]:
        """Calibrated confidence where there is one, else the mass."""
        return self.mass if self.calibrated is None else self.calibrated

    def bins(self) -> list[Bin]:
        """The questions in bins of equal size, see `reliability_bins`."""
        return reliability_bins(self.confidence, self.right)

    def to_json(self) -> dict[str, Any]:
        """`calibration` of `evaluate --json`; bins and coverage are of `confidence`."""
        return {
            "n": len(self.right),
            "ece": None if self.calibrated is None else _rounded(expected_error, self.calibrated, self.right),
            "brier": None if self.calibrated is None else _rounded(brier_score, self.calibrated, self.right),
            "ece_uncalibrated": _rounded(expected_error, self.mass, self.right),
            "brier_uncalibrated": _rounded(brier_score, self.mass, self.right),
            "bins": [one.to_json() for one in self.bins()],
            "accuracy_at_coverage": {
                f"{share:.2f}": accuracy_at_coverage(self.confidence, self.right, share)
                for share in COVERAGES
            },
        }


def reliability_bins(confidence: Sequence[float], right: Sequence[float], count: int = BINS) -> list[Bin]:
    """Sort questions by confidence into bins of equal size.

    Args:
        confidence: confidence of each question.
        right: whether its first answer is right, 0 or 1.
        count: number of bins at most; equal confidences share one.

    Returns:
        The bins that hold questions, by rising confidence.
    """
    given, true = np.asarray(confidence, dtype=np.float64), np.asarray(right, dtype=np.float64)
    if not len(given):
        return []
    smaller = np.searchsorted(np.sort(given), given, side="left")
    place = smaller * count // len(given)
    return [
        Bin(int(mine.sum()), float(given[mine].mean()), float(true[mine].mean()))
        for mine in (place == one for one in np.unique(place))
    ]


def expected_error(confidence: Sequence[float], right: Sequence[float]) -> float:
    """Expected calibration error over `BINS` bins of equal size (Naeini et al., AAAI 2015; equal-mass bins).

    Args:
        confidence: confidence of each question.
        right: whether its first answer is right, 0 or 1.

    Returns:
        Mean distance of a bin's accuracy from its confidence, weighted by its questions.
    """
    bins = reliability_bins(confidence, right)
    return sum(one.n * abs(one.accuracy - one.confidence) for one in bins) / len(right)


def brier_score(confidence: Sequence[float], right: Sequence[float]) -> float:
    """Mean squared distance of confidence from what came true (Brier, 1950)."""
    # summed exactly, so that the order of the questions cannot change a rounded figure
    squares = (np.asarray(confidence) - np.asarray(right)) ** 2
    return math.fsum(squares.tolist()) / len(squares)


def accuracy_at_coverage(confidence: Sequence[float], right: Sequence[float], share: float) -> float | None:
    """Accuracy when only the surest questions are answered.

    Args:
        confidence: confidence of each question.
        right: whether its first answer is right, 0 or 1.
        share: share of the questions that are answered.

    Returns:
        Per cent right of them, where equally sure questions count with their mean; None without questions.
    """
    if not len(right):
        return None
    given, true = np.asarray(confidence, dtype=np.float64), np.asarray(right, dtype=np.float64)
    _, place, count = np.unique(given, return_inverse=True, return_counts=True)
    expected = (np.bincount(place, true) / count)[place]
    answered = max(round(share * len(given)), 1)
    return round(100 * float(expected[np.argsort(-given, kind="stable")[:answered]].mean()), 2)


def _rounded(
    figure: Callable[[Sequence[float], Sequence[float]], float],
    confidence: Sequence[float],
    right: Sequence[float],
) -> float | None:
    return round(figure(confidence, right), 4) if len(right) else None
