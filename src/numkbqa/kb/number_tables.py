"""The arrays of the numeric facts: by entity, and in order of value within each relation."""

import numpy as np
from numpy.typing import NDArray

from numkbqa.kb.collect import Ints, ValueColumns
from numkbqa.kb.strings import Arrays, pack_strings


def starts(sorted_keys: Ints, num_keys: int) -> Ints:
    """Where the rows of each key begin in a sorted column.

    Args:
        sorted_keys: keys in ascending order, shape (num_rows,).
        num_keys: number of possible keys.

    Returns:
        Row numbers, shape (num_keys + 1,): the rows of key k are `start[k]` to `start[k + 1]`.
    """
    return np.searchsorted(sorted_keys, np.arange(num_keys + 1)).astype(np.int64)


def number_arrays(
    values: ValueColumns, kept: NDArray[np.bool_], entity: Ints, num_entities: int, relation: Ints
) -> Arrays:
    """Sort the numeric facts and merge equal ones; of those that differ in their text only, one text is kept.

    Args:
        values: all values.
        kept: which of them are numeric facts, shape (num_values,).
        entity: entity of each kept value, shape (num_kept,).
        num_entities: number of entities.
        relation: numerical relation of each kept value, shape (num_kept,).

    Returns:
        Arrays `number.*`, by entity, relation and value; `number.by_relation` lists the rows of each relation
        by value.
    """
    low, high = np.array(values.low)[kept], np.array(values.high)[kept]
    lexicals, lexical = _pool(values.lexical, kept)
    order = np.lexsort((lexical, high, low, relation, entity))
    columns = [column[order] for column in (entity, relation, low, high)]
    new = np.ones(len(order), np.bool_)
    new[1:] = np.any([column[1:] != column[:-1] for column in columns], axis=0)
    entity, relation, low, high = (column[new] for column in columns)
    order = order[new]
    num_relations = int(relation.max()) + 1 if len(relation) else 0
    by_relation = np.lexsort((entity, high, low, relation))
    arrays: Arrays = {
        "number.start": starts(entity, num_entities),
        "number.entity": entity.astype(np.int32),
        "number.relation": relation.astype(np.int32),
        "number.low": low,
        "number.high": high,
        "number.precision": np.array(values.precision, np.int8)[kept][order],
        "number.lexical": lexical[order].astype(np.int32),
        "number.by_relation": by_relation.astype(np.int64),
        "number.relation_start": starts(relation[by_relation], num_relations),
    }
    return arrays | pack_strings("lexical", lexicals)


def _pool(lexicals: list[str], kept: NDArray[np.bool_]) -> tuple[list[str], Ints]:
    """The distinct texts in order, and the number of each kept value's text."""
    chosen = [lexicals[i] for i in np.flatnonzero(kept)]
    pool = sorted(set(chosen))
    number = {lexical: i for i, lexical in enumerate(pool)}
    return pool, np.array([number[lexical] for lexical in chosen], np.int64)
