import dataclasses
from typing import Any

import numpy as np
import pytest

from numkbqa.answering.entities import answer_group, entity_document
from numkbqa.evaluation.predict import Abstention, Prediction
from numkbqa.questions.ordinal import parse_ordinal
from numkbqa.questions.records import Question
from numkbqa.retrieval.examples import Example
from numkbqa.values.ranks import exact_sort
from tests.support.toy_kb import ToyKB, number

HEIGHTS = {"everest": 8849.0, "k2": 8611.0, "lhotse": 8516.0, "makalu": 8485.0, "twin": 8485.0}


def mountains(**without: None) -> ToyKB:
    """A range with five mountains, two of the same height, and one whose height is unknown."""
    facts = [("range", "has", mountain) for mountain in [*HEIGHTS, "unknown"]]
    numbers = [(m, "height", number(h, "meter")) for m, h in HEIGHTS.items() if m not in without]
    labels = {name: name.title() for name in [*HEIGHTS, "unknown", "range"]}
    return ToyKB(facts, numbers, labels)


def predicted(kb: ToyKB, question: str, likely: dict[str, float], **changes: Any) -> Prediction:
    """A prediction over the whole graph, with these probabilities, whose exact sort is the real one."""
    everything = np.arange(kb.num_entities)
    facts, numbers = kb.facts_from(everything), kb.numbers_of(everything)
    order = np.argsort(facts.tail, kind="stable")
    topics = everything == kb.entity_index("range")
    example = Example(
        question=Question(id="q", question=question),
        entities=everything,
        topics=topics,
        answers=np.zeros(len(everything), np.bool_),
        num_answers=0,
        head=facts.head[order],
        relation=np.zeros(len(order), np.int64),
        tail=facts.tail[order],
        distinct_relations=np.array([0]),
        numerical_relations=np.array([0]),
        relevance=np.array([1.0]),
        number_entity=numbers.entity,
        number_relation=numbers.relation,
        low=numbers.low,
        high=numbers.high,
        value=numbers.value,
        of_asked_class=everything < 0,
        asked_classes=everything[:0],
    )
    cue = parse_ordinal(question)
    low = np.full(len(everything), np.nan)
    low[numbers.entity] = numbers.low
    p = np.array([likely.get(kb.entity_id(entity), 0.01 * ~topics[entity]) for entity in everything.tolist()])
    direction = cue.direction if cue else None
    winners = exact_sort(low, low, direction, cue.k, cue.count) if cue and direction else topics & False
    made = Prediction(example, p, p, ~topics, 1.0, cue, 0, winners, direction)
    return dataclasses.replace(made, **changes)


def asked(question: str, likely: dict[str, float], k: int = 5, **changes: Any) -> dict[str, Any]:
    kb = mountains()
    return entity_document(predicted(kb, question, likely, **changes), kb, k)


def ids(document: dict[str, Any]) -> list[str]:
    return [answer["id"] for answer in document["answers"]]


def test_a_list_is_given_by_rank_and_whole() -> None:
    found = asked("what are the three highest mountains?", {"lhotse": 0.9}, k=1)
    assert ids(found) == ["everest", "k2", "lhotse"]
    assert (found["ordinal"]["k"], found["ordinal"]["count"]) == (1, 3)
    assert found["notes"] == ["the list is by exact sort of the candidates by height"]
    assert found["evidence"]["exact_sort_agrees"] is True


def test_all_that_tie_with_the_last_of_a_list_belong_to_it() -> None:
    assert ids(asked("the four highest mountains", {})) == ["everest", "k2", "lhotse", "makalu", "twin"]
    assert ids(asked("what are the two lowest mountains?", {})) == ["makalu", "twin", "lhotse"]


def test_a_list_that_is_longer_than_the_candidates_says_so() -> None:
    found = asked("top 10 mountains by height", {})
    assert ids(found) == ["everest", "k2", "lhotse", "makalu", "twin"]
    assert found["notes"][0].endswith("; 10 were asked for, and there are 4 distinct values")
    assert found["abstained"] is None


def test_a_list_of_one_says_that_there_is_one() -> None:
    kb = mountains(everest=None, k2=None, lhotse=None)
    found = entity_document(predicted(kb, "top 5 mountains by height", {}), kb, 5)
    assert ids(found) == ["makalu", "twin"]
    assert found["notes"][0].endswith("; 5 were asked for, and there is 1 value")


def test_a_list_is_one_even_when_the_classifier_sees_no_order() -> None:
    found = asked("what are the two highest mountains?", {"makalu": 0.9}, ordinal=0.0)
    assert ids(found) == ["everest", "k2"]


def test_where_sorting_and_model_differ_both_are_told() -> None:
    found = asked("what is the highest mountain?", {"k2": 0.9})
    assert ids(found)[0] == "k2"
    assert found["evidence"]["exact_sort_agrees"] is False
    assert found["notes"] == [
        "sorting the candidates by height gives Everest (8849 m) first; the model prefers K2 (8611 m)"
    ]
    second = asked("what is the second highest mountain?", {"everest": 0.9})
    assert second["notes"] == [
        "sorting the candidates by height gives K2 (8611 m) as number 2; the model prefers Everest (8849 m)"
    ]


def test_where_they_agree_there_is_nothing_to_note() -> None:
    assert asked("what is the highest mountain?", {"everest": 0.9})["notes"] == []


def test_what_has_no_value_never_wins_over_its_peers_in_the_ranking_itself() -> None:
    kb = mountains()
    prediction = predicted(kb, "what is the highest mountain?", {"unknown": 0.9, "k2": 0.05})
    order = [kb.entity_id(entity) for entity in prediction.ranking()]
    assert order[:2] == ["k2", "unknown"]
    assert kb.entity_id(prediction.model_ranking()[0]) == "unknown"
    note = "the model prefers Unknown, which has no height to compare"
    assert entity_document(prediction, kb, 5)["notes"] == [note]


@pytest.mark.parametrize(("trained", "first"), [(1, "lhotse"), (3, "k2"), (None, "k2")])
def test_ranks_beyond_those_of_training_are_by_exact_sort(trained: int | None, first: str) -> None:
    kb = mountains()
    question = "what is the third highest mountain?"
    prediction = predicted(kb, question, {"k2": 0.9}, trained_rank=trained)
    assert kb.entity_id(prediction.ranking()[0]) == first
    assert prediction.sorted_exactly is (trained == 1)


def test_the_answer_group_is_the_first_with_its_ties() -> None:
    kb = mountains()

    def group(question: str, likely: dict[str, float]) -> list[str]:
        return [kb.entity_id(entity) for entity in answer_group(predicted(kb, question, likely))]

    assert group("what is the highest mountain?", {"everest": 0.9}) == ["everest"]
    assert group("what is the lowest mountain?", {"twin": 0.9}) == ["twin", "makalu"]
    assert group("what is a mountain?", {"twin": 0.9}) == ["twin"]
    assert group("what is the ninth highest mountain?", {"twin": 0.9}) == []


@pytest.mark.parametrize(
    ("changes", "abstention"),
    [
        ({}, None),
        ({"relation": None, "direction": None}, Abstention.NO_VALUE),
        ({"probabilities": np.zeros(7)}, Abstention.NO_CANDIDATE),
        ({"candidates": np.zeros(7, np.bool_)}, Abstention.NO_VALUE),
        ({"cue": parse_ordinal("the fifth highest")}, Abstention.TOO_FEW),
        ({"cue": None, "relation": None}, None),
        ({"ordinal": 0.1, "relation": None}, None),
    ],
)
def test_a_prediction_says_why_it_is_no_answer(
    changes: dict[str, Any], abstention: Abstention | None
) -> None:
    prediction = predicted(mountains(), "what is the highest mountain?", {"k2": 0.9}, **changes)
    assert prediction.abstention is abstention
    assert (prediction.ranking() == []) is (abstention is not None)


def test_without_any_number_near_the_topic_there_is_no_relation() -> None:
    kb = mountains(everest=None, k2=None, lhotse=None, makalu=None, twin=None)
    nothing = np.zeros(0, dtype=np.int64)
    full = predicted(mountains(), "what is the highest mountain?", {"k2": 0.9}, relation=None)
    bare = dataclasses.replace(full, example=dataclasses.replace(full.example, number_relation=nothing))
    found = entity_document(bare, kb, 5)
    assert found["abstained_code"] == "no_relation"
    assert found["abstained"] == "an order is asked for, and nothing near Range has a number"
