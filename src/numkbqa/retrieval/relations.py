"""Which relations fit a question: cosines of sentence vectors, and the numerical relations R_q."""

import re
from collections.abc import Sequence
from typing import Protocol

import numpy as np
from numpy.typing import NDArray

from numkbqa.kb.protocol import KnowledgeBase
from numkbqa.kb.relation_text import relation_text
from numkbqa.retrieval.subgraph import Relevance

Ints = NDArray[np.int64]
Floats = NDArray[np.float64]
Vectors = NDArray[np.float32]


class SentenceVectors(Protocol):
    """An encoder that also gives one vector a text: the mean of its token states without specials (A14)."""

    @property
    def name(self) -> str:
        """Identity of the weights."""
        ...

    def sentence_vectors(self, texts: Sequence[str]) -> Vectors:
        """Encode texts.

        Args:
            texts: any number of texts.

        Returns:
            Vectors, shape (num_texts, width).
        """
        ...


class RelationRetriever:
    """Compares questions with the relations of a knowledge base; encodes every relation text once.

    A relation is compared by all words of its text and by those of its property alone ("people person height
    meters", "height meters"), and gets the mean of both cosines: the words of the domain say where a relation
    belongs, those of the property what it measures.

    Args:
        kb: the graph.
        encoder: gives the vectors of questions and relation texts.
        named_bonus: added to the cosine of a numerical relation whose property a question names word by word.
    """

    def __init__(self, kb: KnowledgeBase, encoder: SentenceVectors, named_bonus: float = 0.0) -> None:
        self._encoder, self._named_bonus = encoder, named_bonus
        self._num_relations = len(kb.relations)
        names = [*kb.relations, *(relation.name for relation in kb.numerical_relations)]
        texts = [*kb.relation_texts, *(relation.text for relation in kb.numerical_relations)]
        short = [property_text(name, text) for name, text in zip(names, texts, strict=True)]
        self._properties = [frozenset(words.lower().split()) for words in short[self._num_relations :]]
        vectors = unit_rows(encoder.sentence_vectors([*texts, *short]))
        self._vectors = (vectors[: len(texts)] + vectors[len(texts) :]) / 2

    def relevance(self, queries: Sequence[str]) -> list[Relevance]:
        """Compare questions with all relations.

        Args:
            queries: texts of `numkbqa.retrieval.query.query_text`.

        Returns:
            The cosines of each.
        """
        vectors = unit_rows(self._encoder.sentence_vectors(queries))
        cosines = (vectors @ self._vectors.T).astype(np.float64)
        return [
            Relevance(row[: self._num_relations], row[self._num_relations :] + self._named(query))
            for query, row in zip(queries, cosines, strict=True)
        ]

    def _named(self, query: str) -> Floats:
        """The bonus of each numerical relation, shape (num_numerical_relations,)."""
        said = set(re.findall(r"[^\W_]+", query.lower()))
        return self._named_bonus * np.array(
            [bool(words) and words <= said for words in self._properties], dtype=np.float64
        )


def top_relations(
    cosines: Floats, present: Ints, max_relations: int, support_weight: float = 0.0
) -> tuple[Ints, Floats]:
    """Choose R_q: the best of the numerical relations that have a value in the subgraph (A14).

    Args:
        cosines: of all numerical relations, shape (num_numerical_relations,).
        present: numerical relation number of each value in the subgraph.
        max_relations: how many to return at most.
        support_weight: added to the cosine per natural logarithm of the number of values; the paper's is 0.

    Returns:
        Numerical relation numbers by falling score, ties by number, and their scores, both of shape
        (at most max_relations,).
    """
    candidates, counts = np.unique(present, return_counts=True)
    scores = cosines[candidates] + support_weight * np.log(counts)
    best = np.argsort(-scores, kind="stable")[:max_relations]
    return candidates[best], scores[best]


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


def unit_rows(vectors: Vectors) -> Vectors:
    """Scale rows to length 1; a row of zeros stays so.

    Args:
        vectors: shape (num_rows, width).

    Returns:
        Scaled rows, same shape.
    """
    norms = np.linalg.norm(vectors, axis=1, keepdims=True)
    return (vectors / np.where(norms > 0, norms, 1.0)).astype(np.float32, copy=False)
