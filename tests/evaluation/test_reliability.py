import random

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from numkbqa.evaluation.reliability import (
    Reliability,
    accuracy_at_coverage,
    brier_score,
    expected_error,
    reliability_bins,
)

PAIRS = st.lists(st.tuples(st.sampled_from([0.0, 0.1, 0.3, 0.5, 0.9, 1.0]), st.booleans()), min_size=1)


def test_golden_figures() -> None:
    # Two bins of two: mean confidence 0.3 and accuracy 1/2, 0.85 and 1/2; (0.2 + 0.35) / 2.
    confidence, right = [0.2, 0.4, 0.8, 0.9], [0.0, 1.0, 1.0, 0.0]
    bins = reliability_bins(confidence, right, 2)
    assert [(one.n, round(one.confidence, 9), one.accuracy) for one in bins] == [
        (2, 0.3, 0.5),
        (2, 0.85, 0.5),
    ]
    # With fifteen bins each question has its own: 0.2 + 0.6 + 0.2 + 0.9 over 4.
    assert expected_error(confidence, right) == pytest.approx(0.475)
    assert brier_score(confidence, right) == pytest.approx((0.04 + 0.36 + 0.04 + 0.81) / 4)


def test_bins_hold_equally_many_questions() -> None:
    confidence = np.linspace(0, 1, 150).tolist()
    bins = reliability_bins(confidence, [1.0] * 150)
    assert [one.n for one in bins] == [10] * 15
    assert [one.confidence for one in bins] == sorted(one.confidence for one in bins)


def test_equal_confidences_share_a_bin() -> None:
    assert [one.n for one in reliability_bins([0.7] * 40 + [0.9], [1.0] * 41)] == [40, 1]


def test_perfect_confidence_has_no_error_and_blind_confidence_has_all() -> None:
    assert expected_error([1.0, 0.0], [1.0, 0.0]) == 0.0
    assert expected_error([0.0, 1.0], [1.0, 0.0]) == 1.0
    assert brier_score([0.0, 1.0], [1.0, 0.0]) == 1.0


def test_honest_confidence_has_a_small_error() -> None:
    rng = np.random.default_rng(0)
    confidence = rng.uniform(size=20_000)
    right = (rng.uniform(size=20_000) < confidence).astype(float)
    assert expected_error(confidence.tolist(), right.tolist()) < 0.02
    assert expected_error((confidence**0.3).tolist(), right.tolist()) > 0.15


@given(PAIRS, st.randoms())
def test_the_order_of_questions_does_not_matter(pairs: list[tuple[float, bool]], rng: random.Random) -> None:
    shuffled = list(pairs)
    rng.shuffle(shuffled)
    one, other = (
        Reliability(None, [c for c, _ in some], [float(r) for _, r in some]) for some in (pairs, shuffled)
    )
    assert one.to_json() == other.to_json()


@given(PAIRS)
def test_figures_stay_in_their_range(pairs: list[tuple[float, bool]]) -> None:
    confidence, right = [c for c, _ in pairs], [float(r) for _, r in pairs]
    bins = reliability_bins(confidence, right)
    assert sum(one.n for one in bins) == len(pairs)
    assert 0 <= expected_error(confidence, right) <= 1
    # Jensen: the error is at least the distance of the two means.
    assert expected_error(confidence, right) >= abs(np.mean(confidence) - np.mean(right)) - 1e-9


def test_the_surest_questions_are_answered_first() -> None:
    confidence, right = [0.1, 0.9, 0.8, 0.3], [0.0, 1.0, 1.0, 0.0]
    assert accuracy_at_coverage(confidence, right, 0.5) == 100.0
    assert accuracy_at_coverage(confidence, right, 0.8) == pytest.approx(66.67)
    assert accuracy_at_coverage(confidence, right, 1.0) == 50.0
    # of equally sure questions each counts with their mean
    assert accuracy_at_coverage([0.5] * 4, right, 0.5) == 50.0
    assert accuracy_at_coverage([0.5], [1.0], 0.1) == 100.0
    assert accuracy_at_coverage([], [], 0.5) is None


def test_calibrated_and_bare_figures_stand_side_by_side() -> None:
    found = Reliability([1.0, 0.0], [0.5, 0.5], [1.0, 0.0]).to_json()
    assert (found["ece"], found["brier"]) == (0.0, 0.0)
    assert (found["ece_uncalibrated"], found["brier_uncalibrated"]) == (0.0, 0.25)
    assert found["bins"] == [
        {"n": 1, "confidence": 0.0, "accuracy": 0.0},
        {"n": 1, "confidence": 1.0, "accuracy": 1.0},
    ]
    assert found["accuracy_at_coverage"]["0.50"] == 100.0


def test_no_questions_give_no_figures() -> None:
    found = Reliability([], [], []).to_json()
    assert found["n"] == 0
    assert found["bins"] == []
    assert {found[key] for key in ("ece", "brier", "ece_uncalibrated", "brier_uncalibrated")} == {None}
    assert set(found["accuracy_at_coverage"].values()) == {None}
