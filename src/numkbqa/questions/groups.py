"""Groups of entities that share a neighbour and a relation, and those whose members carry a number."""

from enum import IntEnum
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from numkbqa.kb import KnowledgeBase
from numkbqa.kb.classes import TYPE_RELATIONS
from numkbqa.kb.protocol import Facts, Floats, Ints, NumericFacts

NO_CLASS = -1


class Side(IntEnum):
    """How the members of a group hang on its topic entity."""

    TAILS = 0
    """(topic, relation, member)"""
    HEADS = 1
    """(member, relation, topic)"""
    CLASS = 2
    """the members are the instances of the topic"""


class RelationNumbers(NamedTuple):
    """The numbers of one numerical relation, one row an entity.

    Args:
        entity: ascending, shape (num_entities,).
        low: smallest lower key of the entity's values, shape (num_entities,).
        high: largest upper key of the entity's values, shape (num_entities,).
        value: handle of one value, -1 where the entity has several unequal ones, shape (num_entities,).
    """

    entity: Ints
    low: Floats
    high: Floats
    value: Ints


class GroupIndex:
    """All groups of a knowledge base, built once from its facts in both directions.

    A group of several classes comes whole and once per class ("cities in Texas" beside all in Texas).

    Args:
        kb: the graph.
        topics: entities whose groups are wanted, so that a large graph can be looked at in parts; all of them
            by default.
    """

    def __init__(self, kb: KnowledgeBase, topics: Ints | None = None) -> None:
        self.kb = kb
        rows = _narrowed(_rows(kb, _all_facts(kb) if topics is None else _facts_about(kb, topics)))
        base = (rows.topic * max(len(kb.relations), 1) + rows.relation) * len(Side) + rows.side
        order = np.lexsort((rows.member, rows.narrow, base))
        order = order[_changes(base[order], rows.narrow[order], rows.member[order])]
        base, narrow, member = base[order], rows.narrow[order], rows.member[order]
        starts = _changes(base, narrow)
        size = np.diff(np.append(starts, len(base)))
        # The whole group comes first; a class that all its members have would only repeat it.
        _, whole, of_whole = np.unique(base[starts], return_index=True, return_inverse=True)
        kept = (narrow[starts] == NO_CLASS) | (size < size[whole][of_whole])
        if topics is not None:
            kept &= np.isin(rows.topic[order[starts]], topics)
        self.member: Ints = member[np.repeat(kept, size)]
        self.size: Ints = size[kept]
        self.offsets: Ints = np.concatenate([[0], np.cumsum(self.size)]).astype(np.int64)
        first = order[starts[kept]]
        self.topic: Ints = rows.topic[first]
        self.relation: Ints = rows.relation[first]
        self.side: Ints = rows.side[first]
        self.narrow: Ints = rows.narrow[first]
        """Class that the members were narrowed down to, -1 for a whole group, shape (num_groups,)."""
        group = np.repeat(np.arange(len(self.size)), self.size)
        by_member = np.argsort(self.member, kind="stable")
        self._group_of: Ints = group[by_member]
        self._member_offsets = np.searchsorted(self.member[by_member], np.arange(kb.num_entities + 1))

    def members(self, group: int) -> Ints:
        """Entities of a group, ascending, shape (size,)."""
        return self.member[self.offsets[group] : self.offsets[group + 1]]

    def covered(self, entities: Ints, smallest: int, largest: int) -> Ints:
        """Groups of which at least half are among some entities (those that carry a number).

        Args:
            entities: distinct entities, shape (num_entities,).
            smallest: least number of such members.
            largest: greatest size of the group.

        Returns:
            Groups, ascending, shape (num_groups,).
        """
        starts, ends = self._member_offsets[entities], self._member_offsets[entities + 1]
        lengths = ends - starts
        inside = np.arange(lengths.sum()) - np.repeat(np.cumsum(lengths) - lengths, lengths)
        groups, carrying = np.unique(self._group_of[np.repeat(starts, lengths) + inside], return_counts=True)
        size = self.size[groups]
        fits = (carrying >= smallest) & (2 * carrying >= size) & (size <= largest)
        found: Ints = groups[fits]
        return found


def relation_numbers(kb: KnowledgeBase, relation: int) -> RelationNumbers:
    """Numbers of one relation by entity.

    Args:
        kb: the graph.
        relation: numerical relation.

    Returns:
        One row per entity that has the relation.
    """
    return numbers_by_entity(kb.numbers_of_relation(relation))


def numbers_by_entity(facts: NumericFacts) -> RelationNumbers:
    """One row per entity; several unequal values of one entity become one wide interval without a handle.

    Args:
        facts: numeric facts of one relation.

    Returns:
        Rows by ascending entity.
    """
    order = np.argsort(facts.entity, kind="stable")
    entity, low, high = facts.entity[order], facts.low[order], facts.high[order]
    if len(entity) == 0:
        return RelationNumbers(entity, low, high, facts.value)
    starts = _changes(entity)
    least, most = np.minimum.reduceat(low, starts), np.maximum.reduceat(high, starts)
    single = (least == np.maximum.reduceat(low, starts)) & (most == np.minimum.reduceat(high, starts))
    value = np.where(single, facts.value[order][starts], -1)
    return RelationNumbers(np.asarray(entity[starts]), least, most, value)


class _Rows(NamedTuple):
    topic: Ints
    relation: Ints
    side: Ints
    member: Ints
    narrow: Ints


def _all_facts(kb: KnowledgeBase) -> Facts:
    return kb.facts_from(np.arange(kb.num_entities))


def _facts_about(kb: KnowledgeBase, topics: Ints) -> Facts:
    """The facts of some entities in both directions, and the classes of those on their other side."""
    out, into = kb.facts_from(topics), kb.facts_into(topics)
    members = kb.facts_from(np.unique(np.concatenate([out.tail, into.head])))
    typing = _are_typing(kb, members.relation)
    classes = Facts(*(column[typing] for column in members))
    return Facts(*(np.concatenate(columns) for columns in zip(out, into, classes, strict=True)))


def _are_typing(kb: KnowledgeBase, relations: Ints) -> NDArray[np.bool_]:
    found: NDArray[np.bool_] = np.array([name in TYPE_RELATIONS for name in kb.relations] or [False])[
        relations
    ]
    return found


def _rows(kb: KnowledgeBase, facts: Facts) -> _Rows:
    """Every membership; an instance of a class belongs to the class."""
    head, relation, tail = (np.asarray(column, dtype=np.int64) for column in facts)
    apart = head != tail
    head, relation, tail = head[apart], relation[apart], tail[apart]
    typing = _are_typing(kb, relation)
    plain = ~typing
    counts = [int(plain.sum()), int(plain.sum()), int(typing.sum())]
    topic = np.concatenate([head[plain], tail[plain], tail[typing]])
    member = np.concatenate([tail[plain], head[plain], head[typing]])
    relations = np.concatenate([relation[plain], relation[plain], relation[typing]])
    side = np.repeat(np.array(list(Side), dtype=np.int64), counts)
    return _Rows(topic, relations, side, member, np.full(len(topic), NO_CLASS, dtype=np.int64))


def _narrowed(rows: _Rows) -> _Rows:
    """The memberships, and those of plain groups once more for each class of the member."""
    typing = rows.side == Side.CLASS
    order = np.argsort(rows.member[typing], kind="stable")
    entity, classes = rows.member[typing][order], rows.topic[typing][order]
    plain = np.flatnonzero(~typing)
    starts = np.searchsorted(entity, rows.member[plain])
    lengths = np.searchsorted(entity, rows.member[plain], side="right") - starts
    narrow = classes[_spread(starts, lengths)]
    copies = np.repeat(plain, lengths)
    again = rows.topic[copies], rows.relation[copies], rows.side[copies], rows.member[copies], narrow
    return _Rows._make(np.concatenate(pair) for pair in zip(rows, again, strict=True))


def _spread(starts: Ints, lengths: Ints) -> Ints:
    """The indices start, start + 1, ..., of each of many stretches, one after the other."""
    inside = np.arange(lengths.sum()) - np.repeat(np.cumsum(lengths) - lengths, lengths)
    found: Ints = np.repeat(starts, lengths) + inside
    return found


def _changes(*columns: Ints) -> Ints:
    """Where rows start that differ from the one before, shape (num_starts,)."""
    fresh = np.ones(len(columns[0]), dtype=np.bool_)
    fresh[1:] = np.any([column[1:] != column[:-1] for column in columns], axis=0)
    return np.flatnonzero(fresh)
