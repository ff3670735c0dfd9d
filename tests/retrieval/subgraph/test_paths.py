import numpy as np

from numkbqa.retrieval.settings import RetrievalSettings
from numkbqa.retrieval.subgraph.numbering import Numberings
from numkbqa.retrieval.subgraph.paths import with_connections
from numkbqa.retrieval.subgraph.push import ForwardPush
from numkbqa.retrieval.subgraph.walk import NONE, Walk
from tests.support.toy_kb import ToyKB


def test_what_links_an_entity_to_a_topic_comes_along_or_neither_does() -> None:
    # b is reached through x and through y; y has more mass, for it has fewer other facts.
    facts = [
        ("a", "r", "x"),
        ("a", "r", "y"),
        ("a", "s", "y"),
        ("x", "r", "b"),
        ("y", "r", "b"),
        ("x", "r", "c"),
    ]
    kb, settings = ToyKB(facts), RetrievalSettings()
    with Numberings(kb.num_entities).fresh() as numbering:
        push = ForwardPush(kb, numbering, np.array([kb.entity_index("a")]), np.ones(2))
        walk = Walk(push, kb, settings)
        walk.hop(0)
        walk.hop(1)
        b, c, x, y = (int(push.local(np.array([kb.entity_index(name)]))[0]) for name in "bcxy")
        wanted = np.array([b, c])
        assert with_connections(walk, wanted, NONE, limit=4).tolist() == [b, y, c, x]
        assert with_connections(walk, wanted, NONE, limit=3).tolist() == [b, y]
        assert with_connections(walk, wanted, np.array([x]), limit=3).tolist() == [b, y, c]
        assert with_connections(walk, wanted, NONE, limit=1).tolist() == []
        assert with_connections(walk, np.array([x, b]), NONE, limit=1).tolist() == [x]
