import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from numkbqa.evaluation import Score, f1_score, hit_at_1, retrieved_set, score

NAMES = st.lists(st.sampled_from("abcdef"), unique=True)


@pytest.mark.parametrize(
    ("ranked", "gold", "hit"),
    [(["a", "b"], {"a"}, 1.0), (["b", "a"], {"a"}, 0.0), ([], {"a"}, 0.0), (["a"], set(), 0.0)],
)
def test_only_the_first_answer_counts_for_a_hit(ranked: list[str], gold: set[str], hit: float) -> None:
    assert hit_at_1(ranked, gold) == hit


@pytest.mark.parametrize(
    ("retrieved", "gold", "f1"),
    [
        (["a"], ["a"], 1.0),
        (["a", "b"], ["a"], 2 / 3),  # precision 1/2, recall 1
        (["a"], ["a", "b", "c", "d"], 0.4),  # precision 1, recall 1/4
        (["a", "b", "c"], ["b", "x"], 0.4),  # precision 1/3, recall 1/2
        (["a"], ["b"], 0.0),
        ([], ["b"], 0.0),
        (["a"], [], 0.0),
    ],
)
def test_f1_by_hand(retrieved: list[str], gold: list[str], f1: float) -> None:
    assert f1_score(retrieved, gold) == pytest.approx(f1)


@settings(deadline=None)
@given(NAMES, NAMES)
def test_f1_is_symmetric_and_one_for_equal_sets_alone(one: list[str], other: list[str]) -> None:
    assert f1_score(one, other) == pytest.approx(f1_score(other, one))
    assert (f1_score(one, other) == 1.0) == (bool(one) and set(one) == set(other))


@pytest.mark.parametrize(
    ("probabilities", "kept"),
    [
        ([0.96, 0.04], ["a"]),
        ([0.95, 0.05], ["a", "b"]),  # the mass must be exceeded
        ([0.5, 0.3, 0.19, 0.01], ["a", "b", "c"]),
        ([0.3, 0.2], ["a", "b"]),  # never reached
        ([], []),
    ],
)
def test_answers_are_retrieved_until_their_mass_exceeds_095(
    probabilities: list[float], kept: list[str]
) -> None:
    assert retrieved_set(list("abcd")[: len(probabilities)], probabilities) == kept


def test_another_mass_can_be_asked_for() -> None:
    assert retrieved_set(["a", "b", "c"], [0.5, 0.3, 0.2], mass=0.4) == ["a"]


def test_no_question_has_no_score() -> None:
    assert score([], []) == Score(0, None, None, None)
    assert score([], []).to_json() == {"n": 0, "hits1": None, "f1": None, "interval": None}


def test_scores_are_means_in_per_cent() -> None:
    found = score([1, 0, 0], [1.0, 0.5, 0.0])
    assert (found.n, found.hits1, found.f1) == (3, 33.33, 50.0)


def test_the_interval_of_certain_answers_is_a_point() -> None:
    assert score([1] * 20, [1] * 20).interval == (100.0, 100.0)


def test_the_interval_agrees_with_the_normal_approximation() -> None:
    found = score([1, 0] * 200, [1, 0] * 200)
    half = 196 * np.sqrt(0.25 / 400)  # 1.96 standard errors, in per cent
    assert found.interval is not None
    assert found.interval == pytest.approx((50 - half, 50 + half), abs=0.8)


def test_the_interval_is_the_same_every_time() -> None:
    hits = [1, 0, 0] * 60
    assert score(hits, hits) == score(hits, hits)
    assert score(hits, hits, seed=1, samples=50) != score(hits, hits, seed=2, samples=50)
