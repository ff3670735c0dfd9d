"""The walk from the topics, hop by hop: which nodes forward push may expand."""

import numpy as np
from numpy.typing import NDArray

from numkbqa.kb.protocol import Bools, Facts, Ints, KnowledgeBase
from numkbqa.retrieval.settings import RetrievalSettings
from numkbqa.retrieval.subgraph.push import ROUNDING, Fan, ForwardPush

NONE = np.empty(0, dtype=np.int64)


class Walk:
    """Expands nodes hop by hop; an event stands for a fact, so that passing through it is no hop.

    Args:
        push: the state of forward push, with the topics as its only nodes.
        kb: the graph.
        settings: hops, caps and thresholds.
    """

    def __init__(self, push: ForwardPush, kb: KnowledgeBase, settings: RetrievalSettings) -> None:
        self._kb, self._settings = kb, settings
        self.push, self.num_topics = push, push.size
        self._distance = push.numbering.array("distance", np.int8)
        self._layer = push.numbering.array("layer", np.int32)
        self._event = push.numbering.array("event", np.bool_)
        self._num_layers = -1
        self._facts_left = 0
        self._met(0)

    @property
    def distance(self) -> NDArray[np.int8]:
        """Hops from the nearest topic, shape (size,)."""
        return self._distance.values

    @property
    def layer(self) -> NDArray[np.int32]:
        """By which expansion a node was met, 0 for topics; falls along paths to a topic, shape (size,)."""
        return self._layer.values

    @property
    def event(self) -> Bools:
        """Which nodes are events, shape (size,)."""
        return self._event.values

    def hop(self, number: int, first: Ints = NONE) -> list[Fan]:
        """Take a hop, through the events that it meets.

        Args:
            number: 0 for the hop that leaves the topics, then 1, and so on.
            first: local nodes met in the last hop that are expanded before others, whatever their residual.

        Returns:
            The facts of the nodes expanded.
        """
        self._facts_left = self._settings.max_facts
        if number == 0:
            fans = self._expand(np.arange(self.num_topics))
        else:
            fans = self._expand(self._affordable((self.distance == number) & ~self.event, first))
        while len(events := self._affordable((self.distance == number + 1) & self.event)):
            fans += self._expand(events)
        return fans

    def settle(self) -> None:
        """Push until no residual is above its threshold, but for what hops and caps leave out."""
        self.push.settle(self._settings.push_threshold)
        while len(nodes := self._affordable(self.inner())):
            self._expand(nodes)
            self.push.settle(self._settings.push_threshold)

    def inner(self) -> Bools:
        """Which nodes may be expanded as far as hops go, shape (size,)."""
        last = self._settings.num_hops
        inner: Bools = (self.distance < last) | (self.event & (self.distance == last))
        return inner

    def unexpanded(self, hop: int) -> Bools:
        """Which nodes a hop could have expanded and did not, shape (size,)."""
        distance = self.distance
        within: Bools = ((distance == hop) & ~self.event) | ((distance == hop + 1) & self.event)
        return within & ~self.push.expanded

    def meet(self, entities: Ints, distance: int) -> None:
        """Take in entities that were found otherwise than by expanding a node.

        Args:
            entities: KB entities, known or not, shape (num_entities,).
            distance: hops from a topic of those not met before.
        """
        self.push.add(entities)
        self._met(distance)

    def facts_of_hubs(self, kept: Ints) -> Facts:
        """Facts read of nodes that were read alone, as hubs are, among some nodes.

        Args:
            kept: local nodes, shape (num_nodes,).

        Returns:
            The facts, in KB numbers.
        """
        is_kept, empty = np.zeros(self.push.size, dtype=np.bool_), Facts(NONE, NONE, NONE)
        is_kept[kept] = True
        facts = [
            self.push.forward(fan, np.flatnonzero(is_kept[fan.target]))
            for fan in self.push.fans
            if fan.single is not None and is_kept[fan.single]
        ]
        return Facts(*(np.concatenate(column) for column in zip(empty, *facts, strict=True)))

    def _affordable(self, candidates: Bools, first: Ints = NONE) -> Ints:
        """Those that are no hubs and whose residual pays for reading them, within what may still be read."""
        preferred = np.zeros(self.push.size, dtype=np.bool_)
        preferred[first] = True
        threshold = self._settings.push_threshold
        nodes = np.flatnonzero(
            candidates & ~self.push.expanded & ((self.push.residual > threshold) | preferred)
        )
        degree, residual = self._kb.degree(self.push.entities[nodes]), self.push.residual[nodes]
        worth = (residual > degree * (threshold * ROUNDING)) | preferred[nodes]
        rows = np.flatnonzero(worth & (degree <= self._settings.hub_cap))
        nodes, degree, residual = nodes[rows], degree[rows], residual[rows]
        # In single precision, so that the order of a sum cannot decide between equal ones.
        gain = (residual / degree).astype(np.float32)
        order = np.lexsort((self.push.entities[nodes], -gain, ~preferred[nodes]))
        cost = np.cumsum(degree[order])
        chosen = order[cost <= self._facts_left]
        self._facts_left -= int(degree[chosen].sum())
        return nodes[chosen]

    def _expand(self, nodes: Ints) -> list[Fan]:
        """Expand nodes, those nearest to a topic first."""
        fans: list[Fan] = []
        reach = self.distance[nodes] + ~self.event[nodes]
        for distance in np.unique(reach).tolist():
            fans += self.push.expand(nodes[reach == distance])
            self._met(distance)
        return fans

    def _met(self, distance: int) -> None:
        """Note the distance of the nodes that push has met since last time."""
        self._num_layers += 1
        new = self.push.entities[len(self._event) :]
        self._distance.extend(distance, len(new))
        self._layer.extend(self._num_layers, len(new))
        self._event.extend(self._kb.events(new), len(new))
