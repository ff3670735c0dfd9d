"""What `kb info` and `kb doctor` find out about a knowledge base, from its protocol alone."""

from collections import Counter, defaultdict
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from numkbqa.kb.protocol import Ints, KnowledgeBase, NumericFacts

SAMPLE = 20_000
"""Entities looked at one by one (names, classes), spread evenly over the graph."""

FEW, HALF = 5, 0.5
UNNAMED_SHARE = 0.2


@dataclass(frozen=True, slots=True)
class Counts:
    """The size of a knowledge base."""

    entities: int
    facts: int
    relations: int
    numeric_facts: int
    numerical_relations: int


@dataclass(frozen=True, slots=True)
class RelationHealth:
    """One numerical relation: what it measures and how many entities carry it.

    Args:
        name: its id in the graph.
        text: its words.
        kind: number, date or quantity.
        unit: of a quantity, its unit.
        facts: number of numeric facts.
        entities: number of entities that carry it.
        distinct: number of different values.
        lowest: text of the smallest value.
        highest: text of the largest value.
        of_class: id of the class that most of its carriers belong to, as far as sampled.
        class_label: name of that class.
        coverage: share of that class that carries it, from 0 to 1; None when no carrier has a class.
    """

    name: str
    text: str
    kind: str
    unit: str | None
    facts: int
    entities: int
    distinct: int
    lowest: str
    highest: str
    of_class: str | None
    class_label: str | None
    coverage: float | None


@dataclass(frozen=True, slots=True)
class Diagnosis:
    """The whole finding, ready for JSON."""

    counts: Counts
    content_hash: str
    relations: list[RelationHealth]
    warnings: list[str]


def count(kb: KnowledgeBase) -> Counts:
    """Count what a knowledge base holds.

    Args:
        kb: an opened knowledge base.

    Returns:
        Its counts; every fact counts once, not once a direction.
    """
    degrees = kb.degree(np.arange(kb.num_entities, dtype=np.int64))
    numbers = range(len(kb.numerical_relations))
    return Counts(
        entities=kb.num_entities,
        facts=int(degrees.sum()) // 2,
        relations=len(kb.relations),
        numeric_facts=sum(len(kb.numbers_of_relation(relation).entity) for relation in numbers),
        numerical_relations=len(numbers),
    )


def examine(kb: KnowledgeBase) -> Diagnosis:
    """Look for what makes a graph fit or unfit for ordinal questions.

    Args:
        kb: an opened knowledge base.

    Returns:
        Counts, one entry per numerical relation (most carried first), and warnings in plain words.
    """
    sample = _sample(kb)
    census = _Census(kb, sample)
    numbers = range(len(kb.numerical_relations))
    relations = [_relation_health(kb, relation, census) for relation in numbers]
    relations.sort(key=lambda health: (-health.entities, health.name))
    warnings = [*_graph_warnings(kb, sample, relations), *_relation_warnings(relations)]
    return Diagnosis(count(kb), kb.content_hash, relations, warnings)


class _Census:
    """Members of each class in the sample, and how many of them carry each numerical relation."""

    def __init__(self, kb: KnowledgeBase, sample: Ints) -> None:
        self.members: Counter[int] = Counter()
        self.carriers: defaultdict[int, Counter[int]] = defaultdict(Counter)
        facts = kb.numbers_of(sample)
        carried: defaultdict[int, set[int]] = defaultdict(set)
        for entity, relation in zip(facts.entity.tolist(), facts.relation.tolist(), strict=True):
            carried[entity].add(relation)
        for entity in sample.tolist():
            classes = set(kb.types(entity))
            self.members.update(classes)
            for relation in carried.get(entity, ()):
                self.carriers[relation].update(classes)

    def main_class(self, relation: int) -> tuple[int, float] | None:
        """Class with the most carriers (of equals, the smallest class), and its coverage."""
        counts = self.carriers[relation]
        if not counts:
            return None
        best = min(counts, key=lambda klass: (-counts[klass], self.members[klass], klass))
        return best, counts[best] / self.members[best]


def _sample(kb: KnowledgeBase) -> Ints:
    step = max(1, -(-kb.num_entities // SAMPLE))
    return np.arange(0, kb.num_entities, step, dtype=np.int64)


def _relation_health(kb: KnowledgeBase, relation: int, census: _Census) -> RelationHealth:
    about, facts = kb.numerical_relations[relation], kb.numbers_of_relation(relation)
    found = census.main_class(relation)
    lowest, highest = _range(kb, facts)
    return RelationHealth(
        name=about.name,
        text=about.text,
        kind=about.kind.value,
        unit=about.unit,
        facts=len(facts.entity),
        entities=len(np.unique(facts.entity)),
        distinct=len(np.unique(np.stack([facts.low, facts.high]), axis=1).T),
        lowest=lowest,
        highest=highest,
        of_class=None if found is None else kb.entity_id(found[0]),
        class_label=None if found is None else kb.label(found[0]),
        coverage=None if found is None else round(found[1], 4),
    )


def _range(kb: KnowledgeBase, facts: NumericFacts) -> tuple[str, str]:
    if not len(facts.value):
        return "", ""
    ends = int(facts.value[np.argmin(facts.low)]), int(facts.value[np.argmax(facts.high)])
    return kb.value(ends[0]).lexical, kb.value(ends[1]).lexical


def _graph_warnings(kb: KnowledgeBase, sample: Ints, relations: Sequence[RelationHealth]) -> list[str]:
    warnings = []
    if not relations:
        warnings.append(
            "no numerical relation: no ordinal question can be answered; are numbers stored as plain text?"
        )
    names = [kb.names(entity) for entity in sample.tolist()]
    unnamed = sum(not name for name in names)
    if unnamed > UNNAMED_SHARE * max(1, len(names)):
        warnings.append(
            f"{unnamed / len(names):.0%} of the entities have no name: a question cannot mention them by name"
        )
    return warnings


def _relation_warnings(relations: Sequence[RelationHealth]) -> list[str]:
    warnings = []
    for health in relations:
        if health.distinct == 1 and health.entities > 1:
            warnings.append(f"{health.text}: all {health.entities} values are equal, so it orders nothing")
        if health.entities < FEW:
            warnings.append(f"{health.text}: carried by {health.entities} entities only")
        if health.facts > health.entities:
            extra = health.facts - health.entities
            warnings.append(f"{health.text}: {extra} values beyond one per entity; ask which one counts")
        if health.coverage is not None and health.coverage < HALF:
            warnings.append(f'{health.text}: only {health.coverage:.0%} of "{health.class_label}" carry it')
    return warnings
