import json
from collections.abc import Sequence
from typing import Any

import pytest

from numkbqa.cli.dialogue import COMMANDS, Dialogue
from numkbqa.errors import UserError

Call = tuple[str, int, tuple[str, ...]]


class Answers:
    """Stands for a model: remembers what it is asked, and asks back about Georgia."""

    def __init__(self) -> None:
        self.calls: list[Call] = []

    def __call__(self, question: str, k: int, topics: Sequence[str]) -> dict[str, Any]:
        self.calls.append((question, k, tuple(topics)))
        if "atlantis" in topics:
            raise UserError("no such entity", remedy="name another")
        unclear = "Georgia" in question and not topics
        choices = [{"id": i, "label": "Georgia", "description": None, "score": 0.5} for i in ("g1", "g2")]
        return {
            "question": question,
            "answers": [{"id": "a", "label": f"answer {len(self.calls)}", "score": 0.5}],
            "topic_entities": [],
            "clarification": {"mention": "Georgia", "question": "which Georgia?", "choices": choices}
            if unclear
            else None,
            "abstained": None,
        }


HUGE = "9" * 5000
"""More digits than Python reads a number of."""


@pytest.fixture
def answers() -> Answers:
    return Answers()


@pytest.fixture
def dialogue(answers: Answers) -> Dialogue:
    return Dialogue(answers, asks_back=True)


def say(dialogue: Dialogue, *lines: str) -> None:
    for line in lines:
        dialogue.hear(line)


def test_questions_are_answered_and_empty_lines_ignored(
    dialogue: Dialogue, answers: Answers, capsys: pytest.CaptureFixture[str]
) -> None:
    say(dialogue, "", "  \t", " what is it? \n")
    assert answers.calls == [("what is it?", 5, ())]
    assert "answer 1" in capsys.readouterr().out


def test_settings_hold_for_what_follows(dialogue: Dialogue, answers: Answers) -> None:
    say(dialogue, ":k 10", "one", ":topic Q1 Q2", "two", ":topic none", "three")
    assert answers.calls == [("one", 10, ()), ("two", 10, ("Q1", "Q2")), ("three", 10, ())]


def test_json_is_one_line_an_answer(dialogue: Dialogue, capsys: pytest.CaptureFixture[str]) -> None:
    say(dialogue, ":json", "one Georgia", "zwei ü", ":json", "three")
    first, second, *rest = capsys.readouterr().out.splitlines()
    assert json.loads(first)["question"] == "one Georgia"
    assert json.loads(second)["question"] == "zwei ü"
    assert rest[0].startswith("Answers")


def test_a_number_chooses_among_namesakes(
    dialogue: Dialogue, answers: Answers, capsys: pytest.CaptureFixture[str]
) -> None:
    say(dialogue, "rivers of Georgia?")
    assert dialogue.prompt == "which one (1-2, or go on)? "
    out = capsys.readouterr().out
    assert "which Georgia?" in out
    assert "--topic" not in out
    say(dialogue, "3")
    assert "there is no choice 3" in capsys.readouterr().err
    say(dialogue, " 2 ")
    assert answers.calls[-1] == ("rivers of Georgia?", 5, ("g2",))
    assert dialogue.prompt == "? "


@pytest.mark.parametrize("line", ["", "another question", ":k 3", HUGE])
def test_who_does_not_choose_goes_on(line: str, dialogue: Dialogue, answers: Answers) -> None:
    say(dialogue, "rivers of Georgia?", line)
    assert dialogue.prompt == "? "
    say(dialogue, "2")
    assert answers.calls[-1][0] == "2"


def test_nobody_is_asked_back_in_a_pipe(answers: Answers, capsys: pytest.CaptureFixture[str]) -> None:
    say(Dialogue(answers), "rivers of Georgia?", "2")
    assert [question for question, _, _ in answers.calls] == ["rivers of Georgia?", "2"]
    assert "--topic g1" in capsys.readouterr().out


@pytest.mark.parametrize(
    "line", [":foo", ":k", ":k 0", ":k many", ":k ٣ 4", f":k {HUGE}", ":topic", ":quit now", ":"]
)
def test_an_unknown_command_is_told_and_nothing_ends(
    line: str, dialogue: Dialogue, answers: Answers, capsys: pytest.CaptureFixture[str]
) -> None:
    say(dialogue, line, "next")
    assert capsys.readouterr().err == f'error: there is no command "{line}"\n  :help lists the commands\n'
    assert dialogue.refused == 1
    assert answers.calls == [("next", 5, ())]


def test_a_refused_question_does_not_end_the_dialogue(
    dialogue: Dialogue, answers: Answers, capsys: pytest.CaptureFixture[str]
) -> None:
    say(dialogue, ":topic atlantis", "one", ":topic none", "two")
    assert capsys.readouterr().err == "error: no such entity\n  name another\n"
    assert len(answers.calls) == 2
    assert not dialogue.ended


def test_help_names_every_command(dialogue: Dialogue, capsys: pytest.CaptureFixture[str]) -> None:
    say(dialogue, ":help")
    out = capsys.readouterr().out
    assert [command for command in COMMANDS if command not in out] == []


def test_quit_ends(dialogue: Dialogue) -> None:
    say(dialogue, ":quit")
    assert dialogue.ended
