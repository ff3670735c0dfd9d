"""Which relations say what an entity is: `rdf:type` and its relatives in other vocabularies."""

from typing import Final

import numpy as np

from numkbqa.kb.protocol import Ints, KnowledgeBase

RDF_TYPE: Final = "http://www.w3.org/1999/02/22-rdf-syntax-ns#type"

TYPE_RELATIONS: Final = frozenset(
    {
        RDF_TYPE,
        "http://www.wikidata.org/prop/direct/P31",  # instance of
        "http://rdf.freebase.com/ns/type.object.type",
        "/type/object/type",
        "type.object.type",
        "wdt:P31",
        "P31",
        "rdf:type",
        "type",
        "instance_of",
        "instance of",
        "instanceOf",
        "isA",
        "is_a",
        "is a",
    }
)


def instances(kb: KnowledgeBase, kind: int) -> Ints:
    """Find the instances of a class.

    Args:
        kb: the graph.
        kind: KB entity number of the class.

    Returns:
        KB entity numbers, ascending, each once; those of its subclasses are not among them.
    """
    typing = [relation for relation, name in enumerate(kb.relations) if name in TYPE_RELATIONS]
    facts = kb.facts_into(np.array([kind], dtype=np.int64))
    found: Ints = np.unique(facts.head[np.isin(facts.relation, typing)])
    return found
