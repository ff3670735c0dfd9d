"""Tables with a row for each entity, taken along to a graph that more facts came to."""

import hashlib

import numpy as np
import torch
from torch import Tensor

from numkbqa.kb import KnowledgeBase
from numkbqa.kb.protocol import Bools, Ints
from numkbqa.reasoning.basic.complex_vectors import complex_product

ROUNDS = 3
"""How far from the trained entities a new one may be to get a vector of its own."""


def entity_keys(kb: KnowledgeBase) -> Ints:
    """64 bits that tell each entity of a graph by its id, whatever its number, shape (num_entities,)."""
    keys = (_key(kb.entity_id(entity)) for entity in range(kb.num_entities))
    return np.fromiter(keys, dtype=np.int64, count=kb.num_entities)


def _key(entity_id: str) -> int:
    digest = hashlib.blake2b(entity_id.encode(), digest_size=8).digest()
    return int.from_bytes(digest, "little", signed=True)


def entity_rows_for(kb: KnowledgeBase, entities: Tensor, relations: Tensor, trained: Ints) -> Tensor:
    """Rearrange ComplEx vectors by the ids of entities.

    An entity that was not there in training gets the direction that its facts ask for: the mean of the
    queries (head, relation) that it is the tail of, at the usual length of a vector.

    Args:
        kb: the graph that rows are needed for.
        entities: vectors of the trained entities, shape (num_trained, width).
        relations: vectors of the relations of `kb`, both directions, shape (2 * num_relations, width).
        trained: keys of the trained entities, shape (num_trained,).

    Returns:
        Vectors of the entities of `kb`, shape (num_entities, width).
    """
    present = entity_keys(kb)
    order = np.argsort(trained)
    place = np.searchsorted(trained, present, sorter=order).clip(max=len(trained) - 1)
    row = order[place]
    known = trained[row] == present
    vectors = entities[torch.from_numpy(row)]
    vectors[torch.from_numpy(~known)] = 0.0
    length = entities.norm(dim=1).mean()
    for _ in range(ROUNDS):
        found = _asked_for(kb, vectors, relations, known)
        total = found.norm(dim=1, keepdim=True)
        new = (total.squeeze(1) > 0) & torch.from_numpy(~known)
        if not bool(new.any()):
            break
        vectors[new] = found[new] / total[new] * length
        known = known | new.numpy()
    return vectors


def _asked_for(kb: KnowledgeBase, vectors: Tensor, relations: Tensor, known: Bools) -> Tensor:
    """Sums of the queries that entities without a vector are the tails of, shape (num_entities, width)."""
    without = np.flatnonzero(~known)
    into, out = kb.facts_into(without), kb.facts_from(without)
    head = np.concatenate([into.head, out.tail])
    relation = np.concatenate([into.relation, out.relation + len(relations) // 2])
    tail = np.concatenate([into.tail, out.head])
    columns = [torch.from_numpy(column[known[head]]) for column in (head, relation, tail)]
    queries = complex_product(vectors[columns[0]], relations[columns[1]])
    return torch.zeros_like(vectors).index_add_(0, columns[2], queries)
