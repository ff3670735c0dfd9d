import dataclasses

import numpy as np
import pytest

from numkbqa.evaluation.listed import listed
from numkbqa.questions.records import Question
from numkbqa.retrieval.examples import Example
from tests.support.random_batch import random_example
from tests.support.toy_kb import ToyKB

TEXT = "in which lands are the two highest hills of that land?"
HILLS = ("low", "middle", "high")
KB = ToyKB([(hill, "type", "hill") for hill in HILLS] + [("low", "in", "wales"), ("wales", "type", "land")])


def about(*topics: str) -> Example:
    entities = np.arange(KB.num_entities)
    example = random_example(np.random.default_rng(0), num_entities=len(entities))
    carriers = np.flatnonzero(mask("low"))
    return dataclasses.replace(
        example,
        question=Question(id="q", question=TEXT),
        entities=entities,
        topics=mask(*topics),
        number_entity=carriers,
    )


def mask(*names: str) -> np.ndarray[tuple[int], np.dtype[np.bool_]]:
    return np.array([KB.entity_id(entity) in names for entity in range(KB.num_entities)])


def chosen(topics: tuple[str, ...], candidates: tuple[str, ...], likeliest: str) -> set[str]:
    found = listed(about(*topics), mask(*candidates), mask(likeliest).astype(np.float64), KB)
    return {KB.entity_id(entity) for entity in np.flatnonzero(found).tolist()}


def test_a_list_of_a_class_chooses_among_all_of_its_members() -> None:
    assert chosen(("hill",), ("low", "wales"), "low") == set(HILLS)


def test_the_candidates_stay_when_the_likeliest_is_no_member() -> None:
    assert chosen(("hill",), ("low", "wales"), "wales") == {"low", "wales"}


@pytest.mark.parametrize("topics", [("wales",), ("hill", "land")])
def test_near_another_topic_the_candidates_are_listed(topics: tuple[str, ...]) -> None:
    assert chosen(topics, ("low", "middle"), "low") == {"low", "middle"}


def test_no_candidate_stays_none() -> None:
    assert not chosen(("hill",), (), "low")
