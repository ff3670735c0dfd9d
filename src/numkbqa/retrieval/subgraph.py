"""The subgraph G_q: facts around the topic entities, cut by personalised PageRank, extremes kept."""

from dataclasses import dataclass
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from numkbqa.kb.protocol import Facts, KnowledgeBase
from numkbqa.retrieval.order import Numbers, extreme_members
from numkbqa.retrieval.pagerank import personalised_pagerank
from numkbqa.retrieval.settings import RetrievalSettings

Ints = NDArray[np.int64]
Floats = NDArray[np.float64]

BEST_GROUPS = 32
WEIGHT_FLOOR = 0.05


class Relevance(NamedTuple):
    """How well relations fit the question, as cosines.

    Args:
        relations: of the entity relations, shape (num_relations,).
        numerical: of the numerical relations, shape (num_numerical_relations,).
    """

    relations: Floats
    numerical: Floats


@dataclass(frozen=True, slots=True)
class Subgraph:
    """A cut neighbourhood; both directions of every fact are present (inverse: relation + num_relations).

    Args:
        entities: KB entity numbers, topic entities first, then by falling mass, shape (num_entities,).
        num_topics: how many of them are topic entities.
        head: local entity, shape (num_facts,).
        relation: KB relation number, shape (num_facts,).
        tail: local entity, ascending, shape (num_facts,).
    """

    entities: Ints
    num_topics: int
    head: Ints
    relation: Ints
    tail: Ints


class SubgraphRetriever:
    """Cuts subgraphs out of a knowledge base; keeps no state between calls, so threads may share it.

    Args:
        kb: the graph.
        settings: hops, sizes and PageRank's parameters.
    """

    def __init__(self, kb: KnowledgeBase, settings: RetrievalSettings) -> None:
        self.kb, self.settings = kb, settings
        self.num_relations = len(kb.relations)

    def retrieve(self, topics: Ints, relevance: Relevance) -> Subgraph:
        """Retrieve the subgraph of a question.

        Args:
            topics: KB entity numbers of the topic entities, shape (num_topics,).
            relevance: how well each relation fits the question.

        Returns:
            The subgraph, at most `max_entities` entities (more only when there are more topic entities).
        """
        topics = np.unique(topics)
        walk = _Walk(self.kb, topics)
        reserved = self._explore(walk, relevance)
        kept = self._cut(walk, reserved, relevance)
        facts = facts_among(self.kb, kept, walk.facts(), self.settings)
        return _with_inverses(kept, len(topics), facts, self.num_relations)

    def _explore(self, walk: "_Walk", relevance: Relevance) -> Ints:
        """Walk the hops; return the local entities that order-aware retrieval reserves a place for."""
        settings, reserved = self.settings, [np.empty(0, dtype=np.int64)]
        frontier, room = walk.entities(), settings.max_entities - walk.size
        for hop in range(settings.num_hops):
            limit = None if hop == 0 else settings.max_facts
            frontier = _affordable(self.kb, frontier, settings.hub_cap, limit)
            step = walk.expand(frontier, group_by_source=hop == 0)
            room //= 2
            extremes = np.empty(0, dtype=np.int64)
            if settings.order_aware and walk.size > settings.max_entities:
                extremes = self._extremes(walk, step, relevance, room)
            reserved.append(extremes)
            if hop + 1 < settings.num_hops:
                frontier = walk.entities()[np.concatenate((extremes, np.setdiff1d(step.new, extremes)))]
        return np.concatenate(reserved)

    def _extremes(self, walk: "_Walk", step: "_Step", relevance: Relevance, limit: int) -> Ints:
        fit = relevance.relations[step.group_relation % self.num_relations]
        best = np.argsort(-fit, kind="stable")[:BEST_GROUPS]
        place = np.full(len(step.group_relation), -1, dtype=np.int64)
        place[best] = np.arange(len(best))
        chosen = place[step.group] >= 0
        member, group = step.member[chosen], place[step.group[chosen]]
        numbers = self._numbers(walk, _distinct(member), relevance)
        return extreme_members(group, member, numbers, walk.size, self.settings.keep_extremes, limit)

    def _numbers(self, walk: "_Walk", members: Ints, relevance: Relevance) -> Numbers:
        """Read the numbers of local entities (ascending) in the relations that fit the question best."""
        facts = self.kb.numbers_of(walk.entities()[members])
        present = np.flatnonzero(np.bincount(facts.relation))
        best = present[np.argsort(-relevance.numerical[present], kind="stable")]
        rank = np.full(len(relevance.numerical), -1, dtype=np.int64)
        rank[best[: self.settings.order_relations]] = np.arange(min(len(best), self.settings.order_relations))
        rows = np.flatnonzero(rank[facts.relation] >= 0)
        return Numbers(walk.local(facts.entity[rows]), rank[facts.relation[rows]], facts.low[rows])

    def _cut(self, walk: "_Walk", reserved: Ints, relevance: Relevance) -> Ints:
        """Choose the KB entities to keep: topics, then the reserved ones, then those of most mass."""
        settings, facts = self.settings, walk.facts()
        weights = None
        if settings.relation_weighting:
            weights = np.maximum(relevance.relations, 0.0)[facts.relation] ** 2 + WEIGHT_FLOOR
        mass = personalised_pagerank(
            walk.size,
            walk.local(facts.head),
            walk.local(facts.tail),
            np.arange(walk.num_topics),
            restart=settings.restart,
            max_iterations=settings.max_iterations,
            tolerance=settings.tolerance,
            weights=weights,
        )
        # Rounded, so that the order of summation cannot decide between entities of equal mass.
        mass, entities = np.round(mass, 12), walk.entities()
        level = np.zeros(walk.size, dtype=np.int64)
        level[reserved] = 1
        level[: walk.num_topics] = 2
        best = np.lexsort((entities, -mass, -level))[: max(settings.max_entities, walk.num_topics)]
        rest = best[walk.num_topics :]
        rest = rest[np.lexsort((entities[rest], -mass[rest]))]
        return np.concatenate((entities[: walk.num_topics], entities[rest]))


class _Step(NamedTuple):
    """One hop: its memberships, their groups and the entities met for the first time (all local)."""

    group: Ints
    member: Ints
    group_relation: Ints
    new: Ints


class _Walk:
    """The neighbourhood found so far, with a map from KB entities to local ones."""

    def __init__(self, kb: KnowledgeBase, topics: Ints) -> None:
        self._kb, self._num_relations = kb, max(len(kb.relations), 1)
        # Untouched pages of a zeroed array cost nothing, so this is cheap for a large graph too.
        self._place = np.zeros(kb.num_entities, dtype=np.int32)
        self._hop = np.zeros(kb.num_entities, dtype=np.int8)
        self._entities = [np.empty(0, dtype=np.int64)]
        self._facts: list[Facts] = []
        self.size = 0
        self._add(topics)
        self.num_topics = self.size

    def entities(self) -> Ints:
        """KB entities in local order, shape (size,)."""
        self._entities = [np.concatenate(self._entities)]
        return self._entities[0]

    def local(self, entities: Ints) -> Ints:
        """Local numbers of KB entities that were met."""
        return self._place[entities].astype(np.int64) - 1

    def facts(self) -> Facts:
        """Every fact found, once, in KB numbers."""
        empty = np.empty(0, dtype=np.int64)
        return Facts(*(np.concatenate((empty, *column)) for column in zip(*self._facts, strict=True)))

    def expand(self, frontier: Ints, group_by_source: bool) -> _Step:
        """Read all facts of the frontier, and group the entities at their other ends.

        Args:
            frontier: KB entities, shape (num_frontier,).
            group_by_source: one group a (source, relation, direction) instead of a (relation, direction).
        """
        hop = len(self._facts) + 1
        self._hop[frontier] = hop
        out, into = self._kb.facts_from(frontier), self._kb.facts_into(frontier)
        # A fact seen from both of its ends is taken once: from the end expanded first, else from its head.
        out_new = ~((self._hop[out.tail] > 0) & (self._hop[out.tail] < hop))
        into_new = self._hop[into.head] == 0
        out, into = _rows(out, out_new), _rows(into, into_new)
        facts = Facts(*(np.concatenate(pair) for pair in zip(out, into, strict=True)))
        self._facts.append(facts)
        before, member = self.size, np.concatenate((out.tail, into.head))
        self._add(_distinct(member[self._place[member] == 0]))
        relation = np.concatenate((out.relation, into.relation + self._num_relations))
        key = relation
        if group_by_source:
            source = np.concatenate((out.head, into.tail))
            key = self.local(source) * (2 * self._num_relations) + relation
        keys = np.flatnonzero(np.bincount(key))
        return _Step(
            np.searchsorted(keys, key),
            self.local(member),
            keys % (2 * self._num_relations),
            np.arange(before, self.size),
        )

    def _add(self, entities: Ints) -> None:
        self._place[entities] = np.arange(self.size + 1, self.size + len(entities) + 1)
        self._entities.append(entities)
        self.size += len(entities)


def facts_among(kb: KnowledgeBase, kept: Ints, known: Facts, settings: RetrievalSettings) -> Facts:
    """Find all facts among entities, without reading all facts of the hubs among them.

    Args:
        kb: the graph.
        kept: KB entities, shape (num_entities,).
        known: facts read before; they settle those between two hubs too large to be read.
        settings: `hub_cap` and `max_facts` say what is too large.

    Returns:
        The facts, head and tail as local numbers (places in `kept`).
    """
    place = np.zeros(kb.num_entities, dtype=np.int32)
    place[kept] = np.arange(1, len(kept) + 1)
    degree = kb.degree(kept)
    heavy = degree > settings.hub_cap
    if degree[heavy].sum() <= settings.max_facts:
        parts = [kb.facts_from(kept)]
    else:
        light, hubs = kept[~heavy], np.zeros(kb.num_entities, dtype=np.bool_)
        hubs[kept[heavy]] = True
        into = kb.facts_into(light)
        parts = [kb.facts_from(light), _rows(into, hubs[into.head])]
        parts.append(_rows(known, hubs[known.head] & hubs[known.tail]))
    facts = Facts(*(np.concatenate(column) for column in zip(*parts, strict=True)))
    head, tail = place[facts.head].astype(np.int64) - 1, place[facts.tail].astype(np.int64) - 1
    inside = np.flatnonzero((head >= 0) & (tail >= 0))
    return Facts(head[inside], facts.relation[inside], tail[inside])


def _affordable(kb: KnowledgeBase, frontier: Ints, hub_cap: int, limit: int | None) -> Ints:
    """Keep those of the frontier, in its order, that are no hubs and whose facts stay within the limit."""
    if limit is None:
        return frontier
    degree = kb.degree(frontier)
    small = degree <= hub_cap
    frontier, degree = frontier[small], degree[small]
    return frontier[np.cumsum(degree) <= limit]


def _distinct(numbers: Ints) -> Ints:
    """Distinct numbers, ascending; several times faster than `np.unique`, which hashes."""
    ordered = np.sort(numbers)
    new = np.ones(len(ordered), dtype=np.bool_)
    new[1:] = ordered[1:] != ordered[:-1]
    return ordered[new]


def _rows(facts: Facts, rows: NDArray[np.bool_]) -> Facts:
    where = np.flatnonzero(rows)
    return Facts(facts.head[where], facts.relation[where], facts.tail[where])


def _with_inverses(kept: Ints, num_topics: int, facts: Facts, num_relations: int) -> Subgraph:
    head = np.concatenate((facts.head, facts.tail))
    relation = np.concatenate((facts.relation, facts.relation + num_relations))
    tail = np.concatenate((facts.tail, facts.head))
    order = np.lexsort((relation, head, tail))
    return Subgraph(kept, num_topics, head[order], relation[order], tail[order])
