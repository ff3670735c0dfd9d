from dataclasses import asdict

import numpy as np

from numkbqa.kb.doctor import Counts, RelationHealth, count, examine
from tests.support.toy_kb import ToyKB, number, toy_world


def health_of(kb: ToyKB, name: str) -> RelationHealth:
    return next(health for health in examine(kb).relations if health.name == name)


def test_counts_count_every_fact_once() -> None:
    kb = toy_world()
    everything = kb.facts_from(np.arange(kb.num_entities))
    counted = count(kb)
    assert counted.facts == len(everything.head)
    assert (counted.entities, counted.numerical_relations) == (kb.num_entities, 6)


def test_an_empty_graph_is_told_from_a_fit_one() -> None:
    diagnosis = examine(ToyKB([("a", "knows", "b")], labels={"a": "A", "b": "B"}))
    assert diagnosis.counts == Counts(2, 1, 1, 0, 0)
    assert diagnosis.relations == []
    assert [warning for warning in diagnosis.warnings if "no numerical relation" in warning]


def test_a_relation_tells_range_unit_class_and_coverage() -> None:
    length = health_of(toy_world(), "length")
    assert (length.lowest, length.highest, length.unit) == ("180", "1047", "kilometer")
    assert (length.of_class, length.class_label, length.coverage) == ("river_class", "river", 1.0)
    assert (length.facts, length.entities) == (21, 21)


def test_the_class_with_most_carriers_counts() -> None:
    population = health_of(toy_world(), "population")
    assert (population.of_class, population.coverage) == ("city", 1.0)
    assert population.entities == 48


def test_sparse_repeated_and_constant_relations_are_warned_of() -> None:
    types = [(f"c{i}", "type", "city") for i in range(20)]
    numbers = [("c0", "height", number(1)), ("c0", "height", number(2))]
    numbers += [(f"c{i}", "rank", number(7)) for i in range(20)]
    warnings = examine(ToyKB(types, numbers, {f"c{i}": f"City {i}" for i in range(20)})).warnings
    assert "rank: all 20 values are equal, so it orders nothing" in warnings
    assert "height: carried by 1 entities only" in warnings
    assert "height: 1 values beyond one per entity; ask which one counts" in warnings
    assert 'height: only 5% of "city" carry it' in warnings


def test_a_graph_without_names_is_warned_of() -> None:
    kb = ToyKB([("a", "knows", "b")], [("a", "age", number(3))])
    assert [warning for warning in examine(kb).warnings if "100% of the entities have no name" in warning]


def test_relations_without_any_class_have_no_coverage() -> None:
    health = health_of(ToyKB([("a", "knows", "b")], [("a", "age", number(3))]), "age")
    assert (health.of_class, health.coverage) == (None, None)


def test_a_diagnosis_is_plain_json() -> None:
    document = asdict(examine(toy_world()))
    assert document["counts"]["entities"] == toy_world().num_entities
    assert document["relations"][0]["kind"] == "number"
