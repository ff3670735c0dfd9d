import pytest
from bench.hostile_questions import best_known, measure, timed

from numkbqa.answering import Answerer
from numkbqa.training.checkpoint import System
from tests.support.hostile_questions import EMPTY, hostile_questions


@pytest.fixture(scope="module")
def answerer(system: System) -> Answerer:
    return Answerer(system)


def test_a_question_is_timed_and_an_empty_one_is_refused(answerer: Answerer) -> None:
    asked = timed(answerer, "plain", "What is the largest city of France?", 2)
    assert asked.seconds > 0
    assert asked.stage in {"linking", "retrieval", "encoding", "reasoning", "evidence"}
    assert timed(answerer, "spaces", " ", 2).stage == "refused"


def test_every_question_has_a_row(answerer: Answerer) -> None:
    rows = measure(answerer, "France", 1)
    assert rows[0].name == "(ordinary)"
    assert {row.name for row in rows[1:]} > {*EMPTY, *hostile_questions("France")}
    seconds = [row.seconds for row in rows[1:]]
    assert seconds == sorted(seconds, reverse=True)


def test_the_best_connected_entity_with_a_name_is_mentioned(answerer: Answerer) -> None:
    assert best_known(answerer) == "France"
