"""Cutting the subgraph of a question out of a knowledge base."""

from collections.abc import Callable

import numpy as np

from numkbqa.kb.protocol import Facts, Ints, KnowledgeBase
from numkbqa.retrieval.settings import RetrievalSettings
from numkbqa.retrieval.subgraph.among import facts_among
from numkbqa.retrieval.subgraph.cut import kept_entities
from numkbqa.retrieval.subgraph.extremes import ExtremeFinder
from numkbqa.retrieval.subgraph.graph import Relevance, Subgraph, with_inverses
from numkbqa.retrieval.subgraph.numbering import Numbering, Numberings
from numkbqa.retrieval.subgraph.order import best_places
from numkbqa.retrieval.subgraph.paths import with_connections
from numkbqa.retrieval.subgraph.push import ForwardPush
from numkbqa.retrieval.subgraph.walk import NONE, Walk

WEIGHT_FLOOR = 0.05
"""Added to the weight of each relation, so that none is cut off."""


class SubgraphRetriever:
    """Cuts subgraphs out of a knowledge base; threads may share it, each has a table of its own.

    Args:
        kb: the graph.
        settings: hops, sizes and PageRank's parameters.
    """

    def __init__(self, kb: KnowledgeBase, settings: RetrievalSettings) -> None:
        self.kb, self.settings = kb, settings
        self._numberings = Numberings(kb.num_entities)

    def __reduce__(
        self,
    ) -> tuple[Callable[..., "SubgraphRetriever"], tuple[KnowledgeBase, RetrievalSettings]]:
        return SubgraphRetriever, (self.kb, self.settings)

    def retrieve(self, topics: Ints, relevance: Relevance) -> Subgraph:
        """Retrieve the subgraph of a question.

        Args:
            topics: KB entity numbers of the topic entities, shape (num_topics,).
            relevance: how well each relation fits the question.

        Returns:
            The subgraph, at most `max_entities` entities (more only when there are more topic entities).
        """
        topics = np.unique(topics)
        with self._numberings.fresh() as numbering:
            kept, known = self._choose(numbering, topics, relevance)
        facts = facts_among(self.kb, kept, known, self.settings, self._numberings)
        return with_inverses(kept, len(topics), facts, len(self.kb.relations))

    def _choose(self, numbering: Numbering, topics: Ints, relevance: Relevance) -> tuple[Ints, Facts]:
        """The KB entities to keep, and the facts of the hubs among them that are known."""
        settings = self.settings
        weights = np.ones(len(self.kb.relations))
        if settings.relation_weighting:
            weights = np.maximum(relevance.relations, 0.0) ** 2 + WEIGHT_FLOOR
        push = ForwardPush(
            self.kb, numbering, topics, weights, restart=settings.restart, large=settings.hub_cap
        )
        walk = Walk(push, self.kb, settings)
        reserved = self._explore(walk, relevance)
        walk.settle()
        kept = kept_entities(walk, reserved, settings.max_entities)
        return push.entities[kept], walk.facts_of_hubs(kept)

    def _explore(self, walk: Walk, relevance: Relevance) -> Ints:
        """Walk the hops; return the local entities that order-aware retrieval reserves a place for."""
        settings, reserved, extremes = self.settings, NONE, NONE
        room = settings.max_entities - walk.num_topics
        for hop in range(settings.num_hops):
            fans = walk.hop(hop, first=extremes)
            room //= 2
            if settings.order_aware:
                found = list(ExtremeFinder(self.kb, walk, relevance, settings).of_hop(hop, fans))
                extremes = best_places(found, walk.push.score, walk.push.entities, room)
                reserved = np.concatenate((reserved, with_connections(walk, extremes, reserved, room)))
        return reserved
