"""Extremes beyond nodes that are too large or too many to expand, found from the numbers backwards.

The numbers of a relation are read from both ends; an entity counts when one of its own facts leads to a node
that was met and not expanded: a hub, or one of very many events.
"""

from typing import Final

import numpy as np

from numkbqa.kb.protocol import Bools, Facts, Ints, KnowledgeBase, NumericFacts
from numkbqa.retrieval.settings import RetrievalSettings
from numkbqa.retrieval.subgraph.ends import from_both_ends
from numkbqa.retrieval.subgraph.graph import Relevance
from numkbqa.retrieval.subgraph.push import Fan
from numkbqa.retrieval.subgraph.walk import NONE, Walk

SEARCHED: Final = 1024
"""Numbers of a relation that are read."""

WAITING_SHARE: Final = 0.5
"""The search is made when unexpanded nodes have at least this share of all residuals."""

TRIED: Final = 4
"""Relations that are tried, best first."""


class BackwardSearch:
    """Finds entities that are extreme in a relation and lie behind unexpanded nodes.

    Args:
        kb: the graph.
        walk: the walk, at the end of a hop.
        hop: the number of that hop.
        settings: how many to keep, and which nodes are hubs.
    """

    def __init__(self, kb: KnowledgeBase, walk: Walk, hop: int, settings: RetrievalSettings) -> None:
        self._kb, self._walk, self._hop, self._settings = kb, walk, hop, settings
        self._num_relations = len(kb.relations)
        # The last one stands for entities that were not met.
        self._open = np.append(walk.unexpanded(hop), False)
        self._links: list[Facts] = []
        self._facts_left = settings.max_facts

    def search(self, relevance: Relevance) -> list[NumericFacts]:
        """Search the relations that fit the question best.

        Args:
            relevance: how well each relation fits the question.

        Returns:
            Numbers of the entities found, relation by relation.
        """
        if not self._worthwhile():
            return []
        found: list[NumericFacts] = []
        for relation in np.argsort(-relevance.numerical, kind="stable")[:TRIED].tolist():
            keep = self._settings.keep_extremes
            facts = from_both_ends(self._kb, relation, self._linked, keep, SEARCHED).facts
            found += [facts] if len(facts.entity) else []
        return found[: self._settings.order_relations]

    def _worthwhile(self) -> bool:
        """Whether at least as much mass waits at unexpanded nodes as everywhere else."""
        residual = self._walk.push.residual
        waiting = residual[self._open[:-1]].sum()
        return bool(waiting > 0 and waiting >= WAITING_SHARE * residual.sum())

    def links(self) -> Fan:
        """Facts from unexpanded nodes to the entities found, which are met by this.

        Returns:
            The facts; no mass goes their way.
        """
        source, relation, target = (
            np.concatenate(column) for column in zip((NONE, NONE, NONE), *self._links, strict=True)
        )
        self._walk.meet(target, self._hop + 1)
        local = self._walk.push.local
        return Fan(local(source), relation, local(target), np.zeros(len(source)), None)

    def _linked(self, entities: Ints) -> Bools:
        """Which entities have a fact with an unexpanded node; hubs and what is too much are not read."""
        kb, asked = self._kb, np.unique(entities)
        degree = kb.degree(asked)
        asked, degree = asked[(small := degree <= self._settings.hub_cap)], degree[small]
        asked = asked[np.cumsum(degree) <= self._facts_left]
        self._facts_left -= int(degree[: len(asked)].sum())
        out, into = kb.facts_from(asked), kb.facts_into(asked)
        links = [
            self._to_open(Facts(out.tail, out.relation + self._num_relations, out.head)),
            self._to_open(into),
        ]
        self._links += links
        return np.isin(entities, np.concatenate([link.tail for link in links]))

    def _to_open(self, facts: Facts) -> Facts:
        """Facts that start at an unexpanded node."""
        rows = np.flatnonzero(self._open[self._walk.push.local(facts.head)])
        return Facts(facts.head[rows], facts.relation[rows], facts.tail[rows])
