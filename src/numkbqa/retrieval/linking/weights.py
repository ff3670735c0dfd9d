"""What speaks for a candidate of a mention, and how much each counts.

| feature | what it is | why |
|---|---|---|
| popularity | log(1 + number of facts) | people ask about what is known |
| beside | a class of it stands beside the mention ("state of Georgia") | the asker says which |
| said | a class of it stands elsewhere in the question | the same, more weakly |
| asked | a neighbour has a class said elsewhere ("largest *city* in Georgia") | it has what is asked for |
| preferred | the mention is its preferred name, not an alias | aliases are shared more |
| case | the mention is one of its names as written | "Turkey" is no "turkey" |
| relations | best cosine of its relations with the rest of the question | the question asks for what it has |
| numbers | best cosine of its numerical relations | the same, for what is measured |
| coherence | nearness to the candidates of other mentions, see `coherence` | "Paris, Texas" |
| partial | the mention is only a part of its names | whole names are meant more often |
| missing | number of words of its name that the mention lacks | the fewer, the nearer |
| ending | the mention is the end of one of its names | people go by their last names |

The weights are those of a conditional logit model: shares of candidates are the softmax of the weighted sums.
`scripts/fit_linking.py` fits them on questions for training, and writes `weights.json`.
"""

import json
from pathlib import Path
from typing import Final

import numpy as np
from numpy.typing import NDArray

FEATURES: Final = (
    "popularity", "beside", "said", "asked", "preferred", "case", "relations", "numbers", "coherence",
    "partial", "missing", "ending",
)  # fmt: skip

WEIGHTS_FILE: Final = Path(__file__).with_name("weights.json")


def read_weights() -> NDArray[np.float64]:
    """The weight of each of `FEATURES`, shape (num_features,)."""
    weights = json.loads(WEIGHTS_FILE.read_text(encoding="utf-8"))
    return np.array([weights[name] for name in FEATURES], dtype=np.float64)


def shares_of(features: NDArray[np.float64], weights: NDArray[np.float64]) -> NDArray[np.float64]:
    """Share of each candidate of one mention.

    Args:
        features: shape (num_candidates, num_features), at least one candidate.
        weights: shape (num_features,).

    Returns:
        Positive shares that sum to 1, shape (num_candidates,).
    """
    scores = features @ weights
    shares = np.exp(scores - scores.max())
    return np.asarray(shares / shares.sum(), dtype=np.float64)
