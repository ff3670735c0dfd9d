"""Weak labels: the numerical relations by which the gold answers of an ordinal question are the k-th extreme.

Question-answer pairs do not say which relation decides. A relation may be the right one when the gold answers
are exactly the k-th extreme, in the direction asked for, of some group around a topic entity: its neighbours
by one relation, or by two where no neighbour is an answer; all of them, or those of one class. Small groups
give false ones too, so training takes them as alternatives, not as facts.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import product

import numpy as np
from numpy.typing import NDArray

from numkbqa.kb.protocol import KnowledgeBase, NumericFacts
from numkbqa.questions.ordinal import OrdinalCue, parse_ordinal
from numkbqa.questions.records import Question
from numkbqa.retrieval.subgraph import Subgraph
from numkbqa.values.ranks import Direction, exact_sort

Ints = NDArray[np.int64]
Locals = NDArray[np.int64] | NDArray[np.int32]
Bools = NDArray[np.bool_]
Floats = NDArray[np.float64]

LEAST_MEMBERS = 2
MOST_PATHS = 32
"""Groups by two steps that are looked at, at most."""


@dataclass(frozen=True, slots=True)
class Neighbourhood:
    """Topic entities and the facts around them, in both directions.

    Args:
        entities: KB entity numbers, shape (num_entities,).
        topics: which of them are topic entities, shape (num_entities,).
        head: local entity, shape (num_facts,).
        relation: any number that tells relations and their directions apart, shape (num_facts,).
        tail: local entity, shape (num_facts,).
    """

    entities: Ints
    topics: Bools
    head: Locals
    relation: Locals
    tail: Locals

    @classmethod
    def of_subgraph(cls, graph: Subgraph) -> "Neighbourhood":
        """That of a subgraph."""
        topics = np.arange(len(graph.entities)) < graph.num_topics
        return cls(graph.entities, topics, graph.head, graph.relation, graph.tail)


def right_relations(kb: KnowledgeBase, question: Question, around: Neighbourhood) -> set[int]:
    """Numerical relations by which the gold answers are the k-th extreme of a group around the topics.

    Args:
        kb: the graph.
        question: its answers must be entities.
        around: what was retrieved for it.

    Returns:
        Numerical relation numbers; empty when the lexicon reads no order out of the question, when no gold
        answer was retrieved, or when no group fits.
    """
    cue = parse_ordinal(question.question)
    ids = [answer.id for answer in question.answers if answer.id is not None]
    gold = [entity for entity in map(kb.entity_index, ids) if entity is not None]
    answers = np.isin(around.entities, gold)
    if cue is None or not answers.any():
        return set()
    found: set[int] = set()
    for members in _groups(kb, around, answers):
        found |= _decisive(kb, around.entities[members], answers[members], cue)
    return found


def _groups(kb: KnowledgeBase, around: Neighbourhood, answers: Bools) -> Iterator[Ints]:
    """Groups with an answer in them, whole and narrowed to each class of the answers; local entities."""
    answer_classes = {c for entity in around.entities[answers].tolist() for c in kb.types(entity)}
    for members in _whole_groups(around, answers):
        yield members
        if not answer_classes:
            continue
        classes = [set(kb.types(entity)) for entity in around.entities[members].tolist()]
        for wanted in sorted(answer_classes):
            kept = np.array([wanted in own for own in classes])
            if LEAST_MEMBERS <= kept.sum() < len(members):
                yield members[kept]


def _whole_groups(around: Neighbourhood, answers: Bools) -> Iterator[Ints]:
    """Neighbours of a topic by one relation; only where none holds an answer, those by two relations."""
    topics, last = np.flatnonzero(around.topics), answers[around.tail]
    direct = [
        members
        for topic in topics.tolist()
        for relation in _relations(around, (around.head == topic) & last)
        if len(members := _step(around, np.array([topic]), relation)) >= LEAST_MEMBERS
    ]
    yield from direct or _by_two_steps(around, topics, last)


def _by_two_steps(around: Neighbourhood, topics: Ints, last: Bools) -> Iterator[Ints]:
    middle = np.zeros(len(around.entities), dtype=np.bool_)
    middle[around.head[last]] = True
    first = np.isin(around.head, topics) & middle[around.tail]
    paths = product(topics.tolist(), _relations(around, first), _relations(around, last))
    for _, (topic, one, two) in zip(range(MOST_PATHS), paths, strict=False):
        reached = _step(around, _step(around, np.array([topic]), one), two)
        members = np.setdiff1d(reached, topics)
        if len(members) >= LEAST_MEMBERS:
            yield members


def _relations(around: Neighbourhood, facts: Bools) -> list[int]:
    found: list[int] = np.unique(around.relation[facts]).tolist()
    return found


def _step(around: Neighbourhood, sources: Ints, relation: int) -> Ints:
    facts = np.flatnonzero(around.relation == relation)
    return np.unique(around.tail[facts[np.isin(around.head[facts], sources)]]).astype(np.int64)


def _decisive(kb: KnowledgeBase, members: Ints, answers: Bools, cue: OrdinalCue) -> set[int]:
    """Relations by which the answers in a group are its k-th."""
    order = np.argsort(members)
    members, answers = members[order], answers[order]
    if not answers.any():
        return set()
    facts = kb.numbers_of(members)
    carried = np.unique(facts.relation[np.isin(facts.entity, members[answers])])
    return {r for r in carried.tolist() if _decides(kb, r, facts, members, answers, cue)}


def _decides(
    kb: KnowledgeBase, relation: int, facts: NumericFacts, members: Ints, answers: Bools, cue: OrdinalCue
) -> bool:
    direction = cue.direction_for(kb.numerical_relations[relation].kind)
    rows = np.flatnonzero(facts.relation == relation)
    place = np.searchsorted(members, facts.entity[rows])
    low, high = _one_each(place, facts.low[rows], facts.high[rows], len(members), direction)
    if np.isfinite(low).sum() < LEAST_MEMBERS:
        return False
    return bool((exact_sort(low, high, direction, cue.k) == answers).all())


def _one_each(
    place: Ints, low: Floats, high: Floats, num_members: int, direction: Direction
) -> tuple[Floats, Floats]:
    """The interval of each member, NaN without one; of several values the outermost.

    Of values that end alike ("1999" and "1999-12-31", asked for the smallest) the last fact counts, where
    `standing_values` takes the one that reaches further.
    """
    towards = low if direction is Direction.MAX else -high
    order = np.argsort(towards, kind="stable")  # the value that counts is written last
    kept = np.full((2, num_members), np.nan)
    kept[:, place[order]] = np.stack([low[order], high[order]])
    return kept[0], kept[1]
