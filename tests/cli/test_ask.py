import json
from typing import Any

import pytest

from numkbqa.answering import Answerer
from numkbqa.text import CachedEncoder, States
from numkbqa.text.tiny import TinyEncoder
from tests.support.command_line import Program, numkbqa, within
from tests.support.small_world import QUESTIONS, Trained, with_graph

POPULATION, LENGTH = QUESTIONS[0][0], QUESTIONS[4][0]
DESIGN_KEYS = {
    "question", "answers", "confidence", "ordinal", "asked_value", "topic_entities", "clarification",
    "evidence", "abstained", "abstained_code", "timing_ms", "notes",
}  # fmt: skip
EVIDENCE_KEYS = {
    "relation", "relation_text", "kind", "unit", "rows", "compared", "several", "ties", "tie_reason",
    "excluded", "not_compared", "path", "exact_sort", "exact_sort_agrees",
}  # fmt: skip


@pytest.fixture
def program(capsys: pytest.CaptureFixture[str]) -> Program:
    return within(capsys)


def asked(program: Program, trained: Trained, question: str, *options: str) -> dict[str, Any]:
    run = program("ask", trained.model, question, "--json", *options)
    assert run.returncode == 0, run.stderr
    document: dict[str, Any] = json.loads(run.stdout)
    return document


def test_the_document_has_the_keys_of_the_design(trained: Trained) -> None:
    run = numkbqa("ask", trained.model, POPULATION, "-k", "2", "--json")
    assert run.returncode == 0, run.stderr
    document = json.loads(run.stdout)
    assert set(document) == DESIGN_KEYS
    assert set(document["ordinal"]) == {"probability", "determiner", "direction", "k", "count"}
    assert set(document["topic_entities"][0]) == {
        "id", "label", "description", "mention", "score", "alternatives",
    }  # fmt: skip
    assert set(document["answers"][0]) == {"id", "label", "value", "score"}
    evidence = document["evidence"]
    assert set(evidence) == EVIDENCE_KEYS
    row = {"id", "label", "value", "lexical", "held_at", "rank", "other_values"}
    assert set(evidence["rows"][0]) == row
    assert set(evidence["path"][0]) == {"head", "relation", "tail", "forward"}
    excluded = {"id", "label", "reason", "lexical", "cause", "source", "line"}
    assert all(set(item) == excluded for item in evidence["excluded"])
    assert document["answers"][0]["id"] == "paris"
    assert evidence["exact_sort"] == [{"id": "paris", "label": "Paris"}]
    assert evidence["exact_sort_agrees"] is True


def test_an_abstention_has_the_same_keys(program: Program, trained: Trained) -> None:
    document = asked(program, trained, "who lives in Atlantis?")
    assert set(document) == DESIGN_KEYS
    assert set(document["evidence"]) == EVIDENCE_KEYS
    assert document["answers"] == []
    assert document["abstained"] == "the question mentions no name that the graph holds (no topic entity)"
    assert document["abstained_code"] == "no_topic"


def test_people_see_the_unit_the_order_and_the_cross_check(program: Program, trained: Trained) -> None:
    run = program("ask", trained.model, LENGTH)
    assert run.returncode == 0, run.stderr
    for text in (
        "length [km]",
        "order: largest by length",
        "exact sort: agrees",
        "path: Italy - river -> Po",
    ):
        assert text in run.stdout


@pytest.mark.parametrize(
    "question",
    [
        "who lives in Atlantis?",
        "?!?",
        "x" * 10_000,
        "tell me " * 1_300,
        "日本で一番大きい都市は？",
        "\u200b",
    ],
    ids=["unknown", "signs", "one long word", "many words", "other script", "invisible"],
)
def test_a_question_without_topic_is_no_failure(question: str, program: Program, trained: Trained) -> None:
    run = program("ask", trained.model, question)
    assert run.returncode == 0, run.stderr
    assert run.stdout.startswith("No answer: the question mentions no name")
    assert "Traceback" not in run.stderr


@pytest.mark.parametrize("question", ["", "  \n\t ", "\x01\x02", "\udcff\udcfe"])
def test_an_empty_question_is_wrong_input(question: str, program: Program, trained: Trained) -> None:
    run = program("ask", trained.model, question, "--json")
    assert (run.returncode, run.stdout) == (2, "")
    assert run.stderr.endswith("error: the question is empty\n  ask something, in quotes\n")


@pytest.mark.parametrize(
    "dirty",
    [
        POPULATION.replace("city of", "city\x00of"),
        POPULATION.replace("city of", "city\x1bof"),
        f"\udcff{POPULATION}\n",
    ],
)
def test_control_characters_count_as_spaces(dirty: str, program: Program, trained: Trained) -> None:
    document = asked(program, trained, dirty)
    assert document["question"] == POPULATION
    assert document["answers"][0]["id"] == "paris"


def test_a_very_long_question_is_answered(program: Program, trained: Trained) -> None:
    document = asked(program, trained, "please tell me " * 700 + POPULATION)
    assert document["answers"]
    assert document["topic_entities"][0]["id"] == "france"


class ShortEncoder(TinyEncoder):
    @property
    def max_tokens(self) -> int:
        return 130

    def encode(self, texts: Any) -> list[States]:
        return [states[: self.max_tokens] for states in super().encode(texts)]


def test_a_question_longer_than_the_encoder_reads_is_cut_and_says_so(trained: Trained) -> None:
    system = with_graph(trained, trained.kb)
    system.workbench.encoder = CachedEncoder(ShortEncoder(), None)
    answerer = Answerer(system)
    long = answerer.ask("please tell me " * 100 + POPULATION).to_json()
    assert long["notes"] == ["the question is too long for the text encoder: it was cut after 128 tokens"]
    assert long["answers"]
    assert answerer.ask("please tell me " * 30 + POPULATION).to_json()["notes"] == []
