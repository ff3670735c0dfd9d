from typing import Any

import numpy as np
import pytest

from numkbqa.evaluation.predict import Prediction, valued
from numkbqa.evidence import MAX_ROWS, TOP_ROWS, Evidence, path_to
from numkbqa.questions.ordinal import parse_ordinal
from numkbqa.questions.records import Question
from numkbqa.reasoning.numerical.exact_sort import exact_sort
from numkbqa.retrieval.example import Example
from tests.support.toy_kb import ToyKB, number

CITIES = 120


def small_kb() -> ToyKB:
    """A country with 120 cities (c000 is the largest; c001 and c002 are equal) and two without population."""
    cities = [f"c{i:03d}" for i in range(CITIES)]
    values = [1000 - max(i, 2) if i in {1, 2} else 1000 - i for i in range(CITIES)]
    facts = [(city, "in", "land") for city in [*cities, "x0", "x1"]]
    facts += [("land", "capital", "c005"), ("c005", "twin", "far")]
    numbers = [(city, "population", number(value)) for city, value in zip(cities, values, strict=True)]
    labels = {city: city.upper() for city in [*cities, "x0", "x1", "far", "land"]}
    return ToyKB(facts, numbers, labels)


def whole_example(kb: ToyKB, question: str) -> Example:
    """The whole graph as an example, its one numerical relation included."""
    everything = np.arange(kb.num_entities)
    head, relation, tail = kb.facts_from(everything)
    heads, tails = np.concatenate([head, tail]), np.concatenate([tail, head])
    relations = np.concatenate([relation, relation + len(kb.relations)])
    order = np.argsort(tails, kind="stable")
    distinct, relations = np.unique(relations[order], return_inverse=True)
    numbers = kb.numbers_of(everything)
    return Example(
        question=Question(id="q", question=question),
        entities=everything,
        topics=everything == kb.entity_index("land"),
        answers=np.zeros(len(everything), np.bool_),
        num_answers=0,
        head=heads[order],
        relation=relations,
        tail=tails[order],
        distinct_relations=distinct,
        numerical_relations=np.array([0]),
        relevance=np.array([1.0]),
        number_entity=numbers.entity,
        number_relation=numbers.relation,
        low=numbers.low,
        high=numbers.high,
        value=numbers.value,
    )


def predicted(kb: ToyKB, question: str) -> Prediction:
    """A prediction with the cities as candidates, whose exact sort is the real one."""
    example, cue = whole_example(kb, question), parse_ordinal(question)
    candidates = np.array([kb.entity_id(e)[0] in "cx" for e in example.entities.tolist()])
    low, high = valued(example, candidates, 0, "max")
    winners = exact_sort(low, high, "max", cue.k if cue else 1)
    uniform = np.full(kb.num_entities, 1 / kb.num_entities)
    return Prediction(example, uniform, uniform, candidates, 1.0, cue, 0, winners)


def evidence_of(chosen: list[str], question: str = "What is the largest city in Land?") -> dict[str, Any]:
    kb = small_kb()
    entities = [entity for entity in map(kb.entity_index, chosen) if entity is not None]
    return Evidence(predicted(kb, question), kb).to_json(entities)


def ranks(document: dict[str, Any]) -> list[int]:
    return [row["rank"] for row in document["rows"]]


def test_rows_begin_with_the_best_and_tied_values_share_a_rank() -> None:
    document = evidence_of(["c000"])
    assert [row["id"] for row in document["rows"][:4]] == ["c000", "c001", "c002", "c003"]
    assert ranks(document) == [1, 2, 2, *range(3, MAX_ROWS)]
    assert document["rows"][0] == {
        "id": "c000",
        "label": "C000",
        "value": "1000",
        "lexical": "1000",
        "rank": 1,
    }
    assert (document["kind"], document["unit"], document["compared"]) == ("number", None, CITIES)


def test_an_answer_far_down_keeps_its_neighbours_and_the_best_rows() -> None:
    shown = [row["id"] for row in evidence_of(["c100"])["rows"]]
    assert len(shown) == MAX_ROWS
    assert shown[:TOP_ROWS] == [f"c{i:03d}" for i in range(TOP_ROWS)]
    assert shown[TOP_ROWS:] == [f"c{i:03d}" for i in range(80, CITIES)]


def test_every_answer_has_its_row() -> None:
    shown = {row["id"] for row in evidence_of(["c000", "c110", "c070"])["rows"]}
    assert {"c000", "c070", "c110"} <= shown
    assert len(shown) == MAX_ROWS


def test_an_answer_without_value_leaves_the_best_rows() -> None:
    assert ranks(evidence_of(["x0"]))[-1] == MAX_ROWS - 1


def test_ties_are_those_of_the_first_answer() -> None:
    assert evidence_of(["c002", "c000"])["ties"] == ["c001", "c002"]
    assert evidence_of(["c000", "c002"])["ties"] == []
    assert evidence_of([])["ties"] == []


def test_what_has_no_value_is_listed_with_name_and_reason() -> None:
    document = evidence_of(["c000"])
    assert document["excluded"] == [
        {"id": "x0", "label": "X0", "reason": "has no population"},
        {"id": "x1", "label": "X1", "reason": "has no population"},
    ]
    assert document["not_compared"] == 2


@pytest.mark.parametrize(
    ("question", "chosen", "names", "agrees"),
    [
        ("What is the largest city in Land?", "c000", ["C000"], True),
        ("What is the second largest city in Land?", "c000", ["C001", "C002"], False),
        ("What is the second largest city in Land?", "c002", ["C001", "C002"], True),
    ],
)
def test_the_cross_check_names_what_the_exact_sort_answers(
    question: str, chosen: str, names: list[str], agrees: bool
) -> None:
    document = evidence_of([chosen], question)
    assert [item["label"] for item in document["exact_sort"]] == names
    assert document["exact_sort_agrees"] is agrees


def test_an_exact_sort_without_winner_says_nothing() -> None:
    kb = ToyKB([("a", "in", "land")], [("a", "population", number(1))], {"land": "Land", "a": "A"})
    prediction = predicted(kb, "What is the second largest city in Land?")
    document = Evidence(prediction, kb).to_json([0])
    assert (document["exact_sort"], document["exact_sort_agrees"]) == ([], None)


def test_paths_follow_the_facts_in_their_own_direction() -> None:
    kb = small_kb()
    example = whole_example(kb, "?")

    def path(goal: str) -> list[dict[str, Any]]:
        entity = kb.entity_index(goal)
        assert entity is not None
        return path_to(example, entity, kb)

    assert path("c007") == [{"head": "C007", "relation": "in", "tail": "LAND", "forward": False}]
    assert [(step["relation"], step["forward"]) for step in path("far")][-1] == ("twin", True)
    assert len(path("far")) == 2
    assert path("land") == []
