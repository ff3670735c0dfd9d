from typing import Any

import pytest

from numkbqa.answering.answer import document_of
from numkbqa.api import Answer, Model
from numkbqa.integrations.passages import passages
from tests.support.small_world import QUESTIONS

KEYS = {"answer", "id", "label", "relation", "value", "unit", "lexical", "held_at", "rank", "score"}


def test_an_ordinal_answer_comes_with_what_it_was_compared_with(opened: Model) -> None:
    answer = opened.ask(QUESTIONS[4][0], k=1)
    found = passages(answer, k=3)
    assert [one.id for one in found] == ["po", "tiber", "arno"]
    first, second = found[:2]
    assert first.text == f"Po: length 652 kilometer, rank 1 of {answer.evidence.compared} compared"
    assert first.metadata == {
        "answer": True,
        "id": "po",
        "label": "Po",
        "relation": "length",
        "value": "652",
        "unit": "kilometer",
        "lexical": "652.0",
        "held_at": None,
        "rank": 1,
        "score": first.score,
    }
    assert (second.metadata["answer"], second.metadata["rank"], second.score) == (False, 2, None)
    assert set(second.metadata) == KEYS


def test_the_answer_stands_first_whatever_its_rank(opened: Model) -> None:
    answer = opened.ask(QUESTIONS[4][0].replace("largest", "second largest"))
    assert [one.metadata["rank"] for one in passages(answer, k=3)] == [2, 1, 3]


@pytest.mark.parametrize("k", [1, 3, 5])
def test_a_list_is_given_whole(opened: Model, k: int) -> None:
    document = opened.ask(QUESTIONS[0][0], k=2).to_json()
    listed = Answer.model_validate({**document, "ordinal": {**document["ordinal"], "count": 2}})
    found = passages(listed, k)
    assert {one.id for one in found[:2]} == {answer.id for answer in listed.answers}
    assert [one.metadata["answer"] for one in found] == [True, True, False, False, False][: max(2, k)]


def test_a_plain_answer_says_how_it_was_reached(opened: Model) -> None:
    answer = opened.ask("what is the capital of Norway?", k=2)
    first, second = passages(answer, k=2)
    (step,) = answer.evidence.path
    assert first.text == f"{first.metadata['label']} ({step.head} {step.relation} {step.tail})"
    assert second.text == second.metadata["label"]
    assert set(first.metadata) == KEYS


def test_a_value_says_what_it_is_of(opened: Model) -> None:
    (found,) = passages(opened.ask("what is the population of Paris?"), k=5)
    assert found.text == "population of Paris: 2102650"
    assert (found.id, found.metadata["value"], found.metadata["relation"]) == (
        "paris",
        "2102650",
        "population",
    )


def test_a_value_says_when_it_held() -> None:
    item = {"value": "7", "unit": "meter", "lexical": "7 m", "held_at": "2021", "score": 1.0}
    asked = {"relation": "h", "text": "height", "unit": "meter"}
    known: dict[str, Any] = {"answers": [{**item, "of": {"id": "a", "label": "A"}}], "asked_value": asked}
    (found,) = passages(Answer.model_validate(document_of("?", **known, timing_ms={})), k=1)
    assert found.text == "height of A: 7 meter (at 2021)"


def test_a_date_has_the_year_that_people_write() -> None:
    item = {"value": "-1499", "kind": "date", "unit": None, "lexical": "1500 BC", "held_at": None}
    asked = {"relation": "made", "text": "date of making", "unit": None}
    known: dict[str, Any] = {
        "answers": [{**item, "of": {"id": "s", "label": "the stele"}, "score": 1.0}],
        "asked_value": asked,
    }
    (found,) = passages(Answer.model_validate(document_of("?", **known, timing_ms={})), k=1)
    assert found.text == "date of making of the stele: 1500 BCE"
    assert found.metadata["value"] == "-1499"


def test_without_an_answer_there_is_no_passage(opened: Model) -> None:
    answer = opened.ask(QUESTIONS[4][0].replace("largest", "ninth largest"))
    assert answer.evidence.rows
    assert passages(answer, k=5) == []
