from dataclasses import replace

import numpy as np
import pytest

from numkbqa.retrieval.linking.coherence import COMMON_NEIGHBOUR, READABLE, coherence
from numkbqa.retrieval.linking.features import COLUMN, Mention, features_of
from numkbqa.retrieval.linking.weights import FEATURES
from tests.support.toy_kb import ToyKB, toy_world

KB = toy_world()


def number_of(kb: ToyKB, entity_id: str) -> int:
    entity = kb.entity_index(entity_id)
    assert entity is not None
    return entity


def mention(words: str, first: int, last: int, *candidates: str, kb: ToyKB = KB) -> Mention:
    split = tuple(words.split())
    text = " ".join(split[first:last])
    entities = np.array([number_of(kb, entity) for entity in candidates], dtype=np.int64)
    none_missing = np.zeros(len(entities), dtype=np.int64)
    return Mention(split, first, last, 0, 0, text, frozenset({text}), entities, none_missing, typo=False)


def column(name: str, about: Mention, kb: ToyKB = KB) -> list[float]:
    (features,) = features_of(kb, [about], None)
    assert features.shape == (len(about.candidates), len(FEATURES))
    found: list[float] = features[:, COLUMN[name]].tolist()
    return found


@pytest.mark.parametrize(
    ("words", "beside", "said"),
    [
        ("the river main is long", 1, 0),
        ("the main river is long", 1, 0),
        ("the main is a river", 0, 1),
        ("the main of all rivers", 0, 1),
        ("the main is riverside", 0, 0),
    ],
)
def test_words_of_the_class(words: str, beside: int, said: int) -> None:
    place = words.split().index("main")
    about = mention(words, place, place + 1, "main", "munich")
    assert column("beside", about) == [beside, 0]
    assert column("said", about) == [said, 0]


@pytest.mark.parametrize(
    ("words", "asked"),
    [("largest city in georgia", [1, 0]), ("rivers of georgia", [0, 0]), ("cities of georgia", [1, 0])],
)
def test_a_candidate_beside_things_of_the_class_that_is_asked_for(words: str, asked: list[int]) -> None:
    facts = [
        ("atlanta", "in", "state"),
        ("atlanta", "type", "c"),
        ("lake", "in", "town"),
        ("lake", "type", "l"),
    ]
    kb = ToyKB(facts, labels={"state": "Georgia", "town": "Georgia", "c": "city", "l": "lake"})
    place = words.split().index("georgia")
    split = tuple(words.split())
    entities = np.array([kb.entity_index(name) for name in ("state", "town")])
    none_missing = np.zeros(2, dtype=np.int64)
    about = Mention(
        split, place, place + 1, 0, 0, "georgia", frozenset({"georgia"}), entities, none_missing, typo=False
    )
    assert column("asked", about, kb) == asked


@pytest.mark.parametrize("seed", range(5))
def test_what_is_asked_is_that_of_reading_each_neighbour_by_itself(
    seed: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("numkbqa.retrieval.linking.features.MOST_NEIGHBOURS", 3)
    monkeypatch.setattr("numkbqa.retrieval.linking.features.READABLE", 6)
    rng = np.random.default_rng(seed)
    facts = [(f"e{a}", "near", f"e{b}") for a, b in rng.integers(0, 30, (90, 2)).tolist()]
    facts += [(f"e{a}", "type", f"c{b}") for a, b in rng.integers(0, (30, 4), (25, 2)).tolist()]
    kb = ToyKB(facts, labels={"c0": "city", "c1": "lake", "c2": "river", "c3": "town"})
    names = [f"e{i}" for i in range(30) if kb.entity_index(f"e{i}") is not None]
    about = mention("cities and lakes of x", 4, 5, *names, *names[:3], kb=kb)
    assert column("asked", about, kb) == [_asked_one_by_one(kb, entity) for entity in about.candidates]


def _asked_one_by_one(kb: ToyKB, entity: int) -> float:
    one = np.array([entity])
    neighbours = np.unique(np.concatenate((kb.facts_from(one).tail, kb.facts_into(one).head)))[:3]
    classes = {kb.label(kind) for neighbour in neighbours.tolist() for kind in kb.types(neighbour)}
    return float(bool(classes & {"city", "lake"}))


def test_names_labels_and_case() -> None:
    about = replace(mention("is deutschland big", 1, 2, "germany"), text="Deutschland")
    assert (column("preferred", about), column("case", about)) == ([0], [1])
    about = replace(mention("is germany big", 1, 2, "germany"), text="GERMANY")
    assert (column("preferred", about), column("case", about)) == ([1], [0])


def test_popularity_is_the_log_of_the_number_of_facts() -> None:
    about = mention("x", 0, 1, "warsaw", "poland")
    degree = KB.degree(about.candidates)
    assert column("popularity", about) == pytest.approx(np.log1p(degree).tolist())


def test_parts_of_names() -> None:
    about = mention("who is brandt", 2, 3, "otto_brandt", "nina_falk")
    about = replace(about, missing=np.array([1, 2]))
    assert column("partial", about) == [1, 1]
    assert column("missing", about) == [1, 2]
    assert column("ending", about) == [1, 0]


def test_nearness_to_other_mentions() -> None:
    facts = [("p_tx", "in", "texas"), ("p_fr", "in", "france"), ("dallas", "in", "texas")]
    kb = ToyKB(facts, labels={"p_tx": "Paris", "p_fr": "Paris"})
    paris = np.array([number_of(kb, "p_fr"), number_of(kb, "p_tx")])
    texas, dallas = (np.array([number_of(kb, name)]) for name in ("texas", "dallas"))
    assert [near.tolist() for near in coherence(kb, [paris, texas])] == [[0, 1], [1]]
    assert [near.tolist() for near in coherence(kb, [texas, paris])] == [[1], [0, 1]]
    assert [near.tolist() for near in coherence(kb, [paris, dallas])] == [
        [0, COMMON_NEIGHBOUR],
        [COMMON_NEIGHBOUR],
    ]
    assert [near.tolist() for near in coherence(kb, [paris])] == [[0, 0]]


def test_a_hub_is_near_by_facts_but_not_as_a_common_neighbour() -> None:
    facts = [("a", "in", "hub"), ("b", "in", "hub")] + [(f"x{i}", "in", "hub") for i in range(READABLE)]
    kb = ToyKB(facts)
    a, b, hub, far = (number_of(kb, name) for name in ("a", "b", "hub", "x7"))
    one, other = coherence(kb, [np.array([a, far]), np.array([b])])
    assert (one.tolist(), other.tolist()) == ([0, 0], [0])
    one, other = coherence(kb, [np.array([a, far]), np.array([hub])])
    assert (one.tolist(), other.tolist()) == ([1, 1], [1])
