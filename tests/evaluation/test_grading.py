"""`summarise` by mode: what is retrieved, who counts, and the public evaluator as the judge."""

from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from numkbqa.evaluation import Mode, Rules, ValueAnswer, summarise
from numkbqa.questions.records import Answer
from tests.support.predictions import KB, LARGEST, PLAIN, SIZE, prediction, question
from tests.support.public_evaluator import judge

OFFICIAL = Rules(Mode.OFFICIAL)


@settings(deadline=None, max_examples=100)
@given(
    st.lists(st.sampled_from([0.0, 0.004, 0.1, 0.4, 0.5]), min_size=3, max_size=3),
    st.lists(st.sampled_from(["a", "b", "c", "t", "x"]), max_size=4),
    st.sampled_from([None, 4, 50]),
)
def test_a_prediction_is_graded_as_by_the_public_evaluator(
    p: list[float], gold: list[str], n_max: int | None
) -> None:
    asked = question("q", PLAIN, *gold)
    (row,) = summarise([prediction(asked, p)], [], KB, 0, rules=Rules(Mode.OFFICIAL, n_max)).rows
    expected = judge([*zip("abc", p, strict=True), ("t", 0.0)], ["t"], gold, n_max or 4)
    assert (row.hit, row.f1) == (expected.hit, expected.f1)
    assert list(row.retrieved) == [name for name, _ in expected.retrieved]


def test_the_mode_decides_who_counts() -> None:
    made = [prediction(question("q1", PLAIN, "a"), [1, 0, 0]), prediction(question("q2", PLAIN), [1, 0, 0])]
    dropped = [(question("q3", PLAIN, "a"), "no topic entity")]
    found: dict[str, Any] = {}
    for mode in Mode:
        report = summarise(made, dropped, KB, 0, rules=Rules(mode))
        document = report.to_json()
        assert document["mode"] == mode
        assert document["questions"] == 3
        why = "topic entity" if mode is Mode.OFFICIAL else "gold answer"
        assert report.table().caption == f"left out: 1 without {why}"
        found[mode] = len(report.rows), report.ungraded, report.dropped, report.score().hits1
    assert found == {"strict": (2, 1, 0, 50.0), "official": (2, 0, 1, 100.0), "name": (2, 1, 0, 50.0)}


def test_the_largest_subgraph_is_taken_where_none_is_given() -> None:
    made = [prediction(question("q", PLAIN, "a"), [1, 0, 0])]
    assert summarise(made, [], KB, 0, rules=OFFICIAL).to_json()["n_max"] == 4
    assert summarise(made, [], KB, 0, rules=Rules(Mode.OFFICIAL, 2000)).to_json()["n_max"] == 2000
    assert summarise(made, [], KB, 0).to_json()["n_max"] is None
    assert summarise([], [], KB, 0, rules=OFFICIAL).rows == []
    assert summarise(made, [], KB, 0).table().caption is None


def test_topics_are_answers_in_the_strict_mode_alone() -> None:
    asked = prediction(question("q", PLAIN, "t"), [0.3, 0.0, 0.0])
    asked.probabilities[3] = 0.7
    (strict,), (official,) = (summarise([asked], [], KB, 0, rules=r).rows for r in (Rules(), OFFICIAL))
    assert (strict.hit, official.hit) == (1.0, 0.0)
    assert official.retrieved == ("a",)


def test_ties_are_broken_by_the_graph_and_reported() -> None:
    tied = prediction(question("q", PLAIN, "b"), [0.5, 0.5, 0.0])
    clear = prediction(question("q", PLAIN, "b"), [0.4, 0.6, 0.0])
    report = summarise([tied, clear], [], KB, 0)
    assert [row.hit for row in report.rows] == [0.0, 1.0]
    assert report.to_json()["ties"] == 1


def test_values_are_answers_in_every_mode() -> None:
    asked = question("q", "what is the size of b?", Answer(value="2"))
    handle = int(KB.numbers_of(np.array([KB.entity_index("b")])).value[-1])
    size = ValueAnswer(KB.entity_index("b") or 0, SIZE, handle, "2")
    for mode in Mode:
        values = {asked: [size]}
        (row,) = summarise([prediction(asked, [1, 0, 0])], [], KB, 0, values, rules=Rules(mode)).rows
        assert (row.hit, row.f1, row.retrieved) == (1.0, 1.0, ("2",))
        (row,) = summarise([], [(asked, "nothing")], KB, 0, values, rules=Rules(mode)).rows
        assert row.hit == 1.0


@pytest.mark.parametrize("mode", Mode)
def test_every_system_beside_the_model_is_graded_by_the_mode(mode: Mode) -> None:
    asked = prediction(
        question("q", LARGEST, "c"), [1, 0, 0], basic=[0.0, 0.9, 0.1], winners="c", relation=SIZE
    )
    (row,) = summarise([asked], [], KB, 0, rules=Rules(mode)).rows
    assert (row.hit, row.basic, row.exact) == (0.0, 0.0, 1.0)
    (row,) = summarise([prediction(question("q", LARGEST), [1, 0, 0])], [], KB, 0, rules=OFFICIAL).rows
    assert (row.hit, row.basic, row.exact, row.lost) == (1.0, 1.0, 1.0, None)


def test_confidence_stays_with_the_answer_that_it_is_of() -> None:
    topic_first = prediction(question("q", PLAIN, "a"), [0.3, 0.0, 0.0])
    topic_first.probabilities[3] = 0.7
    (row,) = summarise([topic_first], [], KB, 0, rules=OFFICIAL).rows
    assert (row.hit, row.mass) == (1.0, None)
    (row,) = summarise([topic_first], [], KB, 0).rows
    assert row.mass == pytest.approx(0.7)
