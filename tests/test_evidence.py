import dataclasses
from collections.abc import Iterable, Mapping, Sequence
from typing import Any

import numpy as np
import pytest

from numkbqa.evaluation.predict import Prediction, unvalued_peers, valued
from numkbqa.evidence import (
    DATES_OVERLAP,
    EQUAL_VALUES,
    MAX_ROWS,
    RANGES_OVERLAP,
    TOP_ROWS,
    Evidence,
    path_to,
)
from numkbqa.kb.protocol import SetAside
from numkbqa.questions.ordinal import parse_ordinal
from numkbqa.questions.records import Question
from numkbqa.retrieval.examples import Example
from numkbqa.values import Kind, Value, parse_value
from numkbqa.values.ranks import Direction, exact_sort
from tests.support.toy_kb import ToyKB, day, number

CITIES = 120


def small_kb(set_aside: Iterable[tuple[str, SetAside]] = ()) -> ToyKB:
    """A country with 120 cities (c000 is the largest; c001 and c002 are equal) and two without population."""
    cities = [f"c{i:03d}" for i in range(CITIES)]
    values = [1000 - max(i, 2) if i in {1, 2} else 1000 - i for i in range(CITIES)]
    facts = [(city, "in", "land") for city in [*cities, "x0", "x1"]]
    facts += [("land", "capital", "c005"), ("c005", "twin", "far")]
    numbers = [(city, "population", number(value)) for city, value in zip(cities, values, strict=True)]
    labels = {city: city.upper() for city in [*cities, "x0", "x1", "far", "land"]}
    return ToyKB(facts, numbers, labels, set_aside=set_aside)


def few_cities(values: Mapping[str, Sequence[tuple[Value, str | None]]], several: str = "default") -> ToyKB:
    """A country with cities, each with values of "population" and the dates at which they held."""
    numbers = [(city, "population", value) for city, of_one in values.items() for value, _ in of_one]
    held = [date for of_one in values.values() for _, date in of_one]
    labels = {city: city.upper() for city in [*values, "land"]}
    facts = [(city, "in", "land") for city in values]
    return ToyKB(facts, numbers, labels, held=held, several={"population": several})


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
        of_asked_class=everything < 0,
        asked_classes=everything[:0],
    )


def predicted(kb: ToyKB, question: str) -> Prediction:
    """A prediction with the cities as candidates, whose exact sort is the real one."""
    example, cue = whole_example(kb, question), parse_ordinal(question)
    candidates = np.array([kb.entity_id(e)[0] in "cx" for e in example.entities.tolist()])
    direction = cue.direction if cue else Direction.MAX
    low, high = valued(example, candidates, 0, direction)
    winners = exact_sort(low, high, direction, cue.k if cue else 1)
    uniform = np.full(kb.num_entities, 1 / kb.num_entities)
    return Prediction(example, uniform, uniform, candidates, 1.0, cue, 0, winners, direction)


def evidence_of(
    chosen: list[str], question: str = "What is the largest city in Land?", kb: ToyKB | None = None
) -> dict[str, Any]:
    kb = kb or small_kb()
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
        "held_at": None,
        "rank": 1,
        "other_values": [],
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


def test_a_row_says_when_its_value_held_and_how_the_source_writes_it() -> None:
    miles = Value(Kind.QUANTITY, 16.09344, 16.09344, "10 mi", unit="kilometer")
    rows = evidence_of(
        ["c1"], kb=few_cities({"c1": [(miles, "2021")], "c2": [(number(9, "kilometer"), None)]})
    )["rows"]
    assert [(row["value"], row["lexical"], row["held_at"]) for row in rows] == [
        ("16.09344", "10 mi", "2021"),
        ("9", "9", None),
    ]


def test_a_sentence_tells_a_date_as_people_write_it() -> None:
    early, late = parse_value("-0043", "xsd:gYear"), parse_value("1999-06", "xsd:gYearMonth")
    assert isinstance(early, Value)
    assert isinstance(late, Value)
    kb = few_cities({"c1": [(early, None)], "c2": [(late, None)]})
    found = Evidence(predicted(kb, "What is the latest city in Land?"), kb)
    places = [kb.entity_index(name) or 0 for name in ("c1", "c2")]
    assert [found.measured_text(place) for place in places] == ["44 BCE", "1999-06"]
    assert found.value_text(places[0]) == "-0043"


@pytest.mark.parametrize(("asked", "stands", "other"), [("largest", "70", "30"), ("smallest", "30", "70")])
def test_of_several_values_in_force_the_one_of_the_direction_stands(
    asked: str, stands: str, other: str
) -> None:
    both = [(number(70), "2001"), (number(30), "2011")]
    kb = few_cities({"c1": both, "c2": [(number(50), None)]}, "all")
    document = evidence_of(["c1"], f"What is the {asked} city in Land?", kb)
    row = document["rows"][0]
    assert (row["id"], row["value"]) == ("c1", stands)
    dates = {"70": "2001", "30": "2011"}
    assert row["held_at"] == dates[stands]
    assert row["other_values"] == [
        {"value": other, "lexical": other, "held_at": dates[other], "counts": True, "reason": None}
    ]
    assert document["several"] == "all"


def test_superseded_values_stand_beside_the_one_that_counts() -> None:
    old = SetAside(0, "population", "900", "superseded", held_at="2001")
    document = evidence_of(["c000"], kb=small_kb([("c000", old)]))
    assert document["rows"][0]["other_values"] == [
        {"value": None, "lexical": "900", "held_at": "2001", "counts": False, "reason": "superseded"}
    ]
    assert document["several"] == "default"


def test_a_literal_that_is_no_value_is_listed_but_was_no_choice() -> None:
    dirt = SetAside(0, "population", "many", "not a number or date")
    document = evidence_of(["c000"], kb=small_kb([("c000", dirt)]))
    assert [other["reason"] for other in document["rows"][0]["other_values"]] == ["not a number or date"]
    assert document["several"] is None


@pytest.mark.parametrize(
    ("values", "reason"),
    [
        ([number(7), number(7)], EQUAL_VALUES),
        ([day("1999-06"), day("1999-06")], EQUAL_VALUES),
        ([day("1999"), day("1999-06")], DATES_OVERLAP),
        ([Value(Kind.NUMBER, 1, 3, "1 to 3"), Value(Kind.NUMBER, 2, 4, "2 to 4")], RANGES_OVERLAP),
        ([number(7), number(6)], None),
    ],
)
def test_ties_have_a_reason(values: list[Value], reason: str | None) -> None:
    kb = few_cities({"c1": [(values[0], None)], "c2": [(values[1], None)]})
    document = evidence_of(["c1"], "What is the latest largest city in Land?", kb)
    assert document["tie_reason"] == reason
    assert bool(document["ties"]) == (reason is not None)


def test_ties_are_those_of_the_first_answer() -> None:
    assert evidence_of(["c002", "c000"])["ties"] == ["c001", "c002"]
    assert evidence_of(["c000", "c002"])["ties"] == []
    assert evidence_of([])["ties"] == []


def test_what_has_no_value_is_listed_with_name_and_reason() -> None:
    document = evidence_of(["c000"])
    nothing = dict.fromkeys(("lexical", "cause", "source", "line"))
    assert document["excluded"] == [
        {"id": "x0", "label": "X0", "reason": "has no population", **nothing},
        {"id": "x1", "label": "X1", "reason": "has no population", **nothing},
    ]
    assert document["not_compared"] == 2


def test_literals_without_a_value_say_why_an_entity_is_left_out_and_where_they_stand() -> None:
    rows = [
        SetAside(0, "population", "12 smoots", "unknown unit", source="a.tsv", line=7),
        SetAside(0, "population", "1,234.567,8", "ambiguous separators", source="b.tsv", line=3),
    ]
    first, second = evidence_of(["c000"], kb=small_kb([("x1", row) for row in rows]))["excluded"]
    assert first == {
        "id": "x1",
        "label": "X1",
        "reason": 'population "12 smoots": unknown unit; "1,234.567,8": ambiguous separators',
        "lexical": "12 smoots",
        "cause": "unknown unit",
        "source": "a.tsv",
        "line": 7,
    }
    assert (second["id"], second["cause"]) == ("x0", None)


def test_an_unknown_value_has_no_text_to_show() -> None:
    unknown = SetAside(0, "population", "", "unknown value")
    excluded = evidence_of(["c000"], kb=small_kb([("x0", unknown)]))["excluded"]
    assert excluded[0]["reason"] == "population: unknown value"


def test_peers_without_a_value_stand_beside_valued_ones() -> None:
    kb = small_kb()
    prediction = predicted(kb, "What is the largest city in Land?")
    everyone = dataclasses.replace(prediction, candidates=np.ones(kb.num_entities, dtype=np.bool_))
    ranks = Evidence(everyone, kb).rank
    peers = unvalued_peers(everyone.example, everyone.candidates, ranks)
    assert [kb.entity_id(entity) for entity in np.flatnonzero(peers).tolist()] == ["x0", "x1"]


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


def test_what_is_of_another_class_than_asked_for_says_so() -> None:
    kb = small_kb()
    prediction = predicted(kb, "What is the largest land?")
    land = kb.entity_index("land")
    asked = dataclasses.replace(prediction.example, asked_classes=np.array([land]))
    other = dataclasses.replace(prediction, example=asked, set_aside=np.array([0, 1]))
    before, after = (Evidence(one, kb).to_json([]) for one in (prediction, other))
    assert after["not_compared"] == before["not_compared"] + 2
    absent = dict.fromkeys(("lexical", "cause", "source", "line"))
    label = kb.label(0)
    row = {"id": kb.entity_id(0), "label": label, "reason": "is no land", **absent}
    assert after["excluded"][len(before["excluded"])] == row
