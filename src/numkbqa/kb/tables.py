"""Second half of a build: the collected columns into the sorted arrays of the store."""

import hashlib
import json
from collections.abc import Iterable
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from numkbqa.kb.classes import TYPE_RELATIONS
from numkbqa.kb.collect import Collector, Ints, ordered_names
from numkbqa.kb.number_tables import number_arrays, starts
from numkbqa.kb.numerical import NumericalChoice
from numkbqa.kb.protocol import NumericalRelation
from numkbqa.kb.relation_text import relation_text
from numkbqa.kb.strings import Arrays, StringTable, pack_strings


@dataclass(slots=True)
class Tables:
    """Content of a store; equal graphs give equal tables, whatever the order of their sources.

    Args:
        arrays: all arrays by name.
        relations: name and words of each entity relation.
        numerical_relations: the numerical relations.
        counts: how much there is of everything.
    """

    arrays: Arrays
    relations: list[tuple[str, str]]
    numerical_relations: list[NumericalRelation]
    counts: dict[str, int]

    def num_named(self, names: Iterable[str]) -> int:
        """How many of the names are those of an entity or a relation."""
        relations = {name for name, _ in self.relations} | {r.name for r in self.numerical_relations}
        return sum(name in relations or self.entities.find(name) is not None for name in names)

    @property
    def entities(self) -> StringTable:
        """The ids of the entities."""
        return StringTable(self.arrays["entity.blob"], self.arrays["entity.offsets"])

    def content_hash(self) -> str:
        """SHA-256 over relations and arrays."""
        numerical = [(r.name, r.text, r.kind, r.unit) for r in self.numerical_relations]
        digest = hashlib.sha256(json.dumps([self.relations, numerical], ensure_ascii=True).encode())
        for name in sorted(self.arrays):
            array = np.ascontiguousarray(self.arrays[name])
            digest.update(f"{name} {array.dtype.str} {array.shape}".encode())
            digest.update(array.view(np.uint8).data)
        return digest.hexdigest()


@dataclass(slots=True)
class _Sorted:
    """Sorted strings, and the new number of each old one (-1: left out)."""

    strings: list[str]
    number: Ints


def make_tables(graph: Collector, choice: NumericalChoice) -> Tables:
    """Sort a graph into the tables of a store.

    Args:
        graph: the collected graph, without untyped facts.
        choice: which of its values are numeric facts.

    Returns:
        The tables; `counts` also holds the numbers of merged duplicates.
    """
    head, relation, tail = graph.facts.arrays()
    holder = np.array(graph.values.entity, np.int64)[choice.kept]
    measured = np.array(graph.values.relation, np.int64)[choice.kept]
    entities = _sort(graph.things.strings(), np.concatenate([head, tail, holder]))
    relations = _sort(graph.relations.strings(), relation)
    numerical = _sort(graph.relations.strings(), measured)
    facts = _distinct_facts(entities.number[head], relations.number[relation], entities.number[tail])
    arrays = _fact_arrays(facts, len(entities.strings))
    arrays |= _class_arrays(facts, relations.strings, len(entities.strings))
    arrays |= _name_arrays(graph, entities.strings, arrays["is_class"])
    arrays |= pack_strings("entity", entities.strings)
    arrays |= number_arrays(
        graph.values, choice.kept, entities.number[holder], len(entities.strings), numerical.number[measured]
    )
    counts = _counts(arrays, duplicate_facts=len(head) - len(facts), num_values=len(holder))
    texts = [(name, _relation_words(graph, name)) for name in relations.strings]
    return Tables(arrays, texts, _numerical_relations(graph, choice, numerical.strings), counts)


def _sort(strings: list[str], used: Ints) -> _Sorted:
    """Number the used strings in the order of their text."""
    old = sorted(np.unique(used).tolist(), key=strings.__getitem__)
    number = np.full(len(strings), -1, np.int64)
    number[old] = np.arange(len(old))
    return _Sorted([strings[i] for i in old], number)


def _distinct_facts(head: Ints, relation: Ints, tail: Ints) -> Ints:
    """Distinct facts by head, relation and tail, shape (num_facts, 3)."""
    facts = np.stack([head, relation, tail], axis=1)
    facts = facts[np.lexsort((tail, relation, head))]
    new = np.ones(len(facts), np.bool_)
    new[1:] = (facts[1:] != facts[:-1]).any(axis=1)
    return facts[new]


def _fact_arrays(facts: Ints, num_entities: int) -> Arrays:
    head, relation, tail = facts.T
    back = np.lexsort((head, relation, tail))
    return {
        "out.start": starts(head, num_entities),
        "out.relation": relation.astype(np.int32),
        "out.tail": tail.astype(np.int32),
        "in.start": starts(tail[back], num_entities),
        "in.relation": relation[back].astype(np.int32),
        "in.head": head[back].astype(np.int32),
    }


def _class_arrays(facts: Ints, relations: list[str], num_entities: int) -> Arrays:
    is_type = np.array([name in TYPE_RELATIONS for name in relations], np.bool_)
    members = np.unique(facts[is_type[facts[:, 1]]][:, ::2], axis=0) if len(facts) else facts[:, ::2]
    is_class = np.zeros(num_entities, np.bool_)
    is_class[members[:, 1]] = True
    return {
        "type.start": starts(members[:, 0], num_entities),
        "type.class": members[:, 1].astype(np.int32),
        "is_class": is_class,
    }


def _name_arrays(graph: Collector, entities: list[str], is_class: NDArray[np.generic]) -> Arrays:
    names = [ordered_names(graph.names.get(entity)) for entity in entities]
    for i in np.flatnonzero(is_class):
        names[i] = names[i] or [relation_text(entities[i])]
    start = np.zeros(len(entities) + 1, np.int64)
    np.cumsum([len(of_one) for of_one in names], out=start[1:])
    return {"name.start": start} | pack_strings("name", (name for of_one in names for name in of_one))


def _relation_words(graph: Collector, name: str) -> str:
    return next(iter(ordered_names(graph.names.get(name))), None) or relation_text(name)


def _numerical_relations(
    graph: Collector, choice: NumericalChoice, names: list[str]
) -> list[NumericalRelation]:
    measures = list(graph.measures)
    measure_of = {graph.relations.strings()[relation]: measures[m] for relation, m in choice.measure.items()}
    return [NumericalRelation(name, _relation_words(graph, name), *measure_of[name]) for name in names]


def _counts(arrays: Arrays, *, duplicate_facts: int, num_values: int) -> dict[str, int]:
    num_numbers = len(arrays["number.low"])
    return {
        "entities": len(arrays["is_class"]),
        "facts": len(arrays["out.tail"]),
        "numeric_facts": num_numbers,
        "duplicate_facts": duplicate_facts,
        "duplicate_numeric_facts": num_values - num_numbers,
        "named_entities": int(np.count_nonzero(np.diff(arrays["name.start"]))),
        "names": len(arrays["name.offsets"]) - 1,
        "classes": int(np.count_nonzero(arrays["is_class"])),
    }
