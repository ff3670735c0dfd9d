"""T24: questions about nothing, too long, or meant to do harm: an answer or a reason, and no effects."""

import hashlib
import json
from pathlib import Path
from typing import Any

import pytest

from numkbqa.answering import NO_TOPIC
from numkbqa.errors import UserError
from tests.support.command_line import assert_refused, numkbqa
from tests.support.hostile import World

RIGHT = "What is the boat of North Quay that has the third largest crew ?"

WITHOUT_TOPIC = (
    "What is the boat of Atlantis that has the largest crew ?",
    "What is the largest ?",
    "largest",
    "?",
    "...!?;:-_",
    "\u200b\u200e\u202e",
    "\U0001f6a2 \U0001f991",
    "何が一番大きい船ですか",
    "%s %d {0} {question} ${HOME} $(id) `id`",
    "../../etc/passwd\x00.json",
    "'; DROP TABLE entities; --",
    "DROP ALL",
    "DELETE WHERE { ?s ?p ?o }",
    "<script>alert(1)</script>",
    "MATCH (n) DETACH DELETE n",
)
"""Nothing in these is the name of anything in the graph."""

DRESSED = (
    f"{RIGHT}'; DROP TABLE entities; --",
    f"INSERT DATA {{ <a> <b> <c> }} {RIGHT}",
    RIGHT.replace(" ", "\t"),
    RIGHT.replace("North", "No\u200brth"),
    f"\ud800{RIGHT}\udfff",
    RIGHT.upper(),
    f"\ufeff{RIGHT}",
    RIGHT.replace("North Quay", "\u201cNorth\u00a0Quay\u201d"),
)
"""The same question in odd dress."""


def content(folder: Path) -> dict[str, str]:
    """Hash of every file below a folder."""
    files = [path for path in sorted(folder.rglob("*")) if path.is_file()]
    return {str(path.relative_to(folder)): hashlib.sha256(path.read_bytes()).hexdigest() for path in files}


def ask(world: World, question: str) -> dict[str, Any]:
    found = world.ask(question)
    assert json.loads(json.dumps(found, allow_nan=False)) == found
    return found


@pytest.mark.parametrize("question", WITHOUT_TOPIC, ids=ascii)
def test_without_a_known_name_there_is_no_answer_but_a_reason(question: str, world: World) -> None:
    found = ask(world, question)
    assert found["answers"] == []
    assert found["abstained"] == NO_TOPIC


@pytest.mark.parametrize("question", ["", " ", "\n\t\r", "\x00", "\u2003", "\ud83d"], ids=ascii)
def test_an_empty_question_is_a_typed_error(question: str, world: World) -> None:
    with pytest.raises(UserError, match="the question is empty"):
        world.ask(question)


@pytest.mark.parametrize("question", DRESSED, ids=ascii)
def test_odd_dress_changes_no_answer(question: str, world: World) -> None:
    found = ask(world, question)
    assert [topic["label"] for topic in found["topic_entities"]] == ["North Quay"]
    assert found["evidence"]["rows"] == world.ask(RIGHT)["evidence"]["rows"]


@pytest.mark.parametrize(
    "question",
    [RIGHT + " and" * 3000, "what " * 2500, "x" * 10_000, "North Quay " * 1000, "(" * 10_000],
    ids=["filled up", "one word", "no spaces", "one name", "brackets"],
)
def test_ten_thousand_characters_are_answered_or_declined(question: str, world: World) -> None:
    found = ask(world, question)
    assert (found["answers"] == []) == (found["abstained"] is not None)


@pytest.mark.parametrize(
    "rank", ["999999th", "999999999999999999999th", "0th", "-1st", "1.5th", "infinitieth"]
)
def test_an_absurd_rank_is_no_crash_and_never_counts_from_the_other_end(rank: str, world: World) -> None:
    found = ask(world, f"What is the boat of North Quay that has the {rank} largest crew ?")
    if found["answers"]:
        assert found["ordinal"]["k"] == 1
    else:
        assert found["abstained"]


def test_no_question_changes_graph_or_model(world: World) -> None:
    before = content(world.kb), content(world.model)
    for question in (*WITHOUT_TOPIC, *DRESSED):
        world.answerer.ask(question)
    assert (content(world.kb), content(world.model)) == before


def test_the_program_declines_with_a_reason_and_refuses_nothing_with_code_2(world: World) -> None:
    declined = numkbqa("ask", world.model, "DROP ALL", "--json")
    assert declined.returncode == 0, declined.stderr
    assert json.loads(declined.stdout)["abstained"] == NO_TOPIC
    assert_refused(numkbqa("ask", world.model, "  "), "the question is empty")
