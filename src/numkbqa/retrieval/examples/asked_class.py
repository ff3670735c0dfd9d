"""The class of what an order chooses among: "the largest city" is a city, whatever else has a population."""

from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from numkbqa.kb.classes import superclasses
from numkbqa.kb.protocol import KnowledgeBase
from numkbqa.kb.relation_text import plural
from numkbqa.retrieval.examples.asked_noun import asked_nouns
from numkbqa.retrieval.linking.build_index import class_label
from numkbqa.retrieval.linking.names import fold

Ints = NDArray[np.int64]
Bools = NDArray[np.bool_]


@dataclass(frozen=True, slots=True)
class AskedClass:
    """The class that an ordinal question asks for.

    Args:
        classes: classes of that name, as KB entity numbers, those that bear it in full first; empty when the
            question names none.
        members: which entities are of one of them, shape (num_entities,).
    """

    classes: Ints
    members: Bools


def no_class(num_entities: int) -> AskedClass:
    """No class is asked for.

    Args:
        num_entities: entities of the example.

    Returns:
        No classes and no members.
    """
    return AskedClass(np.empty(0, dtype=np.int64), np.zeros(num_entities, dtype=np.bool_))


def asked_class(kb: KnowledgeBase, question: str, entities: Ints, topics: Ints) -> AskedClass:
    """Find the class that an ordinal question asks for among those of the entities at hand.

    Args:
        kb: the graph.
        question: the question's text.
        entities: KB entity numbers of the subgraph, shape (num_entities,).
        topics: KB entity numbers of the topics.

    Returns:
        The class with its members, those of its subclasses included.
    """
    phrases = [*asked_nouns(question, _words_of(kb, topics))]
    owner, kind = kb.types_of(entities) if phrases else (entities[:0], entities[:0])
    if not len(kind):
        return no_class(len(entities))
    above = superclasses(kb, np.unique(kind))
    known = sorted(set(above) | {one for found in above.values() for one in found})
    names = {one: [*_names(kb, one)] for one in known}
    for words in phrases:
        for start in range(len(words)):
            named = _named(" ".join(words[start:]), names)
            if named:
                of_them = [one for one, found in above.items() if not found.isdisjoint(named)]
                members = np.isin(kind, [*named, *of_them])
                return AskedClass(np.array(named), np.isin(entities, owner[members]))
    return no_class(len(entities))


def _named(noun: str, names: dict[int, list[str]]) -> list[int]:
    """The classes that are called so; a "big city" is a city too, and comes after "city" itself."""
    in_full = [kind for kind, own in names.items() if noun in own]
    in_part = [kind for kind, own in names.items() if any(name.endswith(f" {noun}") for name in own)]
    return list(dict.fromkeys([*in_full, *in_part]))


def _names(kb: KnowledgeBase, kind: int) -> Iterator[str]:
    """Folded names of a class, and what stands before their "of" ("city of the United States")."""
    for name in (class_label(kb, kind), *map(fold, kb.names(kind)[1:])):
        head = name.partition(" of ")[0]
        yield from (form for one in (name, head) if one for form in (one, plural(one)))


def _words_of(kb: KnowledgeBase, topics: Ints) -> set[str]:
    """Folded words of the names of topics; a class as a topic is no name that may follow a noun."""
    places = [topic for topic in topics.tolist() if not kb.is_class(topic)]
    return {word for topic in places for name in kb.names(topic) for word in fold(name).split(" ")}
