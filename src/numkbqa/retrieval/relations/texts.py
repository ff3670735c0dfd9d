"""Words of a relation: its property, its domain, and the classes of the entities that carry it."""

from collections import Counter
from itertools import chain

import numpy as np
from numpy.typing import NDArray

from numkbqa.kb.protocol import KnowledgeBase
from numkbqa.kb.relation_text import path_type, relation_text

Vectors = NDArray[np.float32]

SAMPLED_CARRIERS = 256
MOST_CLASSES = 8


def property_text(name: str, text: str) -> str:
    """Words of the last part of a relation's path ("/people/person/height_meters": "height meters").

    Args:
        name: the relation's name.
        text: its words.

    Returns:
        The last words of `text` that stand for the last part; the whole text when it is no path of words.
    """
    last = relation_text(name.rsplit("/", 1)[-1])
    return last if text.endswith(last) else text


def domain_text(name: str, text: str) -> str:
    """Words of a relation's path before its property ("people person"); empty for a relation without path.

    Args:
        name: the relation's name.
        text: its words.

    Returns:
        The words of `text` that `property_text` leaves out.
    """
    return text.removesuffix(property_text(name, text)).strip()


def carrier_classes(kb: KnowledgeBase, relation: int) -> list[str]:
    """What the entities that carry a numerical relation are: their classes, commonest first.

    Args:
        kb: the graph.
        relation: numerical relation.

    Returns:
        Labels of at most eight classes of a sample of the entities; for entities without class the type that
        the relation's path names; none when it names none.
    """
    carriers = np.unique(kb.numbers_of_relation(relation).entity)
    places = np.linspace(0, len(carriers) - 1, min(len(carriers), SAMPLED_CARRIERS)).astype(np.int64)
    counts = Counter(chain.from_iterable(kb.types(entity) for entity in carriers[places].tolist()))
    common = sorted(counts, key=lambda entity: (-counts[entity], entity))[:MOST_CLASSES]
    by_path = path_type(kb.numerical_relations[relation].name)
    return [kb.label(entity) for entity in common] or ([by_path] if by_path else [])


def unit_rows(vectors: Vectors) -> Vectors:
    """Scale rows to length 1; a row of zeros stays so.

    Args:
        vectors: shape (num_rows, width).

    Returns:
        Scaled rows, same shape.
    """
    norms = np.linalg.norm(vectors, axis=1, keepdims=True)
    return (vectors / np.where(norms > 0, norms, 1.0)).astype(np.float32, copy=False)
