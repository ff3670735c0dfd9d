import numpy as np
import pytest

from numkbqa.retrieval.settings import RetrievalSettings
from numkbqa.retrieval.subgraph import Relevance
from numkbqa.retrieval.subgraph.beyond import BackwardSearch
from numkbqa.retrieval.subgraph.numbering import Numberings
from numkbqa.retrieval.subgraph.push import ForwardPush
from numkbqa.retrieval.subgraph.walk import Walk
from tests.support.toy_kb import ToyKB, number


@pytest.mark.parametrize(("hub_cap", "expected"), [(10, {"c00", "c01", "c28", "c29"}), (1000, set())])
def test_the_search_is_made_only_when_much_mass_waits_at_unexpanded_nodes(
    hub_cap: int, expected: set[str]
) -> None:
    facts = [(f"c{i:02d}", "in", "land") for i in range(30)] + [("ada", "lives", "land")]
    kb = ToyKB(facts, [(f"c{i:02d}", "size", number(i)) for i in range(30)])
    settings = RetrievalSettings(hub_cap=hub_cap, keep_extremes=2)
    ada = kb.entity_index("ada")
    with Numberings(kb.num_entities).fresh() as numbering:
        walk = Walk(ForwardPush(kb, numbering, np.array([ada]), np.ones(2)), kb, settings)
        walk.hop(0)
        walk.hop(1)
        search = BackwardSearch(kb, walk, 1, settings)
        found = search.search(Relevance(np.ones(2), np.ones(1)))
        names = {kb.entity_id(entity) for facts in found for entity in facts.entity.tolist()}
        assert names >= expected
        assert bool(names) is bool(expected)
        if found:
            links = search.links()
            assert {kb.entity_id(e) for e in walk.push.entities[links.source].tolist()} == {"land"}
            assert (walk.distance[links.target] == 2).all()
