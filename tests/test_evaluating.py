import dataclasses
import json
from pathlib import Path

import pytest

from numkbqa.errors import UserError
from numkbqa.evaluating import answer_questions, evaluate, evaluate_system, write_predictions
from numkbqa.evaluation import Mode, Rules
from numkbqa.questions.records import Question
from numkbqa.training.checkpoint import System
from tests.support.small_world import QUESTIONS, Trained, write_questions

RECORDS = [
    Question.model_validate(
        {"id": f"q{i}", "question": text, "topic_entities": [topic], "answers": [{"id": answer}]}
    )
    for i, (text, topic, answer) in enumerate(QUESTIONS)
]


def test_a_model_folder_is_measured_on_question_files(trained: Trained, tmp_path: Path) -> None:
    files = [write_questions(tmp_path / "one.jsonl", QUESTIONS[:4])]
    report = evaluate(trained.model, [*files, write_questions(tmp_path / "two.jsonl", QUESTIONS[4:])])
    found = report.to_json()
    assert found["questions"] == len(QUESTIONS)
    assert report.score().hits1 == report.score(lambda row: row.ordinal).hits1
    assert (report.score().hits1 or 0) >= 75  # it learned them
    assert (report.hits(lambda row: row.exact) or 0) >= 75
    assert (report.hits(lambda row: row.basic) or 0) <= 65  # meaning alone has to guess
    assert found["ceiling"] == {
        "subgraph": {"all": 100.0, "ordinal": 100.0},
        "pruned": {"all": 100.0, "ordinal": 100.0},
    }
    assert json.loads(json.dumps(found, allow_nan=False)) == found


def test_every_question_has_one_line_of_predictions(trained: Trained, tmp_path: Path) -> None:
    file = write_questions(tmp_path / "questions.jsonl")
    report = evaluate(trained.model, [file], tmp_path / "predictions.jsonl")
    text = (tmp_path / "predictions.jsonl").read_text(encoding="utf-8")
    lines = [json.loads(line) for line in text.splitlines()]
    assert [line["id"] for line in lines] == [record.id for record in RECORDS]
    assert [line["gold"] for line in lines] == [[answer] for _, _, answer in QUESTIONS]
    assert sum(line["hit"] for line in lines) / len(lines) * 100 == report.score().hits1
    assert all((line["lost"] is None) == (line["hit"] == 1.0) for line in lines)
    assert sorted(item.name for item in tmp_path.iterdir()) == ["predictions.jsonl", "questions.jsonl"]


def test_dropped_and_ungraded_questions_are_counted_apart(system: System) -> None:
    lost = Question.model_validate({"id": "lost", "question": "what of it?", "answers": [{"id": "paris"}]})
    open_one = RECORDS[0].model_copy(update={"id": "open", "answers": ()})
    report = evaluate_system(system, [*RECORDS, lost, open_one])
    assert report.ungraded == 1
    assert len(report.rows) == len(RECORDS) + 1
    (row,) = [row for row in report.rows if row.question.id == "lost"]
    assert (row.hit, row.lost) == (0.0, "no topic entity")


def test_answers_can_be_graded_by_several_modes(system: System) -> None:
    lost = Question.model_validate({"id": "lost", "question": "what of it?", "answers": [{"id": "paris"}]})
    answered = answer_questions(system, [*RECORDS, lost])
    strict, official = answered.report(), answered.report(Rules(Mode.OFFICIAL))
    alone = evaluate_system(system, [*RECORDS, lost])
    assert [row.to_json() for row in strict.rows] == [row.to_json() for row in alone.rows]
    assert (len(strict.rows), len(official.rows), official.dropped) == (9, 8, 1)
    assert official.rules.n_max == max(one.example.num_entities for one in answered.predictions)


def test_a_literal_answer_that_cannot_be_given_is_wrong(system: System) -> None:
    literal = RECORDS[0].model_copy(
        update={"answers": Question.model_validate(_with_value("2102650")).answers}
    )
    (row,) = evaluate_system(system, [literal]).rows
    assert (row.hit, row.in_subgraph, row.lost) == (0.0, False, "literal answer")


def test_the_model_is_measured_with_its_calibration(system: System) -> None:
    report = evaluate_system(system, RECORDS)
    assert system.calibration is not None
    assert all(0 < (row.confidence or 0) < 1 for row in report.rows)
    found = report.to_json()["calibration"]
    assert isinstance(found, dict)
    assert found["n"] == len(RECORDS)
    assert found["ece"] is not None
    without = evaluate_system(dataclasses.replace(system, calibration=None), RECORDS)
    assert [row.confidence for row in without.rows] == [None] * len(RECORDS)
    assert [row.mass for row in without.rows] == [row.mass for row in report.rows]


def test_hidden_topics_are_linked_and_tell_a_wrong_topic(system: System) -> None:
    astray = RECORDS[0].model_copy(update={"id": "astray", "topic_entities": ("norway",)})
    given = evaluate_system(system, [*RECORDS, astray])
    hidden = evaluate_system(system, [*RECORDS, astray], hide_topics=True)
    assert [row.hit for row in hidden.rows[:-1]] == [row.hit for row in given.rows[:-1]]  # France is named
    assert given.rows[-1].lost == "answer not retrieved"
    # Linked, the question finds France and its answer; the record says that Norway was meant.
    assert hidden.rows[-1].hit == 1.0
    wrong = astray.model_copy(update={"answers": RECORDS[3].answers})
    (row,) = evaluate_system(system, [wrong], hide_topics=True).rows
    assert (row.hit, row.lost) == (0.0, "wrong topic")


def test_questions_for_values_are_answered_by_values(system: System) -> None:
    answers = Question.model_validate(_with_value("2102650")).answers
    asked = RECORDS[0].model_copy(update={"question": "what is the population of Paris?", "answers": answers})
    # Another file may use the id for a question of another kind.
    report = evaluate_system(system, [asked, RECORDS[0].model_copy(update={"id": asked.id})])
    assert [(row.hit, row.lost, len(row.values)) for row in report.rows] == [(1.0, None, 1), (1.0, None, 0)]
    assert report.to_json()["values"] == {"n": 1, "hits1": 100.0, "f1": 100.0, "interval": [100.0, 100.0]}


def test_the_reliability_figure_is_drawn_beside_the_report(trained: Trained, tmp_path: Path) -> None:
    file, figure = write_questions(tmp_path / "questions.jsonl"), tmp_path / "reliability.png"
    evaluate(trained.model, [file], reliability=figure)
    assert figure.read_bytes().startswith(b"\x89PNG")
    with pytest.raises(UserError, match="PNG"):
        evaluate(tmp_path / "no-model", [file], reliability=tmp_path / "reliability.svg")


def _with_value(value: str) -> dict[str, object]:
    return {"id": "q", "question": "what?", "answers": [{"value": value}]}


def test_questions_do_not_change_each_others_answers(system: System) -> None:
    together = evaluate_system(system, RECORDS).rows
    for record, row in zip(RECORDS, together, strict=True):
        (alone,) = evaluate_system(system, [record]).rows
        assert alone.hit == row.hit
        assert [name for name, p in alone.answers if p > 0.01] == [
            name for name, p in row.answers if p > 0.01
        ]


def test_an_unknown_topic_is_told_with_its_file(trained: Trained, tmp_path: Path) -> None:
    file = write_questions(tmp_path / "questions.jsonl", [("what is the largest?", "atlantis", "x")])
    with pytest.raises(UserError, match="atlantis") as error:
        evaluate(trained.model, [file], tmp_path / "predictions.jsonl")
    assert error.value.where == file
    assert not (tmp_path / "predictions.jsonl").exists()


def test_predictions_do_not_replace_a_folder(trained: Trained, tmp_path: Path) -> None:
    file = write_questions(tmp_path / "questions.jsonl")
    with pytest.raises(UserError, match="folder"):
        evaluate(trained.model, [file], tmp_path)


def test_texts_of_any_script_are_written_as_they_are(system: System, tmp_path: Path) -> None:
    asked = RECORDS[0].model_copy(update={"question": "größte Stadt, 最大 ?"})
    write_predictions(evaluate_system(system, [asked]), tmp_path / "p.jsonl")
    assert "größte Stadt, 最大 ?" in (tmp_path / "p.jsonl").read_text(encoding="utf-8")
