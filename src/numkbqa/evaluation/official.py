"""What the public NSM evaluator takes for the answers of a model."""

import numpy as np
from numpy.typing import NDArray

from numkbqa.evaluation.metrics import RETRIEVED_MASS, retrieved_set


def official_answers(probabilities: NDArray[np.float64], topics: NDArray[np.bool_], n_max: int) -> list[int]:
    """The entities that count as retrieved, bit-equal to the public evaluator (docs/evaluation.md).

    Args:
        probabilities: of the entities of a subgraph, in its order, shape (num_entities,).
        topics: which of them are topic entities, never answers there, shape (num_entities,).
        n_max: entities of the largest subgraph of the split.

    Returns:
        Entities with at least (1 - eps) / n_max, by falling probability and equal ones in the order of the
        subgraph, until eps = 0.95 of the mass is exceeded. The first one is the answer.
    """
    allowed = np.flatnonzero(~topics & (probabilities >= (1 - RETRIEVED_MASS) / n_max))
    ranked = allowed[np.argsort(-probabilities[allowed], kind="stable")]
    return retrieved_set(ranked.tolist(), probabilities[ranked].tolist())
