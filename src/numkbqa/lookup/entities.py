"""An entity as a record: its names, classes, numbers and facts."""

from collections.abc import Sequence
from typing import Final

import numpy as np

from numkbqa.kb import KnowledgeBase
from numkbqa.kb.protocol import Ints, SetAside
from numkbqa.lookup.records import EntityRecord, FactRecord, Named, NumberRecord, RelationHead
from numkbqa.retrieval.linking import describe

MOST_COMPARED: Final = 20_000
"""Facts of an entity up to which those with the best linked other ends are told first."""

MOST_OF_EVENT: Final = 5
"""Facts of an event that are told at most."""


def named(kb: KnowledgeBase, entity: int) -> Named:
    """An entity with its name.

    Args:
        kb: the graph.
        entity: KB entity number.

    Returns:
        The record.
    """
    return Named(id=kb.entity_id(entity), label=kb.label(entity))


def relation_head(kb: KnowledgeBase, relation: int) -> RelationHead:
    """What a numerical relation measures.

    Args:
        kb: the graph.
        relation: the numerical relation.

    Returns:
        The record.
    """
    about = kb.numerical_relations[relation]
    return RelationHead(
        id=about.name,
        text=about.text,
        kind=about.kind,
        unit=about.unit,
        several=about.several,
        derived=about.derived,
    )


def entity_record(kb: KnowledgeBase, entity: int, limit: int) -> EntityRecord:
    """Tell what is known of an entity.

    Args:
        kb: the graph.
        entity: KB entity number.
        limit: how many facts at most.

    Returns:
        The record.
    """
    return EntityRecord(
        **named(kb, entity).model_dump(),
        aliases=tuple(kb.names(entity)[1:]),
        description=describe(kb, entity),
        classes=tuple(named(kb, kind) for kind in kb.types(entity)),
        is_class=kb.is_class(entity),
        links=int(kb.degree(np.array([entity], dtype=np.int64))[0]),
        numbers=tuple(_numbers(kb, entity)),
        facts=tuple(_facts(kb, entity, limit)),
    )


def _numbers(kb: KnowledgeBase, entity: int) -> list[NumberRecord]:
    facts = kb.numbers_of(np.array([entity], dtype=np.int64))
    counting = [
        NumberRecord(
            relation=relation_head(kb, relation),
            value=kb.number_text(handle),
            lexical=kb.value(handle).lexical,
            held_at=kb.held_at(handle),
            counts=True,
            reason=None,
        )
        for relation, handle in zip(facts.relation.tolist(), facts.value.tolist(), strict=True)
    ]
    numbers = {relation.name: number for number, relation in enumerate(kb.numerical_relations)}
    aside = [_aside(relation_head(kb, numbers[row.relation]), row) for row in kb.set_aside_of(entity)]
    return sorted([*counting, *aside], key=lambda number: (number.relation.id, not number.counts))


def _aside(head: RelationHead, row: SetAside) -> NumberRecord:
    return NumberRecord(
        relation=head, value=None, lexical=row.lexical, held_at=row.held_at, counts=False, reason=row.reason
    )


def _facts(kb: KnowledgeBase, entity: int, limit: int) -> list[FactRecord]:
    asked = np.array([entity], dtype=np.int64)
    out, into = kb.facts_from(asked), kb.facts_into(asked)
    relation = np.concatenate([out.relation, into.relation + len(kb.relations)])
    other = np.concatenate([out.tail, into.head])
    rows = _some_of_each(relation, _best_linked_first(kb, relation, other), limit)
    return [_fact(kb, entity, int(relation[row]), int(other[row])) for row in rows.tolist()]


def _best_linked_first(kb: KnowledgeBase, relation: Ints, other: Ints) -> Ints:
    """Facts by relation, in each those with the best linked other end first; of a hub as they stand."""
    links = -kb.degree(other) if len(other) <= MOST_COMPARED else np.zeros(len(other), dtype=np.int64)
    return np.lexsort((other, links, relation))


def _some_of_each(relation: Ints, order: Ints, limit: int) -> Ints:
    """The first facts of every relation: one of each before two of any; the result is by relation again."""
    ordered = relation[order]
    depth = np.arange(len(order)) - np.searchsorted(ordered, ordered)
    kept = np.sort(np.lexsort((ordered, depth))[:limit])
    return order[kept]


def _fact(kb: KnowledgeBase, entity: int, relation: int, other: int) -> FactRecord:
    number = relation % len(kb.relations)
    event = _told_of_event(kb, other, entity) if kb.is_event(other) else ()
    return _fact_record(kb, number, forward=relation == number, other=other, event=event)


def _told_of_event(kb: KnowledgeBase, event: int, entity: int) -> Sequence[FactRecord]:
    """The facts of an event, but for those that lead back."""
    out = kb.facts_from(np.array([event], dtype=np.int64))
    told = [(r, t) for r, t in zip(out.relation.tolist(), out.tail.tolist(), strict=True) if t != entity]
    return [_fact_record(kb, r, forward=True, other=t) for r, t in told[:MOST_OF_EVENT]]


def _fact_record(
    kb: KnowledgeBase, relation: int, *, forward: bool, other: int, event: Sequence[FactRecord] = ()
) -> FactRecord:
    return FactRecord(
        relation=kb.relations[relation],
        relation_text=kb.relation_texts[relation],
        forward=forward,
        other=named(kb, other),
        event=tuple(event),
    )
