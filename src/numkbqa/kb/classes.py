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


SUBCLASS_RELATIONS: Final = frozenset(
    {
        "http://www.w3.org/2000/01/rdf-schema#subClassOf",
        "http://www.wikidata.org/prop/direct/P279",  # subclass of
        "rdfs:subClassOf",
        "wdt:P279",
        "P279",
        "subclass_of",
        "subclass of",
        "subClassOf",
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


def superclasses(kb: KnowledgeBase, kinds: Ints) -> dict[int, set[int]]:
    """Find the classes above some classes.

    Args:
        kb: the graph.
        kinds: KB entity numbers of the classes.

    Returns:
        For each of them all classes above it, whether or not anything is their direct instance.
    """
    steps = [relation for relation, name in enumerate(kb.relations) if name in SUBCLASS_RELATIONS]
    above: dict[int, set[int]] = {kind: set() for kind in kinds.tolist()}
    reached = kinds
    known = {kind: {kind} for kind in above}  # which of `kinds` lead to a class
    while steps and len(reached):
        facts = kb.facts_from(reached)
        mine = np.isin(facts.relation, steps)
        grown = set[int]()
        for head, tail in zip(facts.head[mine].tolist(), facts.tail[mine].tolist(), strict=True):
            new = known[head] - known.setdefault(tail, set())
            known[tail] |= new
            grown.update([tail] if new else [])
        reached = np.array(sorted(grown), dtype=np.int64)
    for kind, below in known.items():
        for one in below - {kind}:
            above[one].add(kind)
    return above
