"""Which entities of a hop order-aware retrieval reserves a place for."""

from collections.abc import Callable, Iterator, Sequence
from typing import Final

import numpy as np

from numkbqa.kb.protocol import Bools, Ints, KnowledgeBase, NumericFacts
from numkbqa.retrieval.settings import RetrievalSettings
from numkbqa.retrieval.subgraph.beyond import BackwardSearch
from numkbqa.retrieval.subgraph.ends import from_both_ends
from numkbqa.retrieval.subgraph.graph import Relevance
from numkbqa.retrieval.subgraph.groups import Groups, groups_of
from numkbqa.retrieval.subgraph.order import Extremes, Numbers, distinct, extreme_members
from numkbqa.retrieval.subgraph.push import Fan
from numkbqa.retrieval.subgraph.walk import NONE, Walk

SAMPLE: Final = 4096
"""Members of a large group that are asked which relations they have numbers in."""

TRIED_UNSEEN: Final = 8
"""Relations, best first, that are tried for a large group even if no member of the sample has a number."""

SEARCH_SHARE: Final = 4
"""In search of a large group one number for so many members is read at most; after that, all of theirs."""


class ExtremeFinder:
    """Finds the extreme members of the groups of a hop.

    Args:
        kb: the graph.
        walk: the walk, at the end of a hop.
        relevance: how well each relation fits the question.
        settings: how many to keep, and in how many relations.
    """

    def __init__(
        self, kb: KnowledgeBase, walk: Walk, relevance: Relevance, settings: RetrievalSettings
    ) -> None:
        self._kb, self._walk, self._push = kb, walk, walk.push
        self._relevance, self._settings = relevance, settings

    def of_hop(self, hop: int, fans: Sequence[Fan]) -> Iterator[Extremes]:
        """Find the extremes of a hop.

        Args:
            hop: its number, 0 for the one that leaves the topics.
            fans: facts of the nodes expanded in it.

        Yields:
            Extremes of some of its groups, when not all that was met fits.
        """
        if self._push.size > self._settings.max_entities:
            yield from self._reached(hop, fans)
        search = BackwardSearch(self._kb, self._walk, hop, self._settings)
        if found := search.search(self._relevance):
            yield self._beyond(search.links(), found)

    def _reached(self, hop: int, fans: Sequence[Fan]) -> Iterator[Extremes]:
        """Order the groups around the expanded nodes."""
        groups = groups_of(fans, self._relevance, self._walk.num_topics, by_topic=hop == 0)
        yield self._of_small(groups)
        for group, members in groups.large:
            yield self._of_large(group, members)

    def _beyond(self, links: Fan, found: list[NumericFacts]) -> Extremes:
        """Order what was found from the numbers backwards."""
        self._push.fans.append(links)
        groups = groups_of([links], self._relevance, self._walk.num_topics, by_topic=False)
        return self._extremes(groups.group, groups.member, _joined(found))

    def _of_small(self, groups: Groups) -> Extremes:
        """Read the numbers of all members."""
        facts = self._kb.numbers_of(self._push.entities[distinct(groups.member)])
        return self._extremes(groups.group, groups.member, facts)

    def _of_large(self, group: int, members: Ints) -> Extremes:
        """Search the ends of the relations for members; when too few turn up, read the numbers of all."""
        is_member, found = self._among(members), list[NumericFacts]()
        for relation in self._worth_trying(members):
            ends = from_both_ends(
                self._kb,
                relation,
                is_member,
                keep=self._settings.keep_extremes,
                limit=len(members) // SEARCH_SHARE,
            )
            if not ends.enough:
                return self._of_small(Groups(np.full(len(members), group), members, []))
            found += [ends.facts] if len(ends.facts.entity) else []
            if len(found) == self._settings.order_relations:
                break
        facts = _joined(found)
        members = self._push.local(distinct(facts.entity))
        return self._extremes(np.full(len(members), group), members, facts)

    def _worth_trying(self, members: Ints) -> list[int]:
        """Relations that a sample of a large group has numbers in, and the best others, best first."""
        sample = members[:: max(len(members) // SAMPLE, 1)]
        present = self._kb.numbers_of(self._push.entities[np.sort(sample)]).relation
        best = np.argsort(-self._relevance.numerical, kind="stable")
        worth = np.isin(best, distinct(present))
        worth[:TRIED_UNSEEN] = True
        relations: list[int] = best[worth].tolist()
        return relations

    def _among(self, members: Ints) -> Callable[[Ints], Bools]:
        is_member = np.zeros(self._push.size + 1, dtype=np.bool_)  # the last one stands for unknown entities
        is_member[members] = True
        is_member[: self._walk.num_topics] = False
        return lambda entities: is_member[self._push.local(entities)]

    def _extremes(self, group: Ints, member: Ints, facts: NumericFacts) -> Extremes:
        """Order groups by the numbers of their members, in the relations that fit the question best."""
        fit = self._relevance.numerical
        present = np.flatnonzero(np.bincount(facts.relation))
        best = present[np.argsort(-fit[present], kind="stable")][: self._settings.order_relations]
        rank = np.full(len(fit), -1, dtype=np.int64)
        rank[best] = np.arange(len(best))
        rows = np.flatnonzero(rank[facts.relation] >= 0)
        entity = self._push.local(facts.entity[rows])
        rows, entity = rows[(by_entity := np.argsort(entity, kind="stable"))], entity[by_entity]
        numbers = Numbers(entity, rank[facts.relation[rows]], facts.low[rows])
        return extreme_members(group, member, numbers, self._push.entities, self._settings.keep_extremes)


def _joined(found: Sequence[NumericFacts]) -> NumericFacts:
    empty = NumericFacts(NONE, NONE, np.empty(0), np.empty(0), NONE)
    return NumericFacts(*(np.concatenate(column) for column in zip(empty, *found, strict=True)))
