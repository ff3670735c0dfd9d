"""Bit-equal to the public evaluator, which `tests/support/public_evaluator.py` tells again in loops."""

from typing import Any

import numpy as np
from hypothesis import given, settings
from hypothesis import strategies as st

from numkbqa.evaluation.modes import Given, grade_officially
from numkbqa.evaluation.official import official_answers
from tests.support.public_evaluator import judge

# few distinct weights, so that probabilities tie; zeros and tiny ones, so that the threshold bites
WEIGHT = st.sampled_from([0.0, 1e-6, 0.002, 0.05, 1.0, 1.0, 2.5, 7.0, 40.0])


@st.composite
def asked(draw: st.DrawFn) -> dict[str, Any]:
    """A distribution over a subgraph, its topic entities, and gold answers in it and beside it."""
    weights = np.array(draw(st.lists(WEIGHT, min_size=1, max_size=12)), dtype=np.float32)
    p = (weights / max(weights.sum(), np.float32(1e-3))).astype(np.float32).astype(np.float64)
    names = [f"e{i}" for i in range(len(p))]
    return {
        "p": p,
        "names": names,
        "topics": draw(st.sets(st.sampled_from(names), max_size=3)),
        "gold": draw(st.lists(st.sampled_from([*names, "outside", "beyond"]), max_size=5)),
        "n_max": len(p) + draw(st.sampled_from([0, 3, 2000])),
    }


@settings(deadline=None, max_examples=300)
@given(asked())
def test_what_is_retrieved_and_its_grade_are_those_of_the_public_evaluator(one: dict[str, Any]) -> None:
    names, p = one["names"], one["p"]
    expected = judge(list(zip(names, p.tolist(), strict=True)), one["topics"], one["gold"], one["n_max"])
    topics = np.array([name in one["topics"] for name in names])
    found = [names[i] for i in official_answers(p, topics, one["n_max"])]
    assert found == [name for name, _ in expected.retrieved]
    grade = grade_officially(Given(found[0] if found else None, found), one["gold"])
    assert (grade.hit, grade.f1) == (expected.hit, expected.f1)


def test_the_quirks_by_hand() -> None:
    none = np.zeros(4, dtype=np.bool_)
    p = np.array([0.1, 0.4, 0.4, 0.1])
    assert official_answers(p, none, 4) == [
        1,
        2,
        0,
        3,
    ]  # 0.9 of the mass is not enough
    assert official_answers(p, np.array([False, True, False, False]), 4) == [2, 0, 3]
    # what the widest subgraph of the split holds decides who counts: 0.05 / 4 > 0.01 > 0.05 / 6
    small = np.array([0.01, 0.9, 0.01, 0.01])
    assert official_answers(small, none, 4) == [1]
    assert official_answers(small, none, 6) == [1, 0, 2, 3]
    assert official_answers(np.zeros(2), none[:2], 2) == []
