"""Formats without types: which relations of untyped facts have numbers for tails, and which entities."""

import numpy as np
from numpy.typing import NDArray

from numkbqa.kb.collect import Collector, Ints
from numkbqa.values import Value, parse_value

MIN_SHARE = 0.9
MIN_DISTINCT = 2


def settle_untyped(graph: Collector) -> None:
    """Turn the untyped facts of a graph into entity facts or literals, relation by relation (PEERS.md A15).

    The tails of a relation are literals when at least 90 % of the distinct ones look like numbers or dates,
    at least two of them differ, none of them has a name or is itself the head of a fact, and its heads do not
    look like numbers too (then the ids of the graph are numbers).

    Args:
        graph: the collected graph; its untyped facts are moved to its facts, values and texts.
    """
    head, relation, tail = (
        np.array(column, np.int64)
        for column in (graph.untyped.head, graph.untyped.relation, graph.untyped.tail)
    )
    strings = graph.things.strings()
    known = _known(graph, head, strings)
    order = np.argsort(relation, kind="stable")
    for group in np.split(order, np.flatnonzero(np.diff(relation[order])) + 1):
        values = None if known[tail[group]].any() else _values(strings, head[group], tail[group])
        if values is None:
            graph.facts.head.extend(head[group])
            graph.facts.relation.extend(relation[group])
            graph.facts.tail.extend(tail[group])
        else:
            _move_values(graph, head[group], int(relation[group[0]]), tail[group], values)
    graph.untyped = type(graph.untyped)()


def _known(graph: Collector, untyped_heads: Ints, strings: list[str]) -> NDArray[np.bool_]:
    """Which things are entities for certain: heads of facts, and things with a name."""
    known = np.fromiter((string in graph.names for string in strings), np.bool_, len(strings))
    for column in (untyped_heads, graph.facts.head, graph.facts.tail, graph.values.entity):
        known[np.array(column, np.int64)] = True
    return known


def _values(strings: list[str], heads: Ints, tails: Ints) -> dict[int, Value | None] | None:
    """The value of each distinct tail, or None when the tails are entities."""
    distinct = np.unique(tails)
    values = {int(tail): parse_value(strings[tail]) for tail in distinct}
    keys = {(value.low, value.high) for value in values.values() if value is not None}
    parsed = sum(value is not None for value in values.values())
    if parsed < MIN_SHARE * len(distinct) or len(keys) < MIN_DISTINCT:
        return None
    numbered = sum(parse_value(strings[head]) is not None for head in np.unique(heads))
    return None if numbered > 0 else values


def _move_values(
    graph: Collector, heads: Ints, relation: int, tails: Ints, values: dict[int, Value | None]
) -> None:
    for head, tail in zip(heads.tolist(), tails.tolist(), strict=True):
        value = values[tail]
        if value is None:
            graph.texts[relation] += 1
        else:
            graph.add_value(head, relation, value, typed=False)
