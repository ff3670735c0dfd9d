"""Calibrated confidence: the probability that the first answer is right.

Platt scaling of the mass of the first answer, with what the exact sort says beside it (Platt, "Probabilistic
outputs for support vector machines", 1999). Temperature scaling (Guo et al., ICML 2017) is the case where all
but the temperature is zero.

    confidence = sigmoid( logit(mass) / temperature + bias + agrees [+] + disagrees [-] )

where [+] holds when the first answer is one that the exact sort puts first, and [-] when the sort gives
others. A temperature alone does not do: the mass of a plain question is shared by its several right answers,
so that a small first mass is no doubt, and an ordinal answer that the exact sort contradicts is mostly wrong
whatever its mass.
"""

import json
import math
from collections.abc import Sequence
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Final

import numpy as np
from numpy.typing import NDArray
from scipy.optimize import minimize

from numkbqa.errors import UserError
from numkbqa.evaluation.predict import Prediction

Floats = NDArray[np.float64]

CALIBRATION: Final = "calibration.json"
"""Name of the file in a model folder."""

PRIOR: Final = np.array([1.0, 0.0, 0.0, 0.0])
"""The parameters that leave the mass as it is: a slope of one, and nothing added."""

PENALTY: Final = 0.1
"""Weight of the squared distance from `PRIOR`, in questions: with few questions little is changed."""

LEAST_SLOPE: Final = 0.05
"""Confidence never falls while the mass grows."""

LEAST_DOUBT: Final = 1e-4
"""The mass counts as at least this far from 0 and 1, where its logit is finite."""


@dataclass(frozen=True, slots=True)
class Calibration:
    """Turns the mass of the first answer into the probability that it is right.

    Args:
        temperature: divides the logit of the mass; above 1 when the model is too sure.
        bias: added for every question.
        agrees: added when the exact sort puts the answer first too.
        disagrees: added when the exact sort puts others first.
        questions: how many questions it was fitted on.
    """

    temperature: float = 1.0
    bias: float = 0.0
    agrees: float = 0.0
    disagrees: float = 0.0
    questions: int = 0

    def confidence(self, prediction: Prediction) -> float | None:
        """The probability that the first answer is right.

        Args:
            prediction: what the model says of a question.

        Returns:
            A number between 0 and 1; None when there is no answer, and where the exact sort decides: the
            model's mass says nothing of that.
        """
        first = _first(prediction)
        if first is None or prediction.sorted_exactly:
            return None
        weights = np.array([1 / self.temperature, self.bias, self.agrees, self.disagrees])
        return 1 / (1 + math.exp(-float(_features(prediction, first) @ weights)))


def fit_calibration(predictions: Sequence[Prediction]) -> Calibration | None:
    """Fit a calibration on graded questions that the model was not trained on.

    It minimises the negative log-likelihood of "the first answer is right" with a quadratic penalty; the
    problem is convex, so there is one solution.

    Args:
        predictions: what the model says of the questions; those without answer, or without an entity among
            their gold answers, are passed over.

    Returns:
        The calibration; None when no question is left.
    """
    graded = [(p, first) for p in predictions if _asks_entity(p) and (first := _first(p)) is not None]
    if not graded:
        return None
    features = np.array([_features(prediction, first) for prediction, first in graded])
    right = np.array([float(prediction.example.answers[first]) for prediction, first in graded])
    bounds = [(LEAST_SLOPE, None), (None, None), (None, None), (None, None)]
    found = minimize(_loss, PRIOR, (features, right), method="L-BFGS-B", jac=True, bounds=bounds)
    slope, bias, agrees, disagrees = (round(float(weight), 6) for weight in found.x)
    return Calibration(round(1 / slope, 6), bias, agrees, disagrees, len(graded))


def write_calibration(calibration: Calibration, file: Path) -> None:
    """Write a calibration as JSON."""
    file.write_text(json.dumps(asdict(calibration), indent=1), encoding="utf-8")


def read_calibration(file: Path) -> Calibration | None:
    """Read a calibration.

    Args:
        file: written by `write_calibration`.

    Returns:
        The calibration; None when there is no such file.

    Raises:
        UserError: the file is damaged.
    """
    try:
        found = Calibration(**json.loads(file.read_text(encoding="utf-8")))
        if not all(math.isfinite(number) for number in asdict(found).values()) or found.temperature <= 0:
            raise ValueError("its numbers are none")
    except FileNotFoundError:
        return None
    except (OSError, TypeError, ValueError) as error:
        remedy = "train the model again, or remove the file to answer without confidence"
        raise UserError(f"the calibration cannot be read: {error}", where=file, remedy=remedy) from None
    return found


def top_mass(prediction: Prediction) -> float | None:
    """Probability mass of the first answer: the confidence of a model without calibration."""
    first = _first(prediction)
    return None if first is None else float(prediction.probabilities[first])


def _first(prediction: Prediction) -> int | None:
    return next(iter(prediction.ranking()), None)


def _asks_entity(prediction: Prediction) -> bool:
    return any(answer.id is not None for answer in prediction.question.answers)


def _features(prediction: Prediction, first: int) -> Floats:
    """Logit of the mass, one, and whether the exact sort agrees and disagrees, shape (4,)."""
    mass = min(max(float(prediction.probabilities[first]), LEAST_DOUBT), 1 - LEAST_DOUBT)
    sorts = bool(prediction.winners.any())
    agrees = sorts and bool(prediction.winners[first])
    return np.array([math.log(mass / (1 - mass)), 1.0, agrees, sorts and not agrees], dtype=np.float64)


def _loss(weights: Floats, features: Floats, right: Floats) -> tuple[float, Floats]:
    """Penalised negative log-likelihood, and its gradient."""
    logits, moved = features @ weights, weights - PRIOR
    loss = np.logaddexp(0, logits).sum() - right @ logits + PENALTY * moved @ moved
    probability = 1 / (1 + np.exp(-logits))
    return float(loss), features.T @ (probability - right) + 2 * PENALTY * moved
