import json

import numpy as np
import pytest

from numkbqa.retrieval.linking.fit_weights import PRIOR, Choice, balanced, fit_weights
from numkbqa.retrieval.linking.weights import FEATURES, WEIGHTS_FILE, read_weights, shares_of


def choices(feature: str, right_when_high: float, count: int = 200) -> list[Choice]:
    """Two candidates that differ in one feature; the one that has it is right with a probability."""
    rng = np.random.default_rng(0)
    rows = np.zeros((2, len(FEATURES)))
    rows[0, FEATURES.index(feature)] = 1.0
    right = rng.random(count) < right_when_high
    return [Choice(rows, np.array([yes, not yes])) for yes in right]


@pytest.mark.parametrize(("feature", "probability"), [("case", 0.9), ("coherence", 0.6), ("partial", 0.1)])
def test_weights_give_the_frequencies_of_the_data(feature: str, probability: float) -> None:
    data = choices(feature, probability)
    weights = fit_weights(data, strength=1e-6)
    vector = np.array([weights[name] for name in FEATURES])
    share = shares_of(data[0].features, vector)[0]
    assert share == pytest.approx(np.mean([choice.right[0] for choice in data]), abs=0.01)


def test_without_data_the_weights_are_the_prior() -> None:
    assert fit_weights([]) == PRIOR
    pulled = fit_weights(choices("case", 0.05), strength=1e6)
    assert pulled == pytest.approx(PRIOR, abs=0.01)


def test_the_order_of_candidates_does_not_matter() -> None:
    data = choices("case", 0.8, count=30)
    turned = [Choice(choice.features[::-1], choice.right[::-1]) for choice in data]
    assert fit_weights(data) == pytest.approx(fit_weights(turned), abs=1e-3)


def test_shares_sum_to_one_and_grow_with_the_score() -> None:
    features = np.random.default_rng(0).normal(size=(6, len(FEATURES))) * 100
    shares = shares_of(features, read_weights())
    assert shares.sum() == pytest.approx(1.0)
    assert np.argmax(shares) == np.argmax(features @ read_weights())


def test_the_weights_in_the_package_are_complete_and_sensible() -> None:
    assert set(json.loads(WEIGHTS_FILE.read_text(encoding="utf-8"))) == set(FEATURES) == set(PRIOR)
    weights = dict(zip(FEATURES, read_weights().tolist(), strict=True))
    assert weights["partial"] < 0 < min(weights[name] for name in ("popularity", "beside", "relations"))


def test_each_graph_counts_the_same() -> None:
    many, few = choices("case", 1.0, count=90), choices("case", 0.0, count=10)
    whole = balanced([many, few, []])
    assert sum(choice.weight for choice in whole[:90]) == pytest.approx(50)
    assert sum(choice.weight for choice in whole[90:]) == pytest.approx(50)
    assert fit_weights(whole, strength=1e-6)["case"] == pytest.approx(0, abs=0.01)
