import pytest

from numkbqa.doctor import labels
from numkbqa.doctor.labels import find_labels
from tests.support.toy_kb import ToyKB

FACTS = [("g1", "type", "country"), ("g2", "type", "state"), ("e", "who", "g1"), ("e", "where", "x")]
NAMES = {"g1": "Georgia", "g2": "Georgia", "country": "country", "state": "state"}


def test_events_need_no_name_but_other_entities_do() -> None:
    finding = find_labels(ToyKB(FACTS, labels=NAMES, events=["e"]))
    assert (finding.examined, finding.unlabelled, finding.sampled) == (5, 1, False)
    assert [named.entity for named in finding.busiest_unlabelled] == ["x"]


def test_a_name_of_several_entities_is_told_with_their_classes() -> None:
    finding = find_labels(ToyKB(FACTS, labels=NAMES))
    assert (finding.shared_labels, finding.sharing_entities) == (1, 2)
    (georgia,) = finding.commonest
    assert (georgia.label, georgia.entities) == ("Georgia", 2)
    assert [(n.entity, n.of_class) for n in georgia.examples] == [("g1", "country"), ("g2", "state")]


def test_the_commonest_names_come_first_and_in_the_same_order_in_every_run() -> None:
    ids = [f"e{i:03d}" for i in range(60)]
    names = {entity: f"Name {i // 2}" for i, entity in enumerate(ids[:50])} | dict.fromkeys(ids[50:], "Same")
    finding = find_labels(ToyKB([(entity, "in", "x") for entity in ids], labels=names | {"x": "X"}))
    assert (finding.shared_labels, finding.sharing_entities) == (26, 60)
    assert (finding.commonest[0].label, finding.commonest[0].entities) == ("Same", 10)
    assert {shared.label for shared in finding.commonest[1:]} == {f"Name {i}" for i in range(9)}


def test_a_large_graph_is_sampled(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(labels, "MOST_ENTITIES", 10)
    finding = find_labels(ToyKB([(f"e{i:02d}", "in", "x") for i in range(30)]))
    assert (finding.sampled, finding.examined) == (True, 8)


def test_an_empty_graph() -> None:
    finding = find_labels(ToyKB([]))
    assert (finding.examined, finding.unlabelled, finding.commonest) == (0, 0, [])
