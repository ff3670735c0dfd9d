"""What must happen to the answers when the whole graph is changed in a known way (model level)."""

import hashlib
from pathlib import Path
from typing import Any

import pytest

from numkbqa.answering import Answerer
from numkbqa.training.checkpoint import System
from tests.support.small_world import QUESTIONS, Trained, build_world, multiplied, with_graph

OF_NUMBERS = [text for text, _, _ in QUESTIONS if " date " not in text]


def turned(question: str) -> str:
    """The question for the other end."""
    if "largest" in question:
        return question.replace("largest", "smallest")
    return question.replace("smallest", "largest")


def ranks(document: dict[str, Any]) -> list[tuple[str, int]]:
    return [(row["id"], row["rank"]) for row in document["evidence"]["rows"]]


def of_cities_or_rivers(document: dict[str, Any]) -> list[str]:
    """The compared entities, best first."""
    assert document["evidence"]["rows"], document["question"]
    return [row["id"] for row in document["evidence"]["rows"]]


@pytest.fixture(scope="module")
def original(system: System) -> Answerer:
    return Answerer(system)


@pytest.fixture(scope="module")
def negated(trained: Trained, tmp_path_factory: pytest.TempPathFactory) -> Answerer:
    return Answerer(with_graph(trained, build_world(tmp_path_factory.mktemp("negated"), multiplied(-1.0))))


def test_negated_numbers_turn_the_exact_sort_around(original: Answerer, negated: Answerer) -> None:
    for question in OF_NUMBERS:
        plain, turned_graph = original.ask(question).to_json(), negated.ask(question).to_json()
        assert of_cities_or_rivers(turned_graph) == of_cities_or_rivers(plain)[::-1]
        assert [rank for _, rank in ranks(turned_graph)] == [rank for _, rank in ranks(plain)]


def test_negated_numbers_and_the_other_determiner_leave_the_first_place_as_it_was(
    original: Answerer, negated: Answerer
) -> None:
    for question in OF_NUMBERS:
        plain, both = original.ask(question).to_json(), negated.ask(turned(question)).to_json()
        assert both["ordinal"]["direction"] != plain["ordinal"]["direction"]
        assert of_cities_or_rivers(both)[0] == of_cities_or_rivers(plain)[0]


def test_the_model_itself_follows_negated_numbers(original: Answerer, negated: Answerer) -> None:
    right = followed = 0
    for question in OF_NUMBERS:
        plain = original.ask(question).to_json()
        right += plain["evidence"]["exact_sort_agrees"]
        followed += negated.ask(question).answers[0]["id"] != plain["answers"][0]["id"]
    assert right >= len(OF_NUMBERS) - 1
    assert followed >= len(OF_NUMBERS) - 2


def test_basic_reasoning_reads_no_numbers(trained: Trained, original: Answerer, negated: Answerer) -> None:
    for text, topic, _ in QUESTIONS:
        one, other = (_basic(answerer, text, topic) for answerer in (original, negated))
        assert one.keys() == other.keys()
        assert all(one[name] == pytest.approx(other[name], abs=1e-5) for name in one)


def _basic(answerer: Answerer, text: str, topic: str) -> dict[str, float]:
    import torch

    from numkbqa.questions.records import Question

    system = answerer.system
    question = Question(id="q", question=text, topic_entities=(topic,))
    dataset = system.workbench.dataset([question], "a test")
    with torch.inference_mode():
        p = system.model.basic(dataset.batch([0])).probabilities
    names = [system.kb.entity_id(int(entity)) for entity in dataset.examples[0].entities]
    return dict(zip(names, p.tolist(), strict=True))


def test_other_units_of_all_numbers_change_no_ranking(
    original: Answerer, trained: Trained, tmp_path: Path
) -> None:
    scaled = Answerer(with_graph(trained, build_world(tmp_path, multiplied(1000.0))))
    for question in OF_NUMBERS:
        assert ranks(scaled.ask(question).to_json()) == ranks(original.ask(question).to_json())


def test_the_order_of_entities_in_the_graph_changes_no_answer(
    original: Answerer, trained: Trained, tmp_path: Path
) -> None:
    def rename(entity: str) -> str:
        return f"{hashlib.sha256(entity.encode()).hexdigest()[:6]}-{entity}"

    shuffled = Answerer(with_graph(trained, build_world(tmp_path, rename=rename)))
    first, second = (
        [kb.entity_id(i).rpartition("-")[2] for i in range(kb.num_entities)]
        for kb in (original.system.kb, shuffled.system.kb)
    )
    assert sorted(first) == sorted(second)
    assert first != second
    for question, _, _ in QUESTIONS:
        plain, other = original.ask(question, k=50).to_json(), shuffled.ask(question, k=50).to_json()
        scores = {answer["id"]: answer["score"] for answer in plain["answers"]}
        renamed = {answer["id"].rpartition("-")[2]: answer["score"] for answer in other["answers"]}
        assert renamed == pytest.approx(scores, abs=1e-4)
        assert other["answers"][0]["id"] == rename(plain["answers"][0]["id"])
        assert [(rename(name), rank) for name, rank in ranks(plain)] == ranks(other)


def test_equal_numbers_everywhere_take_the_winners_away(
    original: Answerer, trained: Trained, tmp_path: Path
) -> None:
    # The bug of pykeen/pykeen#970: a "numeric" model whose results stay when all numbers become zero.
    zeroed = Answerer(with_graph(trained, build_world(tmp_path, multiplied(0.0))))
    fell = 0
    for question in OF_NUMBERS:
        plain, blind = original.ask(question).to_json(), zeroed.ask(question).to_json()
        assert plain["evidence"]["ties"] == []
        compared = [row["id"] for row in blind["evidence"]["rows"]]
        assert sorted(compared) == sorted(row["id"] for row in plain["evidence"]["rows"])
        assert {row["rank"] for row in blind["evidence"]["rows"]} == {1}
        if blind["answers"][0]["id"] in compared:
            assert sorted(blind["evidence"]["ties"]) == sorted(compared)
        winner = plain["answers"][0]
        scores = {answer["id"]: answer["score"] for answer in zeroed.ask(question, k=50).answers}
        fell += scores[winner["id"]] < winner["score"] - 0.1
    assert fell >= len(OF_NUMBERS) - 1
