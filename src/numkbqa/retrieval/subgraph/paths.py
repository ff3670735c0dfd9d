"""Entities that link others to the topics: what is kept shall not stand alone."""

import numpy as np

from numkbqa.kb.protocol import Ints
from numkbqa.retrieval.subgraph.order import PRECISION, distinct
from numkbqa.retrieval.subgraph.walk import NONE, Walk


def with_connections(walk: Walk, wanted: Ints, reserved: Ints, limit: int) -> Ints:
    """Choose wanted entities together with those that link each to a topic.

    Args:
        walk: the walk so far.
        wanted: local entities, best first, shape (num_wanted,).
        reserved: local entities that are kept anyway, shape (num_reserved,).
        limit: how many entities to add at most.

    Returns:
        Local entities that are not reserved yet; one that does not fit together with its links is left out.
    """
    before, kept = set(reserved.tolist()), dict[int, None]()
    parents = _all_parents(walk, wanted)
    for entity in wanted.tolist():
        chain = [entity]
        while chain[-1] in parents:
            chain.append(parents[chain[-1]])
        missing = [link for link in chain if link not in kept and link not in before]
        if len(kept) + len(missing) <= limit:
            kept.update(dict.fromkeys(missing))
    return np.array(list(kept), dtype=np.int64)


def _all_parents(walk: Walk, nodes: Ints) -> dict[int, int]:
    """The parent of each node, of its parent, and so on; nodes that a topic was expanded to have none."""
    found = dict[int, int]()
    far = nodes[walk.layer[nodes] > 1]
    while len(far):
        child, parent = _parents(walk, far)
        found.update(zip(child.tolist(), parent.tolist(), strict=True))
        parent = distinct(parent)
        far = parent[walk.layer[parent] > 1]
    return found


def _parents(walk: Walk, nodes: Ints) -> tuple[Ints, Ints]:
    """Nodes, and for each, of the entities that it was met from, the one of most mass."""
    wanted, layer = np.zeros(walk.push.size, dtype=np.bool_), walk.layer
    wanted[nodes] = True
    source, target = NONE, NONE
    for fan in walk.push.fans:
        if fan.single is None or fan.single >= walk.num_topics:
            rows = np.flatnonzero(wanted[fan.target])
            rows = rows[layer[fan.source[rows]] < layer[fan.target[rows]]]
            source = np.concatenate((source, fan.source[rows]))
            target = np.concatenate((target, fan.target[rows]))
    mass = np.round(walk.push.score(source) / PRECISION)
    order = np.lexsort((walk.push.entities[source], -mass, target))
    source, target = source[order], target[order]
    first = np.ones(len(target), dtype=np.bool_)
    first[1:] = target[1:] != target[:-1]
    return target[first], source[first]
