import json
from dataclasses import fields

from numkbqa.doctor import Diagnosis, diagnosis, examine
from numkbqa.kb.counts import count
from tests.support.dirty_kb import cities, dirt
from tests.support.toy_kb import ToyKB, number, toy_world


def test_a_diagnosis_is_plain_json_with_the_documented_keys() -> None:
    document = json.loads(json.dumps(examine(toy_world(), {}).as_dict(), allow_nan=False))
    assert list(document) == [field.name for field in fields(Diagnosis)]
    assert all(f"| {key} |" in (diagnosis.__doc__ or "") for key in document)
    assert document["counts"]["entities"] == toy_world().num_entities
    assert document["relations"][0]["kind"] == "number"
    assert document["relations"][0]["histogram"]["scale"] == "log"


def test_all_findings_are_of_one_graph() -> None:
    kb = cities()
    found = examine(kb, {})
    assert found.counts == count(kb)
    assert found.content_hash == kb.content_hash
    assert [relation.name for relation in found.relations] == ["population"]
    assert [one.relation for one in found.questions.by_relation] == ["population"]
    assert found.labels.examined == kb.num_entities


def test_the_same_graph_has_the_same_diagnosis() -> None:
    assert examine(cities(), {}).as_dict() == examine(cities(), {}).as_dict()


def test_an_empty_graph_can_be_examined() -> None:
    found = examine(ToyKB([]), {})
    assert (found.relations, found.questions.questions, found.hubs) == ([], 0, [])


def test_values_beyond_all_measure_are_no_obstacle() -> None:
    numbers = [(f"e{i}", "size", number(value)) for i, value in enumerate([1e308, -1e308, 5e-324, 0.0] * 5)]
    aside = [dirt("e0", "size", "x" * 10_000, "not a number or date", 1)]
    document = json.dumps(examine(ToyKB([], numbers, set_aside=aside), {}).as_dict(), allow_nan=False)
    assert json.loads(document)["relations"][0]["entities"] == 20
