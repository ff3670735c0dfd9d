from pathlib import Path

import pytest

from numkbqa.experiments.coverage_run import covered, run_coverage
from numkbqa.experiments.definition import Definition
from numkbqa.experiments.hops import Reach
from numkbqa.experiments.inputs import prepare
from numkbqa.questions.records import Answer, Question
from numkbqa.retrieval import ExampleBuilder, NoExample, RetrievalSettings
from numkbqa.text import load_encoder
from tests.support.toy_kb import ToyKB, number


@pytest.fixture
def kb() -> ToyKB:
    facts = [(f"m{i}", "in", "hub") for i in range(30)]
    numbers = [(f"m{i}", "size", number(100 + i)) for i in range(30)]
    return ToyKB(facts, numbers, labels={"hub": "Hub"})


def found(kb: ToyKB, *answers: Answer, topics: tuple[str, ...] = ("hub",), size: int = 40) -> object:
    question = Question(id="q", question="the largest of Hub?", topic_entities=topics, answers=answers)
    settings = RetrievalSettings(max_entities=size, order_aware=False)
    example = ExampleBuilder(kb, load_encoder("tiny"), settings).build(question)
    row = covered(question, None if isinstance(example, NoExample) else example, Reach(kb))
    return row.literal, row.some, row.recall, row.entities


def test_entities_and_values_are_looked_for(kb: ToyKB) -> None:
    assert found(kb, Answer(id="m3")) == (False, True, 1.0, 31)
    assert found(kb, Answer(id="m3"), Answer(id="unknown")) == (False, True, 0.5, 31)
    assert found(kb, Answer(id="unknown")) == (False, False, 0.0, 31)
    assert found(kb, Answer(value="129")) == (True, True, 0.0, 31)
    assert found(kb, Answer(value="130")) == (True, False, 0.0, 31)


def test_what_is_cut_away_is_not_covered(kb: ToyKB) -> None:
    kept = [found(kb, Answer(id=f"m{i}"), size=11) for i in range(30)]
    assert kept.count((False, True, 1.0, 11)) == 10


def test_a_question_without_topic_covers_nothing(kb: ToyKB) -> None:
    question = Question(id="q", question="who?", answers=(Answer(id="m1"),))
    row = covered(question, None, Reach(kb))
    assert (row.some, row.recall, row.entities) == (False, 0.0, 0)


def test_the_file_says_what_is_ordinal_else_the_words_do() -> None:
    plain, ordinal = "who is it?", "who is the tallest?"
    assert not Question(id="q", question=plain).is_ordinal
    assert Question(id="q", question=ordinal).is_ordinal
    assert not Question(id="q", question=ordinal, ordinal=False).is_ordinal


def test_groups_are_counted_apart(data: Path, definition: Definition, tmp_path: Path) -> None:
    inputs = prepare(definition, tmp_path / "small", data)
    settings = definition.settings_of("default", 0, tmp_path / "cache")
    groups = run_coverage(inputs, settings)["sets"]["dev"]["groups"]
    assert {name: group["in_subgraph"]["n"] for name, group in groups.items()} == {
        "all": 6,
        "plain": 2,
        "ordinal": 4,
    }
    assert groups["all"]["in_subgraph"]["percent"] == 100.0
    assert groups["all"]["no_topic"] == 0
    assert groups["all"]["entities"] > 4


def test_a_small_subgraph_loses_answers_and_lists_them(
    data: Path, definition: Definition, tmp_path: Path
) -> None:
    inputs = prepare(definition, tmp_path / "small", data)
    changes = ("retrieval.max_entities=2", "retrieval.order_aware=false")
    settings = definition.settings_of("default", 0, tmp_path / "cache", changes)
    one = run_coverage(inputs, settings)["sets"]["dev"]
    share = one["groups"]["all"]["in_subgraph"]
    assert share["percent"] < 100
    assert len(one["listed"]) == share["n"] - round(share["n"] * share["percent"] / 100)
