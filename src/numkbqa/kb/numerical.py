"""Which relations are numerical, of which kind and unit, and which values have to stay out (PEERS.md A15)."""

from collections import Counter
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from numkbqa.kb.collect import Collector, Ints
from numkbqa.kb.literal_tails import MIN_DISTINCT, MIN_SHARE

MIN_TYPED_SHARE = 0.5


@dataclass(slots=True)
class NumericalChoice:
    """What was decided.

    Args:
        kept: which values are numeric facts, shape (num_values,).
        measure: number of the (kind, unit) pair of each numerical relation, by relation number.
        texts: literals per relation number that are text, those of relations that are not numerical included.
        minority: values per relation number of another kind or unit than most of the relation's.
    """

    kept: NDArray[np.bool_]
    measure: dict[int, int]
    texts: Counter[int]
    minority: Counter[int]


def choose_numerical(graph: Collector) -> NumericalChoice:
    """Decide which relations are numerical.

    A relation is numerical when at least half of its literals are values by their datatype, or at least 90 %
    of them parse and two values differ. Its kind and unit are those of most of its values.

    Args:
        graph: the collected graph.

    Returns:
        The decision.
    """
    relation, measure, typed = (
        np.array(column, np.int64)
        for column in (graph.values.relation, graph.values.measure, graph.values.typed)
    )
    num_relations, num_measures = len(graph.relations), max(len(graph.measures), 1)
    parsed = np.bincount(relation, minlength=num_relations)
    by_datatype = np.bincount(relation, weights=typed, minlength=num_relations)
    total = (
        parsed + _per_relation(graph.texts, num_relations) + _per_relation(graph.unreadable, num_relations)
    )
    by_type = (by_datatype > 0) & (by_datatype >= MIN_TYPED_SHARE * total)
    by_look = (parsed >= MIN_SHARE * total) & (_distinct(graph, relation, num_relations) >= MIN_DISTINCT)
    numerical = by_type | by_look
    counts = np.bincount(relation * num_measures + measure, minlength=num_relations * num_measures)
    majority = _majority(graph, counts.reshape(num_relations, num_measures))
    agrees = measure == majority[relation]
    kept = numerical[relation] & agrees
    rejected = Counter(relation[~numerical[relation]].tolist())
    return NumericalChoice(
        kept=kept,
        measure={int(r): int(majority[r]) for r in np.flatnonzero(numerical)},
        texts=graph.texts + rejected,
        minority=Counter(relation[numerical[relation] & ~agrees].tolist()),
    )


def _per_relation(counter: Counter[int], num_relations: int) -> Ints:
    counts = np.zeros(num_relations, np.int64)
    counts[list(counter.keys())] = list(counter.values())
    return counts


def _distinct(graph: Collector, relation: Ints, num_relations: int) -> Ints:
    """Number of different values of each relation."""
    low, high = np.array(graph.values.low), np.array(graph.values.high)
    order = np.lexsort((high, low, relation))
    low, high, relation = low[order], high[order], relation[order]
    new = np.ones(len(relation), np.bool_)
    new[1:] = (np.diff(low) != 0) | (np.diff(high) != 0) | (np.diff(relation) != 0)
    return np.bincount(relation[new], minlength=num_relations)


def _majority(graph: Collector, counts: Ints) -> Ints:
    """The commonest measure of each relation; among equally common ones the first by name."""
    measures = list(graph.measures)
    by_name = np.array(sorted(range(len(measures)), key=lambda i: str(measures[i])) or [0], np.int64)
    majority: Ints = by_name[np.argmax(counts[:, by_name], axis=1)]
    return majority
