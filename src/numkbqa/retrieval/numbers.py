"""Number sets V_r: the values that the entities of a subgraph have in the relations R_q."""

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from numkbqa.kb.protocol import KnowledgeBase
from numkbqa.retrieval.relations import top_relations

Ints = NDArray[np.int64]
Floats = NDArray[np.float64]


class NumberSets(NamedTuple):
    """R_q and V_r of a question.

    Args:
        relations: R_q by falling relevance, shape (num_numerical,).
        relevance: score of each, shape (num_numerical,).
        entity: local entity of each number, shape (num_numbers,).
        relation: index into `relations`, ascending, shape (num_numbers,).
        low: lower comparison key, ascending within a relation, shape (num_numbers,).
        high: upper comparison key, shape (num_numbers,).
        value: KB value handle, shape (num_numbers,).
    """

    relations: Ints
    relevance: Floats
    entity: Ints
    relation: Ints
    low: Floats
    high: Floats
    value: Ints


def number_sets(
    kb: KnowledgeBase, entities: Ints, cosines: Floats, max_relations: int, support_weight: float = 0.0
) -> NumberSets:
    """Collect the number sets of a subgraph.

    Args:
        kb: the graph.
        entities: KB entity numbers of the subgraph, shape (num_entities,).
        cosines: of the question and every numerical relation, shape (num_numerical_relations,).
        max_relations: size of R_q at most.
        support_weight: see `top_relations`.

    Returns:
        The relations and their numbers, sorted by relation, then value.
    """
    facts = kb.numbers_of(entities)
    relations, relevance = top_relations(cosines, facts.relation, max_relations, support_weight)
    slot = np.full(len(cosines), -1, dtype=np.int64)
    slot[relations] = np.arange(len(relations))
    rows = np.flatnonzero(slot[facts.relation] >= 0)
    by_number = np.argsort(entities)
    entity = by_number[np.searchsorted(entities, facts.entity[rows], sorter=by_number)]
    order = np.lexsort((facts.value[rows], entity, facts.low[rows], slot[facts.relation[rows]]))
    rows = rows[order]
    return NumberSets(
        relations,
        relevance,
        entity[order],
        slot[facts.relation[rows]],
        facts.low[rows],
        facts.high[rows],
        facts.value[rows],
    )
