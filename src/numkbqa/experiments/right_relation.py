"""Which numerical relations an ordinal question can mean, told by its gold answer alone (weak labels).

The scorer of relations is trained on labels by another rule (`training/weak_labels.py`: all gold answers, in
groups of what was retrieved). The judge must not share it, else a scorer that learned that rule's mistakes
would be called right by them. Where a wrong answer was lost is told by a third one
(`evaluation/answer_groups.py`), which asks about a single relation, among candidates and groups of G_q.
"""

from collections.abc import Collection, Iterator

import numpy as np
from numpy.typing import NDArray

from numkbqa.kb.protocol import Facts, KnowledgeBase
from numkbqa.questions.ordinal import OrdinalCue
from numkbqa.values import Kind
from numkbqa.values.ranks import Direction, dense_ranks

Ints = NDArray[np.int64]


def judged_relations(
    kb: KnowledgeBase, topics: Collection[int], answers: Collection[int], cue: OrdinalCue
) -> frozenset[int]:
    """Find the relations in which a gold answer is the k-th extreme of a group around a topic entity.

    A group holds what a topic reaches by one relation in one direction ("the cities of Texas"). Only when no
    such group explains an answer, the groups at the end of two relations are tried ("the rivers in the states
    of the USA"). Groups are read from the whole graph, so that the labels depend on no setting of retrieval;
    a group with fewer than two distinct values says nothing. Where the wording points at dates ("born
    first") or at sizes ("largest area"), relations of the other sort are right only when no others are.

    Args:
        kb: the graph.
        topics: KB entity numbers of the topic entities.
        answers: KB entity numbers of the gold answers.
        cue: direction and k that the question asks for.

    Returns:
        Numbers of the numerical relations; several when the answer is extreme in several.
    """
    gold = np.array(sorted(answers), dtype=np.int64)
    near: list[Ints] = [group for topic in sorted(topics) for group in _groups(kb, np.array([topic]))]
    found = _explaining(kb, near, gold, cue)
    if not found:
        far = (group for members in near for group in _groups(kb, members))
        found = _explaining(kb, far, gold, cue)
    return _as_worded(kb, found, cue) or found


def _as_worded(kb: KnowledgeBase, relations: frozenset[int], cue: OrdinalCue) -> frozenset[int]:
    """Those of the sort, dates or sizes, that the wording points at; all when it points at none."""
    if cue.kind_hint is None:
        return relations
    dates = cue.kind_hint is Kind.DATE
    return frozenset(r for r in relations if (kb.numerical_relations[r].kind is Kind.DATE) == dates)


def _groups(kb: KnowledgeBase, sources: Ints) -> Iterator[Ints]:
    """The members of each group around some entities, KB entity numbers, each once."""
    out, into = kb.facts_from(sources), kb.facts_into(sources)
    for facts in (out, Facts(into.tail, into.relation, into.head)):
        order = np.argsort(facts.relation, kind="stable")
        borders = np.flatnonzero(np.diff(facts.relation[order])) + 1
        yield from (np.unique(part) for part in np.split(facts.tail[order], borders) if len(part))


def _explaining(
    kb: KnowledgeBase, groups: Iterator[Ints] | list[Ints], gold: Ints, cue: OrdinalCue
) -> frozenset[int]:
    return frozenset(
        relation
        for members in groups
        if np.isin(gold, members).any()
        for relation in _relations_won(kb, members, gold, cue)
    )


def _relations_won(kb: KnowledgeBase, members: Ints, gold: Ints, cue: OrdinalCue) -> Iterator[int]:
    """The relations in which a gold answer holds the k-th rank among the members."""
    facts = kb.numbers_of(members)
    for relation in np.unique(facts.relation).tolist():
        rows = np.flatnonzero(facts.relation == relation)
        direction = cue.direction_for(kb.numerical_relations[relation].kind)
        first = _first_of_each(facts.entity[rows], facts.low[rows], facts.high[rows], direction)
        rows = rows[first]
        ranks = dense_ranks(facts.low[rows], facts.high[rows], direction)
        if ranks.max() > 1 and np.isin(facts.entity[rows[ranks == cue.k]], gold).any():
            yield relation


def _first_of_each(
    entity: Ints, low: NDArray[np.float64], high: NDArray[np.float64], direction: Direction
) -> Ints:
    """Of several values of an entity the place of the one it stands with: its largest, or its smallest.

    Of values that end alike ("1999" and "1999-01-01", asked for the largest) the first fact counts, where
    `standing_values` takes the one that reaches further.
    """
    key = -low if direction is Direction.MAX else high
    order = np.lexsort((key, entity))
    _, first = np.unique(entity[order], return_index=True)
    return order[first]
