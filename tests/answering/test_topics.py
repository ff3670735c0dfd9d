import dataclasses
from collections.abc import Callable, Sequence
from typing import Any

import pytest

from numkbqa.answering import Answerer
from numkbqa.answering.topics import (
    answered_about,
    answered_together,
    asking_back,
    decided,
    rivals,
    settled,
    topic_entities,
    toss_up,
)
from numkbqa.evaluation.predict import Prediction
from numkbqa.retrieval.linking import EntityLinker, Link, topic_ids
from tests.support.asking import ask, says
from tests.support.small_world import QUESTIONS
from tests.support.toy_kb import ToyKB

KB = ToyKB(
    [("state", "type", "s"), ("country", "type", "c"), ("x", "near", "state")],
    labels={"state": "Georgia", "country": "Georgia", "x": "X", "s": "US state", "c": "country"},
)
STATE, COUNTRY, X = (KB.entity_index(name) or 0 for name in ("state", "country", "x"))
GEORGIA = Link(COUNTRY, "georgia", 0, 7, 0.5, ((STATE, 0.45), (X, 0.05)), toss_up=True)
OTHER = Link(X, "x", 8, 9, 1.0)


def test_topics_come_with_alternatives() -> None:
    (topic,) = topic_entities([GEORGIA], KB)
    assert {key: topic[key] for key in ("id", "label", "description", "mention", "score")} == {
        "id": "country",
        "label": "Georgia",
        "description": "country",
        "mention": "georgia",
        "score": 0.5,
    }
    state = {"id": "state", "label": "Georgia", "description": "US state", "score": 0.45}
    assert topic["alternatives"][0] == state


def test_only_what_is_close_to_the_best_is_a_rival() -> None:
    assert toss_up([OTHER, GEORGIA]) is GEORGIA
    assert toss_up([OTHER]) is None
    assert rivals(GEORGIA) == [(COUNTRY, 0.5), (STATE, 0.45)]


def test_a_decided_toss_up_keeps_the_other_topics() -> None:
    state, other = decided(GEORGIA, STATE, [GEORGIA, OTHER])
    assert (state.entity, state.alternatives, state.toss_up) == (STATE, (), False)
    assert other is OTHER
    assert topic_ids([state, other], KB) == ("state", "x")
    assert topic_ids(decided(GEORGIA, X, [GEORGIA, OTHER]), KB) == ("x",)


def test_a_link_may_stand_for_one_of_its_alternatives() -> None:
    changed, same = answered_about([GEORGIA, OTHER], STATE)
    assert (changed.entity, changed.score, changed.mention) == (STATE, 0.45, "georgia")
    assert dict(changed.alternatives) == {COUNTRY: 0.5, X: 0.05}
    assert same is OTHER
    assert answered_about([GEORGIA, OTHER], X) == [GEORGIA, OTHER]
    assert answered_about([GEORGIA, OTHER], 2) == [GEORGIA, OTHER]


def test_the_question_back_describes_every_choice() -> None:
    document = asking_back("how big is georgia", GEORGIA, KB)
    assert document["clarification"] == {
        "mention": "georgia",
        "question": "which georgia?",
        "choices": [
            {"id": "country", "label": "Georgia", "description": "country", "score": 0.5},
            {"id": "state", "label": "Georgia", "description": "US state", "score": 0.45},
        ],
    }
    assert document["abstained_code"] == "ambiguous_topic"
    assert document["abstained"] == '"georgia" may be any of Georgia (country), Georgia (US state)'


@pytest.mark.parametrize(
    ("answers", "place"),
    [
        ([[{"id": "a"}], [{"id": "b"}]], None),
        ([[{"id": "a"}], [{"id": "a"}]], 0),
        ([[], [{"id": "b"}]], 1),
        ([[], []], 0),
        ([[{"value": "1"}], [{"value": "2"}]], None),
        ([[{"value": "1"}], [{"value": "1"}], []], 0),
    ],
)
def test_a_toss_up_is_settled_when_all_readings_agree(
    answers: Sequence[list[dict[str, str]]], place: int | None
) -> None:
    documents = [{"answers": given} for given in answers]
    assert settled(documents) is (None if place is None else documents[place])


def test_values_of_several_names_must_agree_in_each() -> None:
    given = [[{"value": "1"}, {"value": last}] for last in ("2", "3")]
    same, other = ({"answers": answers} for answers in given)
    assert settled([same, other]) is None
    assert settled([same, dict(same)]) is same


@pytest.fixture
def unsure(answerer: Answerer, monkeypatch: pytest.MonkeyPatch) -> Answerer:
    """The linker finds France, Germany and Europe equally likely wherever it finds France."""
    kb, link_all = answerer.system.kb, EntityLinker.link_all
    others = tuple((kb.entity_index(name) or 0, 0.3) for name in ("germany", "europe"))

    def unsure(one: Link) -> Link:
        return Link(one.entity, one.mention, one.start, one.end, 0.4, others, toss_up=True)

    def unsure_link_all(self: EntityLinker, questions: Sequence[str]) -> list[list[Link]]:
        return [list(map(unsure, links)) for links in link_all(self, questions)]

    monkeypatch.setattr(EntityLinker, "link_all", unsure_link_all)
    return answerer


def silent_elsewhere(answerer: Answerer, topic: str) -> Callable[[Prediction], Prediction]:
    """Let the model have an answer for one topic alone, for `says`."""
    number = answerer.system.kb.entity_index(topic)

    def change(prediction: Prediction) -> Prediction:
        known = number in prediction.example.entities[prediction.example.topics]
        return prediction if known else dataclasses.replace(prediction, relation=None)

    return change


def choices(document: dict[str, Any]) -> list[str]:
    return [choice["id"] for choice in document["clarification"]["choices"]]


def test_a_toss_up_with_different_answers_is_asked_back(unsure: Answerer) -> None:
    found = ask(unsure, QUESTIONS[0][0])
    assert (found["answers"], found["abstained_code"]) == ([], "ambiguous_topic")
    assert choices(found) == ["france", "germany", "europe"]
    assert found["clarification"]["question"] == "which France?"
    assert [topic["id"] for topic in found["topic_entities"]] == ["france"]


def test_a_topic_that_is_given_is_no_toss_up(unsure: Answerer) -> None:
    found = ask(unsure, QUESTIONS[0][0], topics=["france"])
    assert found["answers"][0]["id"] == "paris"
    assert found["clarification"] is None


def test_a_toss_up_of_values_is_asked_back_too(unsure: Answerer) -> None:
    found = ask(unsure, "what is the area of France?")
    assert (found["answers"], found["abstained_code"]) == ([], "ambiguous_topic")


def test_the_topic_of_a_settled_toss_up_is_the_one_that_was_answered_about(
    unsure: Answerer, monkeypatch: pytest.MonkeyPatch
) -> None:
    says(monkeypatch, silent_elsewhere(unsure, "germany"))
    found = ask(unsure, QUESTIONS[0][0])
    (topic,) = found["topic_entities"]
    assert found["evidence"]["path"][0]["head"] == "Germany"
    assert (topic["id"], topic["mention"], topic["score"]) == ("germany", "France", 0.3)
    assert [other["id"] for other in topic["alternatives"]] == ["france", "europe"]


def test_readings_without_an_answer_are_no_reason_to_ask_back(
    unsure: Answerer, monkeypatch: pytest.MonkeyPatch
) -> None:
    says(monkeypatch, silent_elsewhere(unsure, "france"))
    assert ask(unsure, QUESTIONS[0][0])["answers"][0]["id"] == "paris"


def test_the_topic_of_a_value_is_the_namesake_that_has_it(
    answerer: Answerer, monkeypatch: pytest.MonkeyPatch
) -> None:
    kb, link_all = answerer.system.kb, EntityLinker.link_all
    france = (kb.entity_index("france") or 0, 0.3)

    def europe_first(self: EntityLinker, questions: Sequence[str]) -> list[list[Link]]:
        europe = kb.entity_index("europe") or 0
        return [
            [Link(europe, one.mention, one.start, one.end, 0.7, (france,)) for one in links]
            for links in link_all(self, questions)
        ]

    monkeypatch.setattr(EntityLinker, "link_all", europe_first)
    found = ask(answerer, "what is the area of France?")
    assert found["answers"][0]["of"]["id"] == "france"
    assert [topic["id"] for topic in found["topic_entities"]] == ["france"]


@pytest.mark.parametrize(
    ("question", "note"),
    [
        ("the capital of texas and ohio", "the answer is for Texas and Ohio together; "),
        ("the capital of texas, ohio and iowa", "the answer is for Texas, Ohio and Iowa together; "),
        ("the capital of texas near ohio", None),
        ("rivers that cross texas and ohio", None),
        ("the capital of texas", None),
    ],
)
def test_one_answer_for_several_names_is_told(question: str, note: str | None) -> None:
    kb = ToyKB([("t", "r", "o"), ("i", "r", "o")], labels={"t": "Texas", "o": "Ohio", "i": "Iowa"})
    notes = answered_together(question, EntityLinker(kb).link(question), kb)
    assert [found.startswith(note) for found in notes] == [True] if note else notes == []
