import json
from pathlib import Path

import pytest

from tests.support.command_line import assert_refused, numkbqa, within
from tests.support.small_world import QUESTIONS, Trained, write_questions

KEYS = {
    "mode",
    "format",
    "questions",
    "ungraded",
    "dropped",
    "ties",
    "all",
    "ordinal",
    "plain",
    "order_by",
    "cells",
    "ends",
    "kinds",
    "answer_in_graph",
    "ceiling",
    "hits1_if_candidate",
    "own_figures",
}
LINE = {
    "question": "what is the largest one ",
    "answers": ["a"],
    "cand": [["a", 0.96]],
    "hit": 1.0,
    "f1": 1.0,
}


def info(folder: Path, *rows: object) -> Path:
    file = folder / "test.info"
    file.write_text("".join(f"{json.dumps(row)}\n" for row in rows), encoding="utf-8")
    return file


def test_one_document_from_a_process_of_its_own(tmp_path: Path) -> None:
    done = numkbqa("score", info(tmp_path, LINE), "--mode", "official", "--json")
    assert done.returncode == 0, done.stderr
    document = json.loads(done.stdout)
    assert set(document) == KEYS
    assert (document["mode"], document["format"]) == ("official", "rearev")
    assert document["ordinal"]["hits1"] == document["cells"]["size_max"]["hits1"] == 100.0
    assert document["own_figures"] == {"compared": 1, "equal": 1}


def test_the_table_for_people(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    done = within(capsys)("score", info(tmp_path, LINE))
    assert done.returncode == 0, done.stderr
    for text in ("rearev predictions, graded by the mode `strict`", "size max", "bottom", "among candidates"):
        assert text in done.stdout
    assert "graded as the system graded itself: 1 of 1 questions" in done.stdout


def test_our_own_predictions_come_to_the_same(
    trained: Trained, world_kb: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    program, predictions = within(capsys), tmp_path / "predictions.jsonl"
    questions = write_questions(tmp_path / "questions.jsonl", QUESTIONS)
    told = program("evaluate", trained.model, questions, "--json", "--predictions", predictions)
    evaluated = json.loads(told.stdout)
    for options in ((), ("--questions", questions), ("--mode", "name", "--kb", world_kb)):
        scored = json.loads(program("score", predictions, "--json", *options).stdout)
        for group in ("all", "ordinal", "plain", "cells", "ends", "kinds"):
            assert scored[group] == evaluated[group]
        assert scored["own_figures"] == {"compared": len(QUESTIONS), "equal": len(QUESTIONS)}


def test_what_is_wrong_is_told_with_its_place(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    program = within(capsys)
    assert_refused(program("score", info(tmp_path, LINE, {"cand": 1}), "--json"), "test.info:2", '"cand"')
    numbers = info(tmp_path, {"cand": [[1, 0.5]]})
    assert_refused(program("score", numbers), "test.info:1", "--questions")
    questions = write_questions(tmp_path / "questions.jsonl", QUESTIONS)
    done = program("score", info(tmp_path, LINE), "--questions", questions)
    assert_refused(done, "1 predictions for 8 questions")
    assert_refused(program("score", info(tmp_path, LINE), "--mode", "lenient"), "strict, official, name")
