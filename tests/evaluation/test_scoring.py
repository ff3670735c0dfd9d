"""Files as public systems write them, made by the public evaluator's rules and graded again."""

import json
from pathlib import Path
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from numkbqa.errors import UserError
from numkbqa.evaluation import Mode, ScoreReport, score_predictions
from tests.support.nsm_folder import ENTITIES, FACTS, entity, numbered, write_folder
from tests.support.public_evaluator import info_line, judge
from tests.support.toy_kb import ToyKB

SPLIT = st.lists(
    st.tuples(
        st.lists(st.sampled_from([0.0, 0.01, 0.2, 0.2, 0.6]), min_size=4, max_size=4),
        st.lists(st.sampled_from(ENTITIES), max_size=4),  # with repetitions, or none
        st.sets(st.sampled_from(range(4)), max_size=2),
    ),
    min_size=1,
    max_size=6,
)


def lines(file: Path, *rows: Any) -> Path:
    file.write_text("".join(f"{json.dumps(row)}\n" for row in rows), encoding="utf-8")
    return file


@settings(deadline=None, max_examples=40, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(SPLIT)
def test_official_grades_are_those_that_public_systems_wrote(tmp_path: Path, split: list[Any]) -> None:
    split = [*split, ([0.6, 0.2, 0.0, 0.0], ["m.01"], {0})]  # one that has a topic entity and an answer
    rows, by_number, by_name = [], [], []
    for p, gold, topics in split:
        rows.append(numbered(FACTS[:3], [entity(name) for name in gold], topics=tuple(topics)))
        if not topics:
            continue  # as public code does
        numbers = [ENTITIES.index(name) for name in gold]
        by_number.append(info_line(judge([*enumerate(p)], topics, numbers, 9), "who"))
        named = [(ENTITIES[i], probability) for i, probability in enumerate(p)]
        by_name.append(info_line(judge(named, [ENTITIES[i] for i in topics], gold, 9), "who", gold))
    for number, row in enumerate(rows):
        row["id"] = f"q{number}"
    questions = write_folder(tmp_path, rows, "test_simple.json") / "test_simple.json"
    nsm, rearev = lines(tmp_path / "nsm.info", *by_number), lines(tmp_path / "rearev.info", *by_name)
    for report in (
        score_predictions(nsm, questions, mode="official"),
        score_predictions(rearev, questions, mode="official"),
        score_predictions(rearev, mode="official"),
    ):
        assert report.to_json()["own_figures"] == {"compared": len(by_number), "equal": len(by_number)}
        assert [(row.hit, row.f1) for row in report.rows] == [(one["hit"], one["f1"]) for one in by_name]
    strict = score_predictions(nsm, questions)
    answered = [gold for _, gold, _ in split if gold]
    assert (len(strict.rows), strict.ungraded) == (len(answered), len(split) - len(answered))


LARGEST, LATEST, PLAIN = "what is the largest one", "what is the latest film", "who is it"
REAREV: list[dict[str, Any]] = [
    {"question": LARGEST, "answers": ["a"], "cand": [["b", 0.6], ["a", 0.3]], "hit": 0.0, "f1": 0.6},
    {"question": LATEST, "answers": ["a"], "cand": [["a", 0.5], ["b", 0.5]]},
    {"question": PLAIN, "answers": ["c"], "cand": [["d", 0.99]]},
    {"question": PLAIN, "answers": [], "cand": []},
]


def test_the_figures_by_hand(tmp_path: Path) -> None:
    found: dict[str, Any] = score_predictions(lines(tmp_path / "test.info", *REAREV)).to_json()
    assert (found["mode"], found["format"]) == ("strict", "rearev")
    assert (found["questions"], found["ungraded"], found["dropped"], found["ties"]) == (4, 1, 0, 1)
    assert (found["all"]["n"], found["all"]["hits1"], found["all"]["f1"]) == (3, 33.33, 44.44)
    assert found["cells"]["size_max"]["hits1"] == 0.0
    assert found["ends"]["top"]["n"] == 2
    assert found["kinds"]["date"]["hits1"] == 100.0
    # the subgraph is in no such file; the answer is named for two of three
    assert found["ceiling"] == {
        "subgraph": {"all": None, "plain": None, "ordinal": None},
        "candidates": {"all": 66.67, "plain": 0.0, "ordinal": 100.0},
    }
    assert found["hits1_if_candidate"] == {"all": 50.0, "plain": None, "ordinal": 50.0}
    assert found["own_figures"] == {"compared": 1, "equal": 0}  # its F1 is 2/3
    assert json.loads(json.dumps(found, allow_nan=False)) == found


def test_a_question_file_without_answers_says_what_is_ordinal(tmp_path: Path) -> None:
    marked = [
        {"id": str(i), "question": row["question"], "ordinal": row["question"] == PLAIN}
        for i, row in enumerate(REAREV)
    ]
    file = lines(tmp_path / "test.info", *REAREV)
    report = score_predictions(file, lines(tmp_path / "marked.jsonl", *marked))
    assert [(row.ordinal, row.hit) for row in report.rows] == [(False, 0.0), (False, 1.0), (True, 0.0)]
    assert report.ungraded == 1


def test_empty_gold_is_a_hit_officially(tmp_path: Path) -> None:
    report = score_predictions(lines(tmp_path / "test.info", *REAREV), mode=Mode.OFFICIAL)
    assert (len(report.rows), report.ungraded) == (4, 0)
    assert (report.rows[-1].hit, report.rows[-1].f1, report.rows[-1].in_candidates) == (1.0, 1.0, False)


def test_questions_without_a_prediction_are_wrong_or_left_out(tmp_path: Path) -> None:
    rows = [
        numbered(FACTS, [entity("m.02")], name="in"),
        numbered(FACTS, [entity("m.02")], topics=(), name="out"),
    ]
    questions = write_folder(tmp_path, rows, "test_simple.json") / "test_simple.json"
    file = lines(tmp_path / "test.info", {"cand": [[1, 0.99]], "hit": 1.0, "f1": 1.0})
    strict, official = (score_predictions(file, questions, mode=mode) for mode in ("strict", "official"))
    assert [row.hit for row in strict.rows] == [1.0, 0.0]
    assert [row.hit for row in official.rows] == [1.0]
    assert official.dropped == 1
    assert [column.header for column in official.table().columns][-1] == "in G_q"
    assert "no prediction, left out: 1 questions" in official.notes()
    assert official.to_json()["ceiling"] == {
        "subgraph": {"all": 100.0, "plain": 100.0, "ordinal": None},
        "candidates": {"all": 100.0, "plain": 100.0, "ordinal": None},
    }


def test_graft_net_is_graded_as_its_own_script_does(tmp_path: Path) -> None:
    rows = [
        {"dist": {"a": 0.15, "b": 0.1}, "answers": ["a"]},  # a hit without anything retrieved
        {"dist": {"a": 0.9, "b": 0.3, "c": 0.1}, "answers": ["a", "a", "c"]},  # a set of two
    ]
    for mode in ("official", "strict"):
        report = score_predictions(lines(tmp_path / "pred", *rows), mode=mode)
        assert [(row.hit, row.f1) for row in report.rows] == [(1.0, 0.0), (1.0, 0.5)]
    assert [row.in_subgraph for row in report.rows] == [True, True]
    assert not report.rows[0].ordinal  # the file holds no text


def test_names_make_an_answer_right(tmp_path: Path) -> None:
    kb = ToyKB([("m.1", "in", "m.2")], labels={"m.1": "The One", "m.2": "Other"}, aliases={"m.2": ["one"]})
    row = {"question": PLAIN, "answers": ["m.1"], "cand": [["m.2", 0.99]]}
    file = lines(tmp_path / "test.info", row)
    assert score_predictions(file, mode="name", kb=kb).rows[0].hit == 1.0
    assert score_predictions(file, mode="name").rows[0].hit == 0.0
    assert score_predictions(file).rows[0].hit == 0.0


def test_the_table_and_its_notes(tmp_path: Path) -> None:
    report = score_predictions(lines(tmp_path / "test.info", *REAREV))
    headers = [column.header for column in report.table().columns]
    assert headers == ["questions", "n", "Hits@1", "F1", "among candidates"]
    assert report.notes() == [
        "no gold answer, left out: 1 questions",
        "first place shared: 1 questions",
        "graded as the system graded itself: 0 of 1 questions",
    ]
    assert ScoreReport([], report.mode, report.format).notes() == []


def test_nothing_to_grade_by_is_told(tmp_path: Path) -> None:
    with pytest.raises(UserError, match="no question has answers"):
        score_predictions(lines(tmp_path / "test.info", REAREV[-1]))
