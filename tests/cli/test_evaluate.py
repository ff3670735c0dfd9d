import json
from pathlib import Path

import pytest

from tests.support.command_line import assert_refused, numkbqa, within
from tests.support.small_world import QUESTIONS, Trained, write_questions

KEYS = {
    "mode",
    "n_max",
    "questions",
    "ungraded",
    "dropped",
    "ties",
    "all",
    "ordinal",
    "plain",
    "values",
    "order_by",
    "cells",
    "ends",
    "kinds",
    "answer_in_graph",
    "basic",
    "exact_sort",
    "ceiling",
    "ordinal_hits1_if_candidate",
    "lost",
    "calibration",
    "seconds",
}
CALIBRATION = {
    "n",
    "ece",
    "brier",
    "ece_uncalibrated",
    "brier_uncalibrated",
    "bins",
    "accuracy_at_coverage",
}


@pytest.fixture
def questions(tmp_path: Path) -> Path:
    """The eight questions of the toy world, and one whose answer is wrong."""
    return write_questions(tmp_path / "questions.jsonl", [*QUESTIONS, (QUESTIONS[0][0], "france", "oslo")])


def test_one_document_a_predictions_file_and_a_figure(
    trained: Trained, questions: Path, tmp_path: Path
) -> None:
    predictions, figure = tmp_path / "predictions.jsonl", tmp_path / "reliability.png"
    done = numkbqa(
        "evaluate", trained.model, questions, "--json", "--predictions", predictions, "--reliability", figure
    )
    assert done.returncode == 0, done.stderr
    document = json.loads(done.stdout)
    assert set(document) == KEYS
    assert set(document["all"]) == {"n", "hits1", "f1", "interval"}
    assert set(document["cells"]) == {"size_max", "size_min", "time_latest", "time_earliest"}
    assert set(document["ends"]) == {"top", "bottom"}
    assert set(document["kinds"]) == {"quantity", "date"}
    assert set(document["answer_in_graph"]) == {"all", "ordinal", "plain"}
    assert (document["mode"], document["n_max"]) == ("strict", None)
    for part in (document["basic"], document["exact_sort"], *document["ceiling"].values()):
        assert set(part) == {"all", "ordinal"}
    assert set(document["calibration"]) == CALIBRATION
    assert document["calibration"]["n"] == 9
    assert set(document["lost"]) == {"all", "plain", "ordinal"}
    assert sum(document["lost"]["all"].values()) == round(9 * (1 - document["all"]["hits1"] / 100))
    lines = [json.loads(line) for line in predictions.read_text(encoding="utf-8").splitlines()]
    assert lines[-1]["lost"] == "answer not retrieved"
    assert all(0 < line["confidence"] < 1 for line in lines)
    assert figure.read_bytes().startswith(b"\x89PNG")


def test_the_tables_for_people(trained: Trained, questions: Path, capsys: pytest.CaptureFixture[str]) -> None:
    done = within(capsys)("evaluate", trained.model, questions, "--hide-topics")
    assert done.returncode == 0, done.stderr
    assert "wrong topic" not in done.stdout
    for text in (
        "Hits@1",
        "Wrong answers, by where they were lost",
        "Confidence over 9 questions",
        "calibrated",
    ):
        assert text in done.stdout


def test_a_figure_of_another_format_is_refused_before_any_work(
    trained: Trained, questions: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    figure = questions.parent / "figure.pdf"
    done = within(capsys)("evaluate", trained.model, questions, "--json", "--reliability", figure)
    assert_refused(done, "figure.pdf", "PNG")
    assert not figure.exists()


def test_a_mode_is_named_in_the_document_and_over_the_table(
    trained: Trained, questions: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    without_gold = '{"id": "open", "question": "which city of France is the largest?", "answers": []}\n'
    questions.write_text(questions.read_text(encoding="utf-8") + without_gold, encoding="utf-8")
    program = within(capsys)
    arguments = ("evaluate", trained.model, questions, "--mode", "official", "--n-max", "2000")
    document = json.loads(program(*arguments, "--json").stdout)
    assert set(document) == KEYS
    assert (document["mode"], document["n_max"], document["ungraded"]) == ("official", 2000, 0)
    assert document["all"]["n"] == document["questions"] == 10
    assert "graded by the mode `official`" in program(*arguments).stdout
    strict = json.loads(program("evaluate", trained.model, questions, "--json").stdout)
    assert (strict["all"]["n"], strict["ungraded"]) == (9, 1)


def test_a_wrong_mode_is_refused_before_any_work(
    trained: Trained, questions: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    program = within(capsys)
    done = program("evaluate", trained.model, questions, "--json", "--mode", "lenient")
    assert_refused(done, "'lenient'", "strict, official, name")
    done = program("evaluate", trained.model, questions, "--n-max", "5")
    assert_refused(done, "n_max = 5 does not fit the mode `strict`")


def test_questions_without_any_answer_are_refused(
    trained: Trained, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = tmp_path / "open.jsonl"
    file.write_text('{"id": "q", "question": "which city of France is the largest?"}\n', encoding="utf-8")
    assert_refused(within(capsys)("evaluate", trained.model, file), "open.jsonl", "no question has answers")
