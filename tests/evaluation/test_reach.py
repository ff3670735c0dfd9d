import numpy as np
import pytest

from numkbqa.evaluation.reach import one_hop, within_two_hops
from tests.support.toy_kb import ToyKB

# a - b - c - d in a row; film and actor are tied by an event, actor and city by another one.
KB = ToyKB(
    [
        ("a", "r", "b"),
        ("c", "r", "b"),
        ("c", "r", "d"),
        ("film", "cast", "role"),
        ("role", "actor", "person"),
        ("stay", "who", "person"),
        ("stay", "where", "city"),
        ("city", "in", "country"),
    ],
    events=["role", "stay"],
)


def reach(topics: list[str], answers: list[str]) -> bool:
    numbers = [np.array([KB.entity_index(one) for one in names]) for names in (topics, answers)]
    return within_two_hops(KB, *numbers)


@pytest.mark.parametrize(
    ("topic", "answer", "near"),
    [
        ("a", "a", True),
        ("a", "b", True),
        ("a", "c", True),
        ("a", "d", False),
        ("film", "person", True),  # through an event: one hop
        ("film", "city", True),  # through two events: two hops
        ("film", "country", False),
        ("person", "country", True),
        ("a", "film", False),
    ],
)
def test_events_are_passed_through_and_direction_does_not_matter(topic: str, answer: str, near: bool) -> None:
    assert reach([topic], [answer]) is near
    assert reach([answer], [topic]) is near


def test_one_near_pair_is_enough() -> None:
    assert reach(["film", "b"], ["country", "d"])
    assert not reach(["film", "a"], ["country"])


@pytest.mark.parametrize(
    ("start", "through_events", "met"),
    [
        (["b"], False, ["a", "c"]),
        (["b"], True, ["a", "c"]),
        (["film"], False, ["role"]),
        (["film"], True, ["film", "person", "role"]),
        (["a", "c"], True, ["b", "d"]),
        ([], True, []),
    ],
)
def test_one_hop_passes_events_when_asked_to(start: list[str], through_events: bool, met: list[str]) -> None:
    entities = np.array([KB.entity_index(one) for one in start], dtype=np.int64)
    found = one_hop(KB, entities, through_events=through_events).tolist()
    assert sorted(KB.entity_id(entity) for entity in found) == met
    assert found == sorted(set(found))
