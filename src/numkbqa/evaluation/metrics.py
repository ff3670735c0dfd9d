"""Hits@1, F1 and their bootstrap interval; what counts as right is a matter of `modes.py`."""

from collections.abc import Collection, Sequence
from dataclasses import dataclass
from typing import TypeVar

import numpy as np

RETRIEVED_MASS = 0.95
"""F1 is taken over the best entities until this probability is exceeded (NSM's eps)."""

Entity = TypeVar("Entity", str, int)
"""An answer by its id, or by its local number."""


def hit_at_1(ranked: Sequence[str], gold: Collection[str]) -> float:
    """Whether the first answer is a gold answer.

    Args:
        ranked: answers, best first.
        gold: gold answers.

    Returns:
        1.0 or 0.0.
    """
    return float(bool(ranked) and ranked[0] in gold)


def f1_score(retrieved: Collection[str], gold: Collection[str]) -> float:
    """F1 of the retrieved set against all gold answers, those outside the subgraph included.

    Args:
        retrieved: the answers given.
        gold: gold answers, literal ones as their text.

    Returns:
        F1 in [0, 1].
    """
    common = len(set(retrieved) & set(gold))
    if not common:
        return 0.0
    return harmonic_mean(common / len(set(retrieved)), common / len(set(gold)))


def harmonic_mean(precision: float, recall: float) -> float:
    """F1 of a precision and a recall, both above zero, in the order of operations of public evaluators."""
    return 2.0 / (1.0 / precision + 1.0 / recall)


def retrieved_set(
    ranked: Sequence[Entity], probabilities: Sequence[float], mass: float = RETRIEVED_MASS
) -> list[Entity]:
    """The best answers until their probabilities exceed `mass`, the crossing one included, as NSM does.

    Args:
        ranked: answers, best first.
        probabilities: their probabilities.
        mass: probability to collect.

    Returns:
        A prefix of `ranked`.
    """
    reached = np.cumsum(probabilities) > mass
    end = int(reached.argmax()) + 1 if reached.any() else len(ranked)
    return list(ranked[:end])


def tied(probabilities: Sequence[float]) -> bool:
    """Whether the first answer shares its place: probabilities of answers, best first."""
    return len(probabilities) > 1 and probabilities[0] == probabilities[1]


def share(figures: Sequence[float]) -> float | None:
    """Mean of figures between 0 and 1 in per cent, to two places; None without any."""
    return round(100 * sum(figures) / len(figures), 2) if figures else None


@dataclass(frozen=True, slots=True)
class Score:
    """Hits@1 and F1 over questions; all figures are None where there is no question.

    Args:
        n: number of questions.
        hits1: mean Hits@1 in per cent.
        f1: mean F1 in per cent.
        interval: ends of the 95 % bootstrap interval of Hits@1, in per cent.
    """

    n: int
    hits1: float | None
    f1: float | None
    interval: tuple[float, float] | None

    def to_json(self) -> dict[str, object]:
        """The contract of `evaluate --json`."""
        interval = None if self.interval is None else list(self.interval)
        return {"n": self.n, "hits1": self.hits1, "f1": self.f1, "interval": interval}


def score(hits: Sequence[float], f1s: Sequence[float], *, seed: int = 0, samples: int = 2000) -> Score:
    """Average hits and F1 with a bootstrap interval over questions.

    Args:
        hits: hit of each question, 0 or 1.
        f1s: F1 of each question.
        seed: seed of the bootstrap.
        samples: bootstrap samples.

    Returns:
        The score; all None when there is no question.
    """
    if not hits:
        return Score(0, None, None, None)
    data = np.asarray(hits, dtype=np.float64)
    drawn = np.random.default_rng(seed).integers(0, len(data), (samples, len(data)))
    low, high = np.percentile(data[drawn].mean(axis=1), [2.5, 97.5])
    return Score(
        len(data),
        round(100 * float(data.mean()), 2),
        round(100 * float(np.mean(f1s)), 2),
        (round(100 * float(low), 2), round(100 * float(high), 2)),
    )
