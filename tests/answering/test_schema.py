import json
from typing import Any, get_args

import pytest
from pydantic import ValidationError

from numkbqa.answering import AnswerDocument, Answerer
from numkbqa.answering.answer import document_of
from numkbqa.answering.reasons import Reason
from numkbqa.answering.schema import AbstainedCode, AnswerItem
from tests.support.answer_contract import checked
from tests.support.asking import ask
from tests.support.small_world import QUESTIONS

ASKED = (
    QUESTIONS[0][0],
    QUESTIONS[6][0],
    "what is the capital of Norway?",
    "what is the population of Paris?",
    "what is the population of the largest city of France?",
    "what is the largest moon of Xqzt?",
    "What is the city of France that has the largest zzyzx ?",
    "What is the river of Italy that has the ninth largest length ?",
)


@pytest.mark.parametrize("question", ASKED)
def test_every_answer_keeps_the_contract_and_comes_back_the_same(answerer: Answerer, question: str) -> None:
    document = ask(answerer, question)
    found = checked(document)
    assert found == AnswerDocument.model_validate(found.to_json())


def test_a_question_back_keeps_the_contract(answerer: Answerer) -> None:
    choice = {"id": "a", "label": "A", "description": "city", "score": 0.5}
    back = {"mention": "A", "question": "which A?", "choices": [choice, choice]}
    known = {"clarification": back, "abstained": "?", "abstained_code": "ambiguous_topic", "timing_ms": {}}
    found = checked(document_of("where is A?", **known))
    assert found.clarification is not None
    assert [one.description for one in found.clarification.choices] == ["city", "city"]


def broken(answerer: Answerer, **changes: Any) -> dict[str, Any]:
    return {**ask(answerer, QUESTIONS[0][0]), **changes}


@pytest.mark.parametrize(
    ("changes", "said"),
    [
        ({"more": 1}, "more"),
        ({"answers": []}, "there are answers, or there is a reason"),
        ({"abstained": "why", "answers": []}, "a code and a sentence"),
        ({"answers": [{"score": 1.0}]}, "an entity, or the value of one"),
        ({"answers": [{"score": 1.0, "of": {"id": "a", "label": "A"}}]}, "a value was asked for"),
        ({"confidence": 1.5}, "confidence"),
        ({"confidence": "0.5"}, "confidence"),
    ],
)
def test_a_document_that_breaks_the_contract_is_refused(
    answerer: Answerer, changes: dict[str, Any], said: str
) -> None:
    with pytest.raises(ValidationError, match=said):
        checked(broken(answerer, **changes))


def test_nothing_of_a_document_changes(answerer: Answerer) -> None:
    found = checked(ask(answerer, QUESTIONS[0][0]))
    with pytest.raises(ValidationError, match="frozen"):
        setattr(found, next(iter(AnswerDocument.model_fields)), "another one")


def test_every_field_says_what_it_holds() -> None:
    schema = json.loads(json.dumps(AnswerDocument.model_json_schema()))
    parts = {"AnswerDocument": schema, **schema["$defs"]}
    assert {"Alternative", "AnswerItem", "EvidenceRow", "OtherValue", "Step", "Topic"} <= set(parts)
    silent = [
        (name, key)
        for name, part in parts.items()
        for key, field in part["properties"].items()
        if "description" not in field
    ]
    assert silent == []


def test_the_codes_are_those_of_the_reasons() -> None:
    assert set(get_args(AbstainedCode)) == {reason.value for reason in Reason}


def test_an_answer_has_words() -> None:
    scores = {"score": 1.0}
    items = [
        {"id": "a", "label": "A", **scores},
        {
            "value": "7",
            "unit": "meter",
            "lexical": "7 m",
            "held_at": None,
            "of": {"id": "a", "label": "A"},
            **scores,
        },
    ]
    known = {"answers": items, "timing_ms": {}}
    assert [answer.text for answer in checked(document_of("?", **known)).answers] == ["A", "7 meter"]


def test_a_date_that_is_the_answer_is_told_as_people_write_it() -> None:
    known: dict[str, Any] = {"unit": None, "of": {"id": "stele", "label": "the stele"}, "score": 1.0}
    assert AnswerItem(value="-1499", kind="date", **known).text == "1500 BCE"
    assert AnswerItem(value="-1499", kind="number", **known).text == "-1499"
