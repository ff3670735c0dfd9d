"""Groups of entities around the nodes of a hop: what an order is looked for in."""

from collections.abc import Sequence
from typing import Final, NamedTuple

import numpy as np

from numkbqa.kb.protocol import Ints
from numkbqa.retrieval.subgraph.graph import Relevance
from numkbqa.retrieval.subgraph.push import Fan
from numkbqa.retrieval.subgraph.walk import NONE

BEST_GROUPS: Final = 32
"""Groups that are looked at, those whose relations fit the question best."""

LARGE_GROUP: Final = 20_000
"""From so many members on, the numbers of the relation are searched for members, not the other way round."""


class Groups(NamedTuple):
    """Entities around the expanded nodes of a hop by what links them; group 0 fits the question best.

    A group is a (topic, relation, direction) around a topic, a (relation, direction) elsewhere.

    Args:
        group: of each membership of a group that is not large, shape (num_memberships,).
        member: local entity, shape (num_memberships,).
        large: group and members of each large one.
    """

    group: Ints
    member: Ints
    large: list[tuple[int, Ints]]


def groups_of(fans: Sequence[Fan], relevance: Relevance, num_topics: int, *, by_topic: bool) -> Groups:
    """Group what a hop reached.

    Args:
        fans: facts of the expanded nodes.
        relevance: how well each relation fits the question.
        num_topics: local entities below this are topics, and no members.
        by_topic: whether each topic has groups of its own.

    Returns:
        The best groups.
    """
    both = 2 * len(relevance.relations)
    keyed = [_keyed(fan, num_topics, both * by_topic) for fan in fans]
    sizes = np.zeros(both * (num_topics * by_topic + 1), dtype=np.int64)
    for part in keyed:
        counts = np.bincount(part.key)
        sizes[part.offset : part.offset + len(counts)] += counts
    present = np.flatnonzero(sizes)
    fit = relevance.relations[present % both % len(relevance.relations)]
    best = present[np.argsort(-fit, kind="stable")[:BEST_GROUPS]]
    place = np.full(len(sizes), -1, dtype=np.int64)
    place[best] = np.arange(len(best))
    large = [(int(place[key]), _members(keyed, key)) for key in best[sizes[best] > LARGE_GROUP].tolist()]
    place[sizes > LARGE_GROUP] = -1
    small = [_small(part, place[part.offset :], num_topics) for part in keyed]
    group, member = (np.concatenate(column) for column in zip((NONE, NONE), *small, strict=True))
    return Groups(group, member, large)


class _Keyed(NamedTuple):
    """A fan with the group of each of its facts: `offset + key`."""

    fan: Fan
    key: Ints
    offset: int


def _keyed(fan: Fan, num_topics: int, per_topic: int) -> _Keyed:
    """Topics have `per_topic` groups each; all that are no topics, such as events, share the ones after."""
    if fan.single is not None:
        return _Keyed(fan, fan.relation, min(fan.single, num_topics) * per_topic)
    return _Keyed(fan, fan.relation + np.minimum(fan.source, num_topics) * per_topic, 0)


def _members(keyed: Sequence[_Keyed], group: int) -> Ints:
    return np.concatenate([part.fan.target[part.key == group - part.offset] for part in keyed])


def _small(part: _Keyed, place: Ints, num_topics: int) -> tuple[Ints, Ints]:
    """Place and member of the memberships of groups that have a place."""
    rows = np.flatnonzero(place[part.key] >= 0)
    rows = rows[part.fan.target[rows] >= num_topics]
    return place[part.key[rows]], part.fan.target[rows]
