"""Groups of entities that share a neighbour and a relation, and those whose members carry a number."""

from enum import IntEnum
from typing import NamedTuple

import numpy as np

from numkbqa.kb import KnowledgeBase
from numkbqa.kb.classes import TYPE_RELATIONS
from numkbqa.kb.protocol import Floats, Ints


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

    Args:
        kb: the graph.
    """

    def __init__(self, kb: KnowledgeBase) -> None:
        self.kb = kb
        topic, relation, side, member = _rows(kb)
        key = (topic * max(len(kb.relations), 1) + relation) * len(Side) + side
        order = np.lexsort((member, key))
        key, member = key[order], member[order]
        fresh = np.ones(len(key), dtype=np.bool_)
        fresh[1:] = (key[1:] != key[:-1]) | (member[1:] != member[:-1])
        order, key = order[fresh], key[fresh]
        self.member: Ints = member[fresh]
        starts = np.flatnonzero(np.r_[True, key[1:] != key[:-1]][: len(key)])
        self.offsets: Ints = np.append(starts, len(key)).astype(np.int64)
        first = order[starts]
        self.topic, self.relation, self.side = topic[first], relation[first], side[first]
        self.size: Ints = np.diff(self.offsets)
        group = np.repeat(np.arange(len(starts)), self.size)
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
    """Numbers of one relation by entity; several unequal values of one entity become one wide interval.

    Args:
        kb: the graph.
        relation: numerical relation.

    Returns:
        One row per entity that has the relation.
    """
    facts = kb.numbers_of_relation(relation)
    order = np.argsort(facts.entity, kind="stable")
    entity, low, high = facts.entity[order], facts.low[order], facts.high[order]
    if len(entity) == 0:
        return RelationNumbers(entity, low, high, facts.value)
    starts = np.flatnonzero(np.r_[True, entity[1:] != entity[:-1]])
    least, most = np.minimum.reduceat(low, starts), np.maximum.reduceat(high, starts)
    single = (least == np.maximum.reduceat(low, starts)) & (most == np.minimum.reduceat(high, starts))
    value = np.where(single, facts.value[order][starts], -1)
    return RelationNumbers(np.asarray(entity[starts]), least, most, value)


def _rows(kb: KnowledgeBase) -> tuple[Ints, Ints, Ints, Ints]:
    """Topic, relation, side and member of every membership; an instance of a class belongs to the class."""
    facts = kb.facts_from(np.arange(kb.num_entities))
    head, relation, tail = (np.asarray(column, dtype=np.int64) for column in facts)
    apart = head != tail
    head, relation, tail = head[apart], relation[apart], tail[apart]
    typing = np.array([name in TYPE_RELATIONS for name in kb.relations] or [False])[relation]
    plain = ~typing
    topic = np.concatenate([head[plain], tail[plain], tail[typing]])
    member = np.concatenate([tail[plain], head[plain], head[typing]])
    relations = np.concatenate([relation[plain], relation[plain], relation[typing]])
    counts = [int(plain.sum()), int(plain.sum()), int(typing.sum())]
    return topic, relations, np.repeat(np.array(list(Side), dtype=np.int64), counts), member
