"""QGND, the question-guided numerical dataset: a full question and the numbers that it orders."""

import random
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass

import numpy as np

from numkbqa.kb import KnowledgeBase
from numkbqa.kb.protocol import Ints, NumericFacts
from numkbqa.questions.groups import numbers_by_entity
from numkbqa.questions.instances import NumberInstance, NumberInstances, pack
from numkbqa.questions.ordinal import OrdinalCue, parse_ordinal
from numkbqa.questions.pseudo import PseudoQuestion
from numkbqa.questions.qind import RelationValues, only_kth
from numkbqa.questions.records import Question
from numkbqa.values import Kind
from numkbqa.values.ranks import Direction


@dataclass(frozen=True, slots=True)
class NumberPair:
    """A question with the numbers of its candidates, before others are added.

    Args:
        text: the question.
        relation: numerical relation that decides.
        direction: end of the order that is asked for.
        k: rank asked for.
        values: value handles of the candidates, shape (num_candidates,).
        answer: value handle of the answer, one of `values`.
    """

    text: str
    relation: int
    direction: Direction
    k: int
    values: Ints
    answer: int


@dataclass(frozen=True, slots=True)
class FoundRelation:
    """The numerical relation that explains an answer.

    Args:
        relation: numerical relation.
        direction: end of the order that the question asks for in it.
        candidates: entities of the group that carry it, shape (num_candidates,).
        values: their value handles, -1 where one has several unequal values, shape (num_candidates,).
        answer: index of the answer among the candidates.
    """

    relation: int
    direction: Direction
    candidates: Ints
    values: Ints
    answer: int


def find_relation(
    kb: KnowledgeBase,
    topics: Iterable[int],
    answer: int,
    cue: OrdinalCue,
    scores: Mapping[int, float] | None = None,
) -> FoundRelation | None:
    """Find the numerical relation under which the answer is the k-th extremum of its group.

    Groups are the entities that share a topic entity and a relation with the answer, in either direction,
    also narrowed to a class of the answer; without topic entities the instances of the answer's classes.

    Args:
        kb: the graph.
        topics: topic entities of the question.
        answer: the answer entity.
        cue: determiner and rank of the question.
        scores: how well each numerical relation fits the question's text; the best of those that explain the
            answer is taken; among equals one of the kind that the cue points at, then the one with the most
            candidates.

    Returns:
        The relation with its candidates, or None when no relation explains the answer.
    """
    groups = _groups_of(kb, list(topics), answer)
    found = [fit for members in groups for fit in _fits(kb, members, answer, cue)]
    known = scores or {}

    def merit(fit: FoundRelation) -> tuple[float, bool, int]:
        dated = kb.numerical_relations[fit.relation].kind is Kind.DATE
        of_kind = cue.kind_hint is None or dated == (cue.kind_hint is Kind.DATE)
        return known.get(fit.relation, 0.0), of_kind, len(fit.candidates)

    return max(found, key=merit, default=None)


def pairs_from_questions(
    kb: KnowledgeBase, questions: Iterable[Question], scores: Mapping[str, Mapping[int, float]] | None = None
) -> Iterator[NumberPair]:
    """Turn real ordinal questions with one answer entity into pairs, where a relation explains the answer.

    Args:
        kb: the graph.
        questions: questions with topic entities and answers.
        scores: for each question id, how well each numerical relation fits its text.

    Yields:
        One pair a question that is explained.
    """
    for question in questions:
        cue = parse_ordinal(question.question)
        answers = [kb.entity_index(answer.id) for answer in question.answers if answer.id is not None]
        if cue is None or cue.count > 1:
            continue
        if len(question.answers) != 1 or len(answers) != 1 or answers[0] is None:
            continue
        topics = [t for name in question.topic_entities if (t := kb.entity_index(name)) is not None]
        found = find_relation(kb, topics, answers[0], cue, (scores or {}).get(question.id))
        if found is not None:
            values, handle = found.values[found.values >= 0], int(found.values[found.answer])
            yield NumberPair(question.question, found.relation, found.direction, cue.k, values, handle)


def pairs_from_pseudo(questions: Iterable[PseudoQuestion]) -> Iterator[NumberPair]:
    """Turn pseudo questions into pairs; plain ones are left out.

    Args:
        questions: generated questions.

    Yields:
        One pair an ordinal question.
    """
    for made in questions:
        if made.direction is not None:
            handle, values = int(made.values[made.answer]), made.values[made.values >= 0]
            yield NumberPair(made.question.question, made.relation, made.direction, made.k, values, handle)


def generate_qgnd(
    kb: KnowledgeBase,
    pairs: Iterable[NumberPair],
    *,
    seed: int,
    min_numbers: int = 2,
    max_numbers: int = 50,
) -> NumberInstances:
    """Generate QGND (paper, section "Pre-training"): question, answer's number and others of the relation.

    To the candidates' numbers come other numbers of the relation that leave the answer its rank (A28). Where
    the candidates alone are too many, those that decide the rank stay.

    Args:
        kb: the graph.
        pairs: questions with their candidates' numbers.
        seed: seed of all chance.
        min_numbers: instances with fewer numbers are left out.
        max_numbers: greatest number of numbers.

    Returns:
        One instance a pair whose answer, and no other, is k-th by the exact sort.
    """
    rng, chooser = np.random.default_rng(seed), random.Random(seed)
    pools: dict[int, _Pool] = {}
    made: list[NumberInstance] = []
    for pair in pairs:
        if pair.relation not in pools:
            pools[pair.relation] = _Pool(kb, pair.relation)
        size = min(max(chooser.randint(min_numbers, max_numbers), len(pair.values)), max_numbers)
        instance = _instance(pair, pools[pair.relation], rng, size)
        if instance is not None and min_numbers <= len(instance.value) <= max_numbers:
            made.append(instance)
    return pack(made)


class _Pool:
    """The distinct values of a relation, and where the value behind a handle stands among them."""

    def __init__(self, kb: KnowledgeBase, relation: int) -> None:
        facts = kb.numbers_of_relation(relation)
        _, first, row = np.unique(
            np.stack([facts.low, facts.high]), axis=1, return_index=True, return_inverse=True
        )
        kind = kb.numerical_relations[relation].kind
        self.values = RelationValues(relation, kind, facts.value[first], facts.low[first], facts.high[first])
        order = np.argsort(facts.value, kind="stable")
        self._handle, self._row = facts.value[order], row.reshape(-1)[order]

    def rows(self, handles: Ints) -> Ints:
        """Rows of the values behind some handles, each once, ascending."""
        return np.unique(self._row[np.searchsorted(self._handle, handles)]).astype(np.int64)


def _instance(pair: NumberPair, pool: _Pool, rng: np.random.Generator, size: int) -> NumberInstance | None:
    """The instance of a pair with about `size` numbers, or None when its answer is no unique k-th."""
    values, own, row = pool.values, pool.rows(pair.values), int(pool.rows(np.array([pair.answer]))[0])
    low, high = values.low, values.high
    best = only_kth(low[own], high[own], pair.direction, pair.k)
    if best is None or own[best] != row:
        return None
    behind = high < low[row] if pair.direction is Direction.MAX else low > high[row]
    ahead = own[~behind[own]]  # the answer and what outranks it
    losers = rng.permutation(own[behind[own]])
    others = rng.permutation(np.setdiff1d(np.flatnonzero(behind), own))
    added = np.concatenate([losers, others])[: max(size - len(ahead), 0)]
    rows = rng.permutation(np.concatenate([ahead, added]))
    picked, place = values.chosen(rows), int(np.flatnonzero(rows == row)[0])
    return NumberInstance(
        pair.text, pair.relation, pair.direction, pair.k, picked.value, picked.low, picked.high, place
    )


def _groups_of(kb: KnowledgeBase, topics: list[int], answer: int) -> Iterator[Ints]:
    """Groups that the answer shares with others: whole, and narrowed to each class of the answer."""
    classes = kb.types(answer)
    for topic in topics or classes:
        one = np.array([topic], dtype=np.int64)
        out, into = kb.facts_from(one), kb.facts_into(one)
        for relation, member in ((out.relation, out.tail), (into.relation, into.head)):
            for shared in np.unique(relation[member == answer]):
                members = np.unique(member[relation == shared])
                yield members
                for name in classes if topics else ():
                    yield np.array([m for m in members.tolist() if name in kb.types(m)], dtype=np.int64)


def _fits(kb: KnowledgeBase, members: Ints, answer: int, cue: OrdinalCue) -> Iterator[FoundRelation]:
    """The numerical relations under which the answer, and no other member, is k-th by the exact sort."""
    facts = kb.numbers_of(members)
    for relation in np.unique(facts.relation[facts.entity == answer]).tolist():
        mine = facts.relation == relation
        numbers = numbers_by_entity(NumericFacts(*(column[mine] for column in facts)))
        direction = cue.direction_for(kb.numerical_relations[relation].kind)
        best = only_kth(numbers.low, numbers.high, direction, cue.k)
        if best is None or len(numbers.entity) < 2 or numbers.value[best] < 0:
            continue
        if numbers.entity[best] == answer:
            yield FoundRelation(relation, direction, numbers.entity, numbers.value, best)
