import dataclasses
import json

import numpy as np
import pytest
from rich.console import Console

from numkbqa.evaluation import Calibration, EvaluationReport, Prediction, ValueAnswer, summarise
from numkbqa.evaluation.groups import CELLS
from numkbqa.questions.records import Answer
from tests.support.predictions import DATE, EARLIEST, KB, LARGEST, PLAIN, SIZE, prediction, question

PREDICTIONS = [
    # Right, 0.96 of the mass on the gold answer: F1 1. Basic reasoning and the exact sort are wrong.
    prediction(
        question("q1", LARGEST, "a"),
        [0.96, 0.03, 0.01],
        basic=[0.1, 0.8, 0.1],
        winners="b",
        relation=SIZE,
    ),
    # Wrong, but the exact sort has it; all three are retrieved: precision 1/3, recall 1, F1 1/2.
    prediction(question("q2", EARLIEST, "b"), [0.5, 0.3, 0.2], winners="b", relation=DATE),
    # Wrong, and the gold answer is no candidate.
    prediction(question("q3", PLAIN, "c"), [0.5, 0.5, 0.0], candidates="ab"),
    # Wrong, although among the candidates: retrieved b and c, precision 1/2, recall 1/2 (x is missing).
    prediction(question("q4", PLAIN, "c", "x"), [0.0, 0.6, 0.4]),
    prediction(question("q5", PLAIN, "x"), [1.0, 0.0, 0.0]),
    prediction(question("q6", PLAIN, Answer(value="1966")), [1.0, 0.0, 0.0]),
    prediction(question("q7", LARGEST, "a"), [0.0, 1.0, 0.0], winners="b", relation=SIZE),
    prediction(question("q8", PLAIN), [1.0, 0.0, 0.0]),
]
DROPPED = [(question("q9", LARGEST, "a"), "no topic entity"), (question("q10", LARGEST), "no topic entity")]
REPORT = summarise(PREDICTIONS, DROPPED, KB, 1.234)


def rows_of(report: EvaluationReport) -> dict[str, list[str]]:
    """Cells of every table row that is printed, by the name in its first column."""
    console = Console(width=160, record=True)
    for table in report.tables():
        console.print(table)
    lines = [line.split("│")[1:-1] for line in console.export_text().splitlines() if line.count("│") > 2]
    return {cells[0].strip(): [cell.strip() for cell in cells[1:]] for cells in lines}


def test_the_figures_by_hand() -> None:
    found = REPORT.to_json()
    assert found["questions"] == 10
    assert found["ungraded"] == 2
    assert found["all"] == {"n": 8, "hits1": 12.5, "f1": 25.0, "interval": [0.0, 37.5]}
    ordinal, plain = REPORT.score(lambda row: row.ordinal), REPORT.score(lambda row: not row.ordinal)
    assert (ordinal.n, ordinal.hits1, ordinal.f1) == (4, 25.0, 37.5)
    assert (plain.n, plain.hits1, plain.f1) == (4, 0.0, 12.5)
    assert found["basic"] == {"all": 0.0, "ordinal": 0.0}
    assert found["exact_sort"] == {"all": 12.5, "ordinal": 25.0}
    # In the subgraph: q1, q2, q3, q4, q7 of eight; q3 was pruned.
    assert found["ceiling"] == {
        "subgraph": {"all": 62.5, "ordinal": 75.0},
        "pruned": {"all": 50.0, "ordinal": 75.0},
    }
    assert found["ordinal_hits1_if_candidate"] == 33.33
    assert found["seconds"] == 1.23


def test_questions_fall_into_the_cell_of_their_relation_and_direction() -> None:
    cells = {row.question.id: row.cell for row in REPORT.rows}
    assert cells == {
        "q1": "size_max",
        "q2": "time_earliest",
        "q3": None,
        "q4": None,
        "q5": None,
        "q6": None,
        "q7": "size_max",
        "q9": None,
    }
    scores = {cell: REPORT.score(lambda row, cell=cell: row.cell == cell) for cell in CELLS}  # type: ignore[misc]
    assert [(scores[cell].n, scores[cell].hits1) for cell in CELLS] == [
        (2, 50.0),
        (0, None),
        (0, None),
        (1, 0.0),
    ]


@pytest.mark.parametrize(
    ("text", "relation", "cell"),
    [
        ("which is the oldest one?", DATE, "time_earliest"),
        ("which is the oldest one?", SIZE, "size_max"),
        ("which is the latest one?", DATE, "time_latest"),
        ("which is the smallest one?", SIZE, "size_min"),
        ("which is the earliest one?", None, "time_earliest"),
        ("which is the smallest one?", None, "size_min"),
    ],
)
def test_the_cell_follows_the_kind_of_value(text: str, relation: int | None, cell: str) -> None:
    report = summarise([prediction(question("q", text, "a"), [1, 0, 0], relation=relation)], [], KB, 0)
    assert report.rows[0].cell == cell


def test_a_wrong_answer_says_where_it_was_lost() -> None:
    lost = {row.question.id: row.lost for row in REPORT.rows}
    assert lost == {
        "q1": None,
        "q2": "wrong order",
        "q3": "pruned",
        "q4": "ranked lower",
        "q5": "answer not in the graph",
        "q6": "literal answer",
        "q7": "wrong relation",
        "q9": "no topic entity",
    }


def test_losses_are_summed_by_kind_of_question() -> None:
    found = REPORT.to_json()["lost"]
    plain = {"answer not in the graph": 1, "literal answer": 1, "pruned": 1, "ranked lower": 1}
    ordinal = {"no topic entity": 1, "wrong order": 1, "wrong relation": 1}
    assert found == {"all": dict(sorted((plain | ordinal).items())), "plain": plain, "ordinal": ordinal}
    shown = rows_of(REPORT)
    assert shown["wrong order"] == ["1", "0", "1"]
    assert shown["pruned"] == ["1", "1", "0"]
    twice = summarise([PREDICTIONS[2], PREDICTIONS[3], PREDICTIONS[2]], [], KB, 0)
    assert list(twice.lost().items()) == [("pruned", 2), ("ranked lower", 1)]


def test_a_row_is_one_line_of_predictions() -> None:
    line = json.loads(json.dumps(REPORT.rows[0].to_json()))
    assert line == {
        "id": "q1",
        "question": LARGEST,
        "ordinal": True,
        "cell": "size_max",
        "hit": 1.0,
        "basic_hit": 0.0,
        "exact_sort_hit": 0.0,
        "f1": 1.0,
        "answers": [{"id": "a", "score": 0.96}, {"id": "b", "score": 0.03}, {"id": "c", "score": 0.01}],
        "values": [],
        "retrieved": ["a"],
        "confidence": None,
        "gold": ["a"],
        "lost": None,
    }
    assert json.loads(json.dumps([row.to_json() for row in REPORT.rows]))[1]["lost"] == "wrong order"


def test_a_question_marked_ordinal_without_a_determiner_has_no_cell() -> None:
    report = summarise([prediction(question("q", PLAIN, "a", ordinal=True), [1, 0, 0])], [], KB, 0)
    assert report.rows[0].ordinal
    assert report.rows[0].cell is None


def test_nothing_to_grade_gives_no_figures() -> None:
    report = summarise([], [(question("q", PLAIN), "no topic entity")], KB, 0)
    assert report.to_json()["all"] == {"n": 0, "hits1": None, "f1": None, "interval": None}
    assert report.to_json()["basic"] == {"all": None, "ordinal": None}


def test_the_tables_show_the_three_systems_by_group() -> None:
    rows = rows_of(REPORT)
    assert {"all", "plain", "ordinal", "values", *(cell.replace("_", " ") for cell in CELLS)} <= set(rows)
    assert rows["ordinal"] == ["4", "0.0", "25.0", "25.0", "75.0", "75.0"]
    assert rows["size min"] == ["0", "-", "-", "-", "-", "-"]


def test_nothing_is_said_of_values_and_losses_where_there_are_none() -> None:
    rows = rows_of(summarise(PREDICTIONS[:1], [], KB, 0))
    assert "values" not in rows
    assert "ordinal" in rows
    assert not any("lost" in name for name in rows)


def test_answers_outside_the_first_ten_are_not_kept() -> None:
    asked = question("q", PLAIN, "a")
    wide = dataclasses.replace(
        prediction(asked, [1, 0, 0]).example,
        entities=np.arange(3).repeat(5)[:12],
        answers=np.zeros(12, bool),
        topics=np.zeros(12, bool),
    )
    p, none = np.full(12, 1 / 12), np.zeros(12, bool)
    row = summarise([Prediction(wide, p, p, none, 0.0, None, None, none)], [], KB, 0).rows[0]
    assert len(row.answers) == 10


def test_confidence_is_measured_over_questions_that_ask_for_an_entity() -> None:
    calibration = Calibration(temperature=2.0)
    report = summarise(PREDICTIONS, DROPPED, KB, 0, calibration=calibration)
    # Left out: q6, whose answer is a literal, q8 without gold, q9 and q10 without an answer.
    found = report.to_json()["calibration"]
    assert isinstance(found, dict)
    assert found["n"] == 6
    assert found["ece"] is not None
    assert found["ece"] != found["ece_uncalibrated"]
    assert sum(one["n"] for one in found["bins"]) == 6
    assert list(found["accuracy_at_coverage"]) == ["0.50", "0.80", "0.90", "1.00"]
    assert found["accuracy_at_coverage"]["1.00"] == pytest.approx(100 / 6, abs=0.01)
    row = report.rows[0]
    assert row.mass == 0.96
    assert row.confidence == calibration.confidence(PREDICTIONS[0])
    assert report.rows[-1].confidence is None
    assert json.loads(json.dumps(report.to_json(), allow_nan=False)) == report.to_json()


def test_without_a_calibration_the_mass_is_measured_alone() -> None:
    found = REPORT.to_json()["calibration"]
    assert isinstance(found, dict)
    assert (found["ece"], found["brier"]) == (None, None)
    assert found["ece_uncalibrated"] > 0
    assert rows_of(REPORT)["calibrated"] == ["-", "-"]
    assert all(row.confidence is None for row in REPORT.rows)


SIZE_OF_B = ValueAnswer(KB.entity_index("b") or 0, SIZE, 2, "2")


def test_a_value_is_graded_beside_the_gold_literal() -> None:
    asked = [question(name, PLAIN, Answer(value=gold)) for name, gold in (("right", "2.0"), ("wrong", "3"))]
    made = [prediction(one, [1.0, 0.0, 0.0]) for one in asked]
    values = {one: [SIZE_OF_B] for one in asked}
    report = summarise(made, [], KB, 0, values, calibration=Calibration())
    right, wrong = report.rows
    assert (right.hit, right.f1, right.lost, right.in_subgraph, right.in_candidates) == (
        1.0,
        1.0,
        None,
        True,
        True,
    )
    assert (wrong.hit, wrong.f1, wrong.lost, wrong.in_subgraph) == (0.0, 0.0, "wrong value", False)
    assert (right.basic, right.exact) == (0.0, 0.0)
    assert right.to_json()["values"] == [{"value": "2", "unit": None}]
    assert right.to_json()["confidence"] is None
    found = report.to_json()
    assert found["values"] == {"n": 2, "hits1": 50.0, "f1": 50.0, "interval": [0.0, 100.0]}
    assert found["calibration"]["n"] == 0  # type: ignore[index]
    assert rows_of(report)["values"] == ["2", "0.0", "50.0", "0.0", "50.0", "50.0"]


def test_a_value_where_an_entity_is_asked_for_is_wrong() -> None:
    asked = question("q", PLAIN, "a")
    (row,) = summarise([prediction(asked, [1.0, 0.0, 0.0])], [], KB, 0, {asked: [SIZE_OF_B]}).rows
    assert (row.hit, row.lost) == (0.0, "wrong value")
    assert not row.asks_value


def test_a_value_can_be_right_without_an_example() -> None:
    asked = [question(name, PLAIN, Answer(value=gold)) for name, gold in (("right", "2"), ("wrong", "3"))]
    dropped = [(one, "no topic entity") for one in [*asked, question("none", PLAIN, Answer(value="2"))]]
    right, wrong, none = summarise([], dropped, KB, 0, {one: [SIZE_OF_B] for one in asked}).rows
    assert (right.hit, right.f1, right.lost, right.in_candidates) == (1.0, 1.0, None, True)
    assert (wrong.hit, wrong.lost, wrong.in_candidates) == (0.0, "wrong value", False)
    assert (none.hit, none.lost) == (0.0, "no topic entity")


def test_of_several_values_the_first_counts_for_a_hit_and_all_for_f1() -> None:
    asked = question("q", PLAIN, Answer(value="2"))
    size_of_c = ValueAnswer(KB.entity_index("c") or 0, SIZE, 3, "3")
    (row,) = summarise([prediction(asked, [1, 0, 0])], [], KB, 0, {asked: [size_of_c, SIZE_OF_B]}).rows
    assert row.hit == 0.0
    assert row.f1 == pytest.approx(2 / 3)
