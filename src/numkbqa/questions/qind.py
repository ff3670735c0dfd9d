"""QIND, the question-irrelevant numerical dataset: a bare determiner and numbers of one relation."""

import random
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from numkbqa.errors import UserError
from numkbqa.kb import KnowledgeBase
from numkbqa.kb.protocol import Floats, Ints
from numkbqa.questions.instances import NumberInstance, NumberInstances, pack
from numkbqa.questions.number_texts import Wording, determiner_text
from numkbqa.values import Kind
from numkbqa.values.ranks import Direction, exact_sort

TRIES = 20  # draws for one instance before its relation is passed over


@dataclass(frozen=True, slots=True)
class RelationValues:
    """Distinct values of one numerical relation, ascending.

    Args:
        relation: numerical relation.
        kind: kind of its values.
        value: value handles, shape (num_values,).
        low: lower comparison keys, shape (num_values,).
        high: upper comparison keys, shape (num_values,).
    """

    relation: int
    kind: Kind
    value: Ints
    low: Floats
    high: Floats

    def chosen(self, rows: Ints | NDArray[np.bool_]) -> "RelationValues":
        """The values of some rows."""
        return RelationValues(self.relation, self.kind, self.value[rows], self.low[rows], self.high[rows])


def distinct_values(kb: KnowledgeBase) -> list[RelationValues]:
    """The distinct values of every numerical relation.

    Args:
        kb: the graph.

    Returns:
        One entry a relation, relations without a value too.
    """
    return [distinct_values_of(kb, relation) for relation in range(len(kb.numerical_relations))]


def distinct_values_of(kb: KnowledgeBase, relation: int) -> RelationValues:
    """The distinct values of one numerical relation.

    Args:
        kb: the graph.
        relation: numerical relation.

    Returns:
        Its values, ascending; of equal ones the first.
    """
    facts = kb.numbers_of_relation(relation)
    _, rows = np.unique(np.stack([facts.low, facts.high]), axis=1, return_index=True)
    kind = kb.numerical_relations[relation].kind
    return RelationValues(relation, kind, facts.value[rows], facts.low[rows], facts.high[rows])


def split_values(
    values: Sequence[RelationValues], *, shares: Sequence[float] = (0.6, 0.2, 0.2), seed: int = 0
) -> list[list[RelationValues]]:
    """Split values so that no number of one part occurs in another, not even under another relation.

    Args:
        values: distinct values by relation.
        shares: share of the values of each part; they add up to 1.
        seed: seed of the split.

    Returns:
        One list of values a part, in the order of `shares`.
    """
    edges = np.cumsum(shares)[:-1]
    parts = [np.searchsorted(edges, _uniform(one.low, one.high, seed), side="right") for one in values]
    return [
        [one.chosen(part == place) for one, part in zip(values, parts, strict=True)]
        for place in range(len(shares))
    ]


def generate_qind(
    kb: KnowledgeBase,
    *,
    count: int,
    seed: int,
    min_numbers: int = 2,
    max_numbers: int = 50,
    max_k: int = 1,
    style: Wording = "paper",
    values: Sequence[RelationValues] | None = None,
) -> NumberInstances:
    """Generate QIND (paper, section "Pre-training"): 24,000 / 8,000 / 8,000 instances there.

    Each instance draws a numerical relation uniformly, N of its values, and a determiner that fits its kind;
    its text is the determiner alone (A26). The exact sort gives the answer, and gives no other: numbers that
    tie, as dates of different precision do, count as one and are never asked for.

    Args:
        kb: the graph.
        count: number of instances.
        seed: seed of all chance.
        min_numbers: least N.
        max_numbers: greatest N, where the relation has as many values.
        max_k: highest rank; half of the instances ask for the first all the same.
        style: wording, see `number_texts`.
        values: values to draw from, one part of `split_values`; default: all of the graph.

    Returns:
        The instances.

    Raises:
        UserError: no relation has enough distinct values.
    """
    sources = [one for one in values or distinct_values(kb) if len(one.value) >= min_numbers]
    drawer = NumberDrawer(
        np.random.default_rng(seed), random.Random(seed), min_numbers, max_numbers, max_k, style
    )
    made: list[NumberInstance] = []
    while len(made) < count:
        if not sources:
            raise UserError(
                f"no numerical relation of this graph has {min_numbers} distinct values to compare.",
                remedy="`numkbqa kb doctor` lists the numerical relations and their values.",
            )
        place = drawer.chooser.randrange(len(sources))
        instance = drawer.draw(sources[place])
        if instance is None:
            sources.pop(place)
        else:
            made.append(instance)
    return pack(made)


@dataclass
class NumberDrawer:
    """Draws number sets with a determiner and its answer.

    Args:
        rng: chance of the values.
        chooser: chance of everything else.
        min_numbers: least size of a set.
        max_numbers: greatest size of a set.
        max_k: highest rank.
        style: wording, see `number_texts`.
    """

    rng: np.random.Generator
    chooser: random.Random
    min_numbers: int
    max_numbers: int
    max_k: int
    style: Wording

    def draw(self, source: RelationValues) -> NumberInstance | None:
        """Draw one instance.

        Args:
            source: values of a relation.

        Returns:
            The instance, its text a bare determiner; None when the values overlap too much.
        """
        most = min(self.max_numbers, len(source.value))
        for _ in range(TRIES):
            size = self.chooser.randint(self.min_numbers, most)
            picked = source.chosen(self.rng.choice(len(source.value), size, replace=False))
            direction, k = (
                self.chooser.choice(list(Direction)),
                draw_rank(self.chooser, min(self.max_k, size)),
            )
            answer = only_kth(picked.low, picked.high, direction, k)
            if answer is not None:
                text = determiner_text(source.kind, direction, k, self.style, self.chooser)
                return NumberInstance(
                    text, source.relation, direction, k, picked.value, picked.low, picked.high, answer
                )
        return None


def only_kth(low: Floats, high: Floats, direction: Direction, k: int) -> int | None:
    """The number that the exact sort puts k-th, if it puts no other one there.

    Args:
        low: lower comparison keys, shape (num_numbers,).
        high: upper comparison keys, shape (num_numbers,).
        direction: which end to count from.
        k: rank, from 1.

    Returns:
        Index of the number, or None.
    """
    winners = np.flatnonzero(exact_sort(low, high, direction, k))
    return int(winners[0]) if len(winners) == 1 else None


def draw_rank(chooser: random.Random, max_k: int) -> int:
    """Draw a rank: 1 half of the time, else uniform in [2, max_k].

    Args:
        chooser: source of chance.
        max_k: highest rank.

    Returns:
        A rank from 1 to `max_k`.
    """
    return 1 if max_k < 2 or chooser.random() < 0.5 else chooser.randint(2, max_k)


def _uniform(low: Floats, high: Floats, seed: int) -> Floats:
    """A number in [0, 1) for each value that depends on the value and the seed alone, shape (num_values,)."""
    start = np.uint64((seed + 1) * 0x9E3779B97F4A7C15 % 2**64)
    state = low.view(np.uint64) ^ (high.view(np.uint64) << np.uint64(1)) ^ start
    for shift, factor in ((30, 0xBF58476D1CE4E5B9), (27, 0x94D049BB133111EB), (31, 1)):  # splitmix64
        state = (state ^ (state >> np.uint64(shift))) * np.uint64(factor)
    return (state >> np.uint64(11)).astype(np.float64) / 2.0**53
