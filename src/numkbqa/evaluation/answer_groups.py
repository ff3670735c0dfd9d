"""The groups that an answer belongs to, and the relations in which it holds the rank that was asked for.

A group is what one topic entity reaches by the same one or two relations as the answer: the cities of a
country, the rivers through the neighbours of a state. With several topics ("mountain", "Peru"), what a group
of each has in common is a group too.
"""

from collections.abc import Iterator
from itertools import combinations

import numpy as np
from numpy.typing import NDArray

from numkbqa.evaluation.predict import valued
from numkbqa.questions.ordinal import OrdinalCue
from numkbqa.retrieval.examples.example import Example, Locals
from numkbqa.values import Kind
from numkbqa.values.ranks import exact_sort

Bools = NDArray[np.bool_]


def holds_rank(
    example: Example, relation: int, kind: Kind, cue: OrdinalCue, candidates: Bools, groups: list[Bools]
) -> bool:
    """Whether a gold answer is the k-th extreme in a relation, among the candidates or in a group of its own.

    Args:
        example: the question with its gold answers.
        relation: place in `example.numerical_relations`.
        kind: kind of its values, which decides the direction ("oldest").
        cue: direction and k.
        candidates: the pruned candidates, shape (num_entities,).
        groups: the answer's groups, as `answer_groups` gives them.

    Returns:
        Whether the relation is one by which the question can be answered; one gold answer that holds the rank
        is enough. A group that holds a single value says nothing.
    """
    direction = cue.direction_for(kind)
    for members in (candidates, *groups):
        low, high = valued(example, members, relation, direction)
        if len(np.unique(low[~np.isnan(low)])) < 2:
            continue
        if (example.answers & exact_sort(low, high, direction, cue.k, cue.count)).any():
            return True
    return False


def answer_groups(example: Example) -> list[Bools]:
    """Find the groups of the gold answers within the subgraph.

    Args:
        example: the question with its subgraph.

    Returns:
        The members of each group, shape (num_entities,); the topic entities themselves are in none.
    """
    by_topic = [list(_groups_of(example, topic)) for topic in np.flatnonzero(example.topics).tolist()]
    alone = [group for groups in by_topic for group in groups]
    common = [
        one & other
        for groups, others in combinations(by_topic, 2)
        for one in groups
        for other in others
        if (one & other & example.answers).any()
    ]
    return [*alone, *common]


def _groups_of(example: Example, topic: int) -> Iterator[Bools]:
    """The groups that one topic reaches the answers in, by one relation and by two."""
    first = np.flatnonzero(example.head == topic)
    yield from _with_answers(example, example.relation[first], example.tail[first])
    # each fact behind a neighbour, once for every relation that leads to that neighbour
    for relation in np.unique(example.relation[first]):
        reached = example.tail[first[example.relation[first] == relation]]
        second = np.flatnonzero(np.isin(example.head, reached))
        yield from _with_answers(example, example.relation[second], example.tail[second])


def _with_answers(example: Example, relation: Locals, tail: Locals) -> Iterator[Bools]:
    for one in np.unique(relation[example.answers[tail]]):
        members = np.zeros(example.num_entities, dtype=np.bool_)
        members[tail[relation == one]] = True
        yield members & ~example.topics
