import argparse
import json
from pathlib import Path

import pytest
from bench.service_load import Supply, distinct, measure
from bench.service_page import page

from tests.support.small_world import Trained, write_questions


def test_no_question_is_asked_twice() -> None:
    assert distinct(["a?", "b?"], 5) == ["a?", "b?", "a????????!", "b????????!", "a???????!?"]
    supply = Supply(["a?", "b?", "a?"])
    taken = supply.take(3) + supply.take(4)
    assert len(set(taken)) == 7


@pytest.fixture(scope="module")
def document(trained: Trained, tmp_path_factory: pytest.TempPathFactory) -> dict[str, object]:
    questions = write_questions(tmp_path_factory.mktemp("load") / "questions.jsonl")
    options = argparse.Namespace(
        model=trained.model,
        questions=questions,
        name="toy",
        clients=[1, 4],
        requests=8,
        warm_up=2,
        memory_requests=8,
        steps=2,
        overload=80,
    )
    return measure(options)


def test_a_server_under_load_answers_as_the_reference_does(document: dict[str, object]) -> None:
    assert document["same_answers"] == 1.0
    assert document["exit_code"] == 0
    levels = document["levels"]
    assert isinstance(levels, list)
    assert [(row["clients"], row["statuses"]) for row in levels] == [(1, {200: 8}), (4, {200: 8})]


def test_overload_refuses_and_goes_on(document: dict[str, object]) -> None:
    flood = document["overload"]
    assert isinstance(flood, dict)
    assert set(flood["statuses"]) <= {200, 429}
    assert flood["status_afterwards"] == 200


def test_memory_is_what_the_process_owns_and_what_it_has_mapped(document: dict[str, object]) -> None:
    memory = document["memory"]
    assert isinstance(memory, dict)
    assert [row["requests"] for row in memory["rows"]] == [0, 4, 8]
    assert all(0 < row["own"] < row["resident"] for row in memory["rows"])


def test_a_measurement_makes_a_page(document: dict[str, object], tmp_path: Path) -> None:
    text = page(json.loads(json.dumps(document)))
    assert "| in process | 8 |" in text
    assert "Allocated memory is" in text
    assert "SIGTERM: exit code 0." in text
