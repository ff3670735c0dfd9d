"""Fitting the weights of linking: a conditional logit model over the candidates of each mention."""

from collections.abc import Sequence
from typing import Final, NamedTuple

import numpy as np
from numpy.typing import NDArray
from scipy.optimize import minimize

from numkbqa.retrieval.linking.weights import FEATURES, shares_of

Floats = NDArray[np.float64]

PRIOR: Final = {
    "popularity": 0.7, "beside": 6.0, "said": 2.0, "asked": 3.0, "preferred": 1.0, "case": 1.0,
    "relations": 4.0, "numbers": 2.0, "coherence": 3.0, "partial": -3.0, "missing": -0.5, "ending": 1.5,
}  # fmt: skip
"""What the weights are drawn to: data for fitting seldom shows every feature at work."""


class Choice(NamedTuple):
    """A mention of a training question with several candidates.

    Args:
        features: shape (num_candidates, num_features).
        right: which of them are meant, at least one, shape (num_candidates,).
        weight: how much it counts.
    """

    features: Floats
    right: NDArray[np.bool_]
    weight: float = 1.0


def balanced(graphs: Sequence[Sequence[Choice]]) -> list[Choice]:
    """Weigh the choices so that each graph counts the same: no graph shall decide how others are read.

    Args:
        graphs: the choices on each graph.

    Returns:
        All choices, of a mean weight of 1.
    """
    total, filled = sum(map(len, graphs)), sum(map(bool, graphs))
    return [choice._replace(weight=total / filled / len(choices)) for choices in graphs for choice in choices]


def fit_weights(choices: Sequence[Choice], strength: float = 1.0) -> dict[str, float]:
    """Fit the weights by penalised maximum likelihood.

    Args:
        choices: what was chosen in questions for training.
        strength: of the squared distance to `PRIOR`, in the loss summed over the choices.

    Returns:
        The weight of each feature.
    """
    prior = np.array([PRIOR[name] for name in FEATURES])

    def loss(weights: Floats) -> tuple[float, Floats]:
        drawn = weights - prior
        total, gradient = strength * float(drawn @ drawn), 2 * strength * drawn
        for choice in choices:
            cost, slope = _loss(choice, weights)
            total, gradient = total + choice.weight * cost, gradient + choice.weight * slope
        return total, gradient

    found = minimize(loss, prior, jac=True, method="L-BFGS-B")
    return {name: round(float(weight), 3) for name, weight in zip(FEATURES, found.x, strict=True)}


def _loss(choice: Choice, weights: Floats) -> tuple[float, Floats]:
    """Negative log share of the right candidates, and its gradient."""
    shares = shares_of(choice.features, weights)
    among_right = shares_of(choice.features[choice.right], weights)
    slope = shares @ choice.features - among_right @ choice.features[choice.right]
    return -float(np.log(max(shares[choice.right].sum(), 1e-300))), slope
