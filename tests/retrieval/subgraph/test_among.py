import numpy as np

from numkbqa.kb.protocol import Facts
from numkbqa.retrieval.settings import RetrievalSettings
from numkbqa.retrieval.subgraph import facts_among
from tests.support.toy_kb import ToyKB, toy_world


def test_all_facts_among_entities_are_found_however_large_they_are() -> None:
    kb = toy_world()
    kept = np.array([kb.entity_index(name) for name in ("norway", "oslo", "europe", "glomma", "country")])
    plain = facts_among(kb, kept, kb.facts_from(kept[:0]), RetrievalSettings())
    norway = kb.facts_from(kept[:1])
    careful = facts_among(kb, kept, norway, RetrievalSettings(hub_cap=6, max_facts=1))
    assert len(plain.head) >= 4
    assert set(zip(*map(tuple, plain), strict=True)) == set(zip(*map(tuple, careful), strict=True))


def test_facts_between_large_hubs_come_from_those_known() -> None:
    facts = [(f"x{i}", "r", "hub") for i in range(9)] + [(f"x{i}", "r", "other") for i in range(9)]
    kb = ToyKB([*facts, ("hub", "r", "other")])
    kept = np.array([kb.entity_index(name) for name in ("hub", "other", "x3")])
    settings = RetrievalSettings(hub_cap=5, max_facts=1)
    known = Facts(np.array([kept[0]]), np.array([0]), np.array([kept[1]]))
    found = facts_among(kb, kept, known, settings)
    assert sorted(zip(found.head.tolist(), found.tail.tolist(), strict=True)) == [(0, 1), (2, 0), (2, 1)]
