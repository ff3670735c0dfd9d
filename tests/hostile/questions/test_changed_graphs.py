"""T23: zeroed and negated numbers are in `test_metamorphic.py`; here are permuted and lost ones."""

import dataclasses
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from numkbqa.answering import Answerer
from numkbqa.training.checkpoint import System
from numkbqa.values import Kind, Value
from tests.support.small_world import QUESTIONS, Trained, build_world, with_graph
from tests.support.toy_kb import toy_world

POPULATIONS = [text for text, _, _ in QUESTIONS if "population" in text]
OF_NUMBERS = [text for text, _, _ in QUESTIONS if " date " not in text]
OF_DATES = [text for text, _, _ in QUESTIONS if " date " in text]
PLAIN = ("what is the capital of Norway?", "what is the genre of Nina Falk?")


def successors() -> dict[str, str]:
    """Each city's neighbour in its country, in a circle."""
    kb = toy_world()
    facts = kb.facts_from(np.arange(kb.num_entities))
    located = kb.relations.index("located_in")
    cities: dict[str, list[str]] = {}
    for city, relation, country in zip(*(column.tolist() for column in facts), strict=True):
        if relation == located:
            cities.setdefault(kb.entity_id(country), []).append(kb.entity_id(city))
    circles = (zip(names, [*names[1:], names[0]], strict=True) for names in cities.values())
    return {city: following for circle in circles for city, following in circle}


def ranks(document: dict[str, Any]) -> list[tuple[str, int]]:
    return [(row["id"], row["rank"]) for row in document["evidence"]["rows"]]


@pytest.fixture(scope="module")
def original(system: System) -> Answerer:
    return Answerer(system)


def test_permuted_numbers_take_the_answer_with_them(
    original: Answerer, trained: Trained, tmp_path: Path
) -> None:
    after, kb = successors(), toy_world()
    own = {
        kb.entity_id(entity): kb.value(handle)
        for entity, _, _, _, handle in zip(
            *kb.numbers_of_relation([r.name for r in kb.numerical_relations].index("population")), strict=True
        )
    }

    def change(entity: str, relation: str, value: Value) -> Value:
        return own[after[entity]] if relation == "population" and entity in after else value

    permuted = Answerer(with_graph(trained, build_world(tmp_path, change)))
    right = 0
    for question in POPULATIONS:
        plain, moved = original.ask(question).to_json(), permuted.ask(question).to_json()
        expected = [(after[row["id"]], row["rank"]) for row in moved["evidence"]["rows"]]
        assert expected == ranks(plain)
        right += moved["answers"][0]["id"] == moved["evidence"]["rows"][0]["id"]
    assert right >= len(POPULATIONS) - 1


def test_numbers_distorted_without_changing_their_order_change_no_ranking(
    original: Answerer, trained: Trained, tmp_path: Path
) -> None:
    def change(entity: str, relation: str, value: Value) -> Value:
        if value.kind is Kind.DATE:
            return value
        cubed = value.low**3 / 1e6 + 12345
        return dataclasses.replace(value, low=cubed, high=cubed)

    distorted = Answerer(with_graph(trained, build_world(tmp_path, change)))
    for question in OF_NUMBERS:
        assert ranks(distorted.ask(question).to_json()) == ranks(original.ask(question).to_json())


def test_a_lost_relation_takes_its_winners_away_and_leaves_the_others(
    original: Answerer, trained: Trained, tmp_path: Path
) -> None:
    def change(entity: str, relation: str, value: Value) -> Value | None:
        return None if relation == "population" and entity in lost else value

    lost = set(successors())
    poorer = Answerer(with_graph(trained, build_world(tmp_path, change)))
    for question in POPULATIONS:
        evidence = poorer.ask(question).to_json()["evidence"]
        assert not lost & {row["id"] for row in evidence["rows"]}
    for question in OF_DATES:
        assert ranks(poorer.ask(question).to_json()) == ranks(original.ask(question).to_json())
    for question in PLAIN:
        assert poorer.ask(question).answers[0]["id"] == original.ask(question).answers[0]["id"]
