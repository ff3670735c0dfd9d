from typing import Any

import pytest

from numkbqa.answering.shown import choices
from numkbqa.cli.output import print_rich
from numkbqa.cli.render_answer import render_answer
from numkbqa.cli.render_clarification import render_clarification

CHOICES = [
    {"id": "Q1428", "label": "Georgia", "description": "state, in United States", "score": 0.52},
    {"id": "Q230 x", "label": "Georgia", "description": "", "score": 0.48},
]


def unclear(**changes: Any) -> dict[str, Any]:
    topics = [
        {"id": "Q1428", "label": "Georgia", "mention": "georgia", "score": 0.5},
        {"id": "Q99", "label": "California", "mention": "california", "score": 0.9},
    ]
    document = {
        "question": "which is larger, georgia or california?",
        "answers": [],
        "topic_entities": topics,
        "clarification": {"mention": "georgia", "question": "which Georgia?", "choices": CHOICES},
        "abstained": "two entities of the graph fit georgia equally well.",
        "abstained_code": "ambiguous_topic",
    }
    return document | changes


def test_choices_are_numbered_and_say_how_to_choose(capsys: pytest.CaptureFixture[str]) -> None:
    print_rich(*render_answer(unclear()))
    out = capsys.readouterr().out
    assert out.startswith("No answer: two entities of the graph fit georgia equally well.\nwhich Georgia?\n")
    lines = [line.split() for line in out.splitlines()[2:4]]
    assert lines[0] == ["1", "Georgia", "(state,", "in", "United", "States)", "52", "%", "Q1428"]
    assert lines[1] == ["2", "Georgia", "48", "%", "Q230", "x"]
    assert "--topic ID (for the first: --topic Q1428 --topic Q99)\n" in out


def test_who_is_asked_back_is_not_told_of_options(capsys: pytest.CaptureFixture[str]) -> None:
    print_rich(*render_answer(unclear(), how_to_choose=False))
    out = capsys.readouterr().out
    assert "which Georgia?" in out
    assert "--topic" not in out


@pytest.mark.parametrize("nothing", [None, {"mention": "x", "question": "which x?", "choices": []}])
def test_nothing_is_asked_when_all_is_clear(nothing: dict[str, Any] | None) -> None:
    document = unclear(clarification=nothing)
    assert render_clarification(document, how_to_choose=True) == []
    assert list(choices(document)) == []
    del document["clarification"]
    assert render_clarification(document, how_to_choose=True) == []
