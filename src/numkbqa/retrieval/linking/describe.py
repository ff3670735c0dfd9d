"""A short description that tells an entity from others of its name: "state, in United States"."""

from typing import Final

import numpy as np

from numkbqa.kb.protocol import KnowledgeBase
from numkbqa.kb.relation_text import relation_text
from numkbqa.retrieval.linking.coherence import READABLE

MOST_TYPES: Final = 2

PLACE_WORDS: Final = (
    "located",
    "location",
    "state",
    "country",
    "county",
    "region",
    "continent",
    "part",
    "in",
)
"""Words of relations that say where something is, the most telling first."""

CONTAINS: Final = ("contains", "contain")
"""Words of relations that say it the other way round."""


def describe(kb: KnowledgeBase, entity: int) -> str:
    """Describe an entity by its classes and by a fact that tells where it is or what it belongs to.

    Args:
        kb: the graph.
        entity: KB entity number.

    Returns:
        A few words; the id of the entity when nothing is known of it.
    """
    types = list(dict.fromkeys(kb.label(kind) for kind in kb.types(entity)))[:MOST_TYPES]
    small = kb.degree(np.array([entity], dtype=np.int64))[0] <= READABLE
    fact = _telling_fact(kb, entity) if small else ""
    return ", ".join([*types, *([fact] if fact else [])]) or kb.entity_id(entity)


def _telling_fact(kb: KnowledgeBase, entity: int) -> str:
    """Say "in PLACE" if some fact says so, else the first fact with a named tail as "relation: tail"."""
    known = [pair for pair in _facts(kb, entity) if pair[1] != entity and kb.names(pair[1])]
    places = [(PLACE_WORDS.index(word), tail) for words, tail in known if (word := _place_word(words))]
    if places:
        return f"in {kb.label(min(places)[1])}"
    return next((f"{' '.join(words)}: {kb.label(tail)}" for words, tail in known if words), "")


def _facts(kb: KnowledgeBase, entity: int) -> list[tuple[list[str], int]]:
    """Words of the property and other end of the facts of an entity; those of its classes are left out."""
    asked, classes = np.array([entity], dtype=np.int64), set(kb.types(entity))
    out, into = kb.facts_from(asked), kb.facts_into(asked)
    relations = {*out.relation.tolist(), *into.relation.tolist()}
    properties = {r: relation_text(kb.relations[r].rsplit("/", 1)[-1]).split() for r in relations}
    containers = [
        (list(PLACE_WORDS[:1]), head)
        for relation, head in zip(into.relation.tolist(), into.head.tolist(), strict=True)
        if set(properties[relation]) & set(CONTAINS)
    ]
    own = zip(out.relation.tolist(), out.tail.tolist(), strict=True)
    return containers + [(properties[relation], tail) for relation, tail in own if tail not in classes]


def _place_word(words: list[str]) -> str | None:
    return next((word for word in PLACE_WORDS if word in words), None)
