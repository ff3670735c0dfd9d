"""Personalised PageRank by forward push (Andersen, Chung, Lang 2006): facts are read of pushed nodes only."""

from typing import NamedTuple

import numpy as np

from numkbqa.kb.protocol import ALL, Bools, Facts, Floats, Ints, KnowledgeBase
from numkbqa.retrieval.subgraph.numbering import Numbering

ROUNDING = 1 + 1e-9
"""What a residual must exceed its threshold by, so that the order of a sum cannot decide."""

DENSE = 4
"""With fewer amounts than one in so many nodes, they are added one by one."""


class Fan(NamedTuple):
    """Facts of some nodes, seen from them; inverse relations from num_relations on.

    Args:
        source: local node, shape (num_facts,).
        relation: shape (num_facts,).
        target: local node at the other end, shape (num_facts,).
        share: of the source's mass that goes this way, shape (num_facts,).
        single: the source, when there is but one.
    """

    source: Ints
    relation: Ints
    target: Ints
    share: Floats
    single: int | None


class ForwardPush:
    """Mass and residual of the nodes met so far, over undirected weighted multi-edges.

    A push takes the residual of a node, keeps the share `restart` as its mass and spreads the rest over its
    facts. At any time, for every node v, with the exact PageRank p and the walk's p_u from node u alone,

        p(v) = mass(v) + sum_u residual(u) * p_u(v),

    so no mass is above the exact one, and all masses together miss at most the sum of the residuals. The
    graph being undirected, mass(v) is below p(v) by strength(v) * max_u residual(u) / strength(u) at most,
    where strength is the sum of the weights of a node's facts. A node without facts loses what it does not
    keep.

    Args:
        kb: the graph.
        numbering: an empty one; numbers the nodes as they are met.
        topics: distinct KB entities that share the mass at first, shape (num_topics,).
        weights: positive weight of each entity relation, shape (num_relations,).
        restart: share of the mass that stays at each step.
        large: nodes with more facts than this are read one by one, which is faster for them.
    """

    def __init__(
        self,
        kb: KnowledgeBase,
        numbering: Numbering,
        topics: Ints,
        weights: Floats,
        *,
        restart: float = 0.8,
        large: int = 2000,
    ) -> None:
        self._kb, self.numbering, self._restart, self._large = kb, numbering, restart, large
        self._weights, self._num_relations = np.tile(weights, 2), len(weights)
        self.fans: list[Fan] = []
        self._mass = numbering.array("mass", np.float64)
        self._residual = numbering.array("residual", np.float64)
        self._expanded = numbering.array("expanded", np.bool_)
        # Zeros between calls, so that none has to fill an array of its own.
        self._scratch = numbering.array("scratch", np.float64)
        self.add(topics)
        self.residual[:] = 1.0 / max(len(topics), 1)

    @property
    def size(self) -> int:
        """Number of nodes met."""
        return len(self._mass)

    @property
    def mass(self) -> Floats:
        """Mass that stays at each node, shape (size,)."""
        return self._mass.values

    @property
    def residual(self) -> Floats:
        """Mass at each node that was not pushed yet, shape (size,)."""
        return self._residual.values

    @property
    def expanded(self) -> Bools:
        """Which nodes' facts were read, shape (size,)."""
        return self._expanded.values

    @property
    def entities(self) -> Ints:
        """KB entities in local order, shape (size,)."""
        return self.numbering.entities

    def score(self, nodes: Ints | slice = ALL) -> Floats:
        """Mass, were nodes pushed once more without a look at their facts, shape (num_nodes,)."""
        score: Floats = self.mass[nodes] + self._restart * self.residual[nodes]
        return score

    def local(self, entities: Ints) -> Ints:
        """Local nodes of KB entities, -1 for those not met, shape (num_entities,)."""
        return self.numbering.local(entities)

    def threshold(self, nodes: Ints, per_fact: float) -> Floats:
        """Residuals that a push pays for: in proportion to a node's facts, shape (num_nodes,)."""
        return np.multiply(self._kb.degree(self.entities[nodes]), per_fact * ROUNDING, dtype=np.float64)

    def expand(self, nodes: Ints) -> list[Fan]:
        """Read the facts of nodes that were not expanded yet, and push them.

        Args:
            nodes: distinct local nodes, shape (num_nodes,).

        Returns:
            Their facts.
        """
        is_large = self._kb.degree(self.entities[nodes]) > self._large
        groups = [nodes[~is_large], *nodes[is_large, None]]
        fans = [fan for group in groups if len(group) for fan in self._read(group)]
        self.expanded[nodes] = True
        self.fans += fans
        self.push(nodes)
        return fans

    def push(self, nodes: Ints) -> None:
        """Push expanded nodes, all at once.

        Args:
            nodes: distinct local nodes, shape (num_nodes,).
        """
        taken = self.residual[nodes]
        self.mass[nodes] += self._restart * taken
        self.residual[nodes] = 0.0
        flow = self._scratch.values
        flow[nodes] = (1.0 - self._restart) * taken
        for fan in self.fans:
            self._spread(fan, flow)
        flow[nodes] = 0.0

    def settle(self, per_fact: float) -> None:
        """Push expanded nodes until the residual of none is above its threshold.

        Args:
            per_fact: the threshold, per fact of a node.
        """
        nodes = np.flatnonzero(self.expanded)
        threshold = self.threshold(nodes, per_fact)
        while (above := self.residual[nodes] > threshold).any():
            self.push(nodes[above])

    def _spread(self, fan: Fan, flow: Floats) -> None:
        if fan.single is not None:
            if flow[fan.single] > 0:
                _scatter(self.residual, fan.target, fan.share * flow[fan.single])
            return
        moved = flow[fan.source]
        rows = np.flatnonzero(moved)
        _scatter(self.residual, fan.target[rows], moved[rows] * fan.share[rows])

    def _read(self, nodes: Ints) -> list[Fan]:
        """The facts of nodes, in forward direction and in the other."""
        entities = self.entities[nodes]
        out, into = self._kb.facts_from(entities), self._kb.facts_into(entities)
        into = Facts(into.tail, into.relation + self._num_relations, into.head)
        single = int(nodes[0]) if len(nodes) == 1 else None
        fans = [self._fan(facts, single) for facts in (out, into) if len(facts.head)]
        strength = self._scratch.values
        for fan in fans:
            if single is None:
                _scatter(strength, fan.source, fan.share)
            else:
                strength[single] += fan.share.sum()
        for fan in fans:
            np.divide(fan.share, strength[fan.source if single is None else single], out=fan.share)
        strength[nodes] = 0.0
        return fans

    def _fan(self, facts: Facts, single: int | None) -> Fan:
        """A fan with weights for shares."""
        target = self.add(facts.tail)
        if single is None:
            source = self.numbering.local(facts.head)
        else:
            source = np.broadcast_to(np.int64(single), len(target))
        return Fan(source, facts.relation, target, self._weights[facts.relation], single)

    def add(self, entities: Ints) -> Ints:
        """Meet nodes.

        Args:
            entities: KB entities, known or not, shape (num_entities,).

        Returns:
            Their local numbers, shape (num_entities,).
        """
        grown = len(self.numbering.add(entities))
        for array in (self._mass, self._residual, self._expanded, self._scratch):
            array.extend(0, grown)
        return self.numbering.local(entities)

    def forward(self, fan: Fan, rows: Ints) -> Facts:
        """Some facts of a fan, in KB numbers and forward direction."""
        source, target = self.entities[fan.source[rows]], self.entities[fan.target[rows]]
        relation = fan.relation[rows]
        inverse = relation >= self._num_relations
        return Facts(
            np.where(inverse, target, source),
            relation - inverse * self._num_relations,
            np.where(inverse, source, target),
        )


def _scatter(total: Floats, target: Ints, amount: Floats) -> None:
    """Add amounts in place; a count over all nodes is faster unless there are few amounts."""
    if DENSE * len(target) < len(total):
        np.add.at(total, target, amount)
    else:
        total += np.bincount(target, amount, len(total))
