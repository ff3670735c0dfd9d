"""T16 and T24: questions meant to do harm get an answer of the contract, or an error that says what to do."""

import json
from typing import Any

import pytest

from numkbqa.answering import AnswerDocument
from numkbqa.errors import UserError
from tests.support.answer_contract import checked
from tests.support.command_line import numkbqa, within
from tests.support.hostile import World
from tests.support.hostile_questions import EMPTY, all_names, hostile_questions

TOPIC = "North Quay"
QUESTIONS = hostile_questions(TOPIC)
GEORGIA = "what is the city of georgia that has the largest people ?"

NOTHING_MENTIONED = (
    "absent topic", "no topic", "one letter", "Chinese", "Arabic", "emoji", "combining marks alone",
    "punctuation", "digits", "SPARQL", "path traversal", "format strings", "brackets",
    "one word of ten thousand letters", "a hundred thousand letters", "ten thousand different words",
)  # fmt: skip
MENTIONED = (
    "ten thousand characters", "ten thousand words and a topic", "a mention 500 times", "control characters",
    "NUL inside", "terminal sequences", "right to left overrides", "SQL", "HTML", "several questions",
    "markup of a terminal table", "lone surrogates inside", "combining marks", "full width",
)  # fmt: skip
BY_PROGRAM = ("absent topic", "terminal sequences", "markup of a terminal table", "combining marks")


def ask(world: World, question: str) -> AnswerDocument:
    document = world.answerer.ask(question).to_json()
    assert json.loads(json.dumps(document, allow_nan=False)) == document
    document["question"].encode()
    return checked(document)


@pytest.mark.parametrize("question", QUESTIONS.values(), ids=QUESTIONS)
def test_every_hostile_question_is_answered_or_declined_by_the_contract(question: str, world: World) -> None:
    ask(world, question)


@pytest.mark.parametrize("name", NOTHING_MENTIONED)
def test_where_nothing_is_mentioned_there_is_no_answer(name: str, world: World) -> None:
    found = ask(world, QUESTIONS[name])
    assert not found.answers
    assert not found.topic_entities
    assert found.abstained_code in {None, "no_topic"}


@pytest.mark.parametrize("name", MENTIONED)
def test_what_stands_around_a_name_does_not_hide_it(name: str, world: World) -> None:
    found = ask(world, QUESTIONS[name])
    assert TOPIC in {topic.label for topic in found.topic_entities}


@pytest.mark.parametrize("question", EMPTY.values(), ids=EMPTY)
def test_an_empty_question_is_an_error_with_a_remedy(question: str, world: World) -> None:
    with pytest.raises(UserError, match="the question is empty") as error:
        world.answerer.ask(question)
    assert error.value.remedy


def test_all_names_of_the_graph_at_once(world: World) -> None:
    kb = world.answerer.system.kb
    names = (kb.label(entity) for entity in range(kb.num_entities))
    found = ask(world, all_names(names))
    assert len(found.topic_entities) > 20


def test_a_name_of_two_things_in_lower_case_lists_both_with_their_ids(world: World) -> None:
    found = ask(world, GEORGIA)
    listed: list[dict[str, Any]] = [
        entry.model_dump() for topic in found.topic_entities for entry in (topic, *topic.alternatives)
    ]
    if found.clarification is not None:
        listed += [choice.model_dump() for choice in found.clarification.choices]
    assert {entry["id"].rpartition("/")[2] for entry in listed} == {"usa_ga", "geo"}
    assert {entry["label"] for entry in listed} == {"Georgia"}


@pytest.mark.parametrize("name", BY_PROGRAM)
def test_the_program_prints_one_document_of_the_contract(
    name: str, world: World, capsys: pytest.CaptureFixture[str]
) -> None:
    done = within(capsys)("ask", world.model, QUESTIONS[name], "--json")
    assert done.returncode == 0, done.stderr
    found = checked(json.loads(done.stdout))
    assert found.topic_entities == ask(world, QUESTIONS[name]).topic_entities


def test_a_process_of_its_own_lets_no_terminal_sequence_through(world: World) -> None:
    done = numkbqa("ask", world.model, QUESTIONS["terminal sequences"])
    assert done.returncode == 0, done.stderr
    assert TOPIC in done.stdout
    assert not {"\x1b", "\x07", "\x9b"} & set(done.stdout)


def test_markup_in_a_question_does_not_break_the_table(
    world: World, capsys: pytest.CaptureFixture[str]
) -> None:
    done = within(capsys)("ask", world.model, QUESTIONS["markup of a terminal table"])
    assert done.returncode == 0, done.stderr
    assert TOPIC in done.stdout


def test_a_process_of_its_own_answers_ten_thousand_words(world: World) -> None:
    done = numkbqa("ask", world.model, QUESTIONS["ten thousand words and a topic"], "--json")
    assert done.returncode == 0, done.stderr
    assert TOPIC in {topic.label for topic in checked(json.loads(done.stdout)).topic_entities}
