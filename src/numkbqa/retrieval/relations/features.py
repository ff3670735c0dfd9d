"""Features of (question, numerical relation): cosines, shared words, kinds, measures, classes, support."""

import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray
from rapidfuzz import fuzz, process

from numkbqa.kb.protocol import KnowledgeBase
from numkbqa.retrieval.relations.cues import QuestionCues, is_time, relation_measures
from numkbqa.retrieval.relations.texts import carrier_classes, domain_text, unit_rows

Vectors = NDArray[np.float32]
Encode = Callable[[Sequence[str]], Vectors]

SAME_WORD = 80.0
"""Similarity from which two words count as forms of one ("population", "populations"), of 100."""

FEATURES = (
    "cosine of the whole text",
    "cosine of the property",
    "cosine of the whole text, question as it is",
    "cosine of the property, question as it is",
    "words of the property in the query",
    "words of the property in the question",
    "words of the domain in the query",
    "kind agrees",
    "measure agrees",
    "class of the carriers",
    "log of the number of values",
)
"""Names of the features, in their order; the last one says nothing of the question."""


@dataclass(frozen=True, slots=True)
class QuestionView:
    """A question as the features see it.

    Args:
        query: it without its topics, with nouns for its adjectives.
        question: it as it is.
        cues: what its wording says.
        query_vector: unit vector, shape (width,).
        question_vector: unit vector, shape (width,).
        asked_vector: unit vector of the words for what is asked for, zero without any, shape (width,).
    """

    query: str
    question: str
    cues: QuestionCues
    query_vector: Vectors
    question_vector: Vectors
    asked_vector: Vectors


class RelationFeatures:
    """All that the features need of the numerical relations of a graph, read once.

    Args:
        kb: the graph.
        properties: words of each relation's property, one text a relation.
        encode: gives vectors of texts, shape (num_texts, width).
        whole: unit vectors of the whole texts, shape (num_relations, width).
        short: unit vectors of the properties, shape (num_relations, width).
    """

    def __init__(
        self,
        kb: KnowledgeBase,
        properties: Sequence[str],
        encode: Encode,
        whole: Vectors,
        short: Vectors,
    ) -> None:
        relations = kb.numerical_relations
        words = [frozenset(text.lower().split()) for text in properties]
        domains = [frozenset(domain_text(r.name, r.text).lower().split()) for r in relations]
        self.whole, self.short = whole, short
        self._property_words, self._domain_words = _WordSets(words), _WordSets(domains)
        self._time = np.array([is_time(r, w) for r, w in zip(relations, words, strict=True)])
        self._measures = [relation_measures(r, w) for r, w in zip(relations, words, strict=True)]
        counts = [len(kb.numbers_of_relation(number).value) for number in range(len(relations))]
        self._support = np.log1p(counts) / 10
        self._classes = _ClassVectors([carrier_classes(kb, r) for r in range(len(relations))], encode)

    def of(self, view: QuestionView) -> Vectors:
        """The features of a question with every relation.

        Args:
            view: the question.

        Returns:
            Shape (num_relations, num_features), each feature between about -1 and 1.
        """
        columns = [
            self.whole @ view.query_vector,
            self.short @ view.query_vector,
            self.whole @ view.question_vector,
            self.short @ view.question_vector,
            self._property_words.said(view.query),
            self._property_words.said(view.question),
            self._domain_words.said(view.query),
            view.cues.time * np.where(self._time, 1.0, -1.0),
            np.array([_agreement(view.cues.measures, own) for own in self._measures]),
            self._classes.closest(view.asked_vector),
            self._support,
        ]
        return np.stack(columns, axis=1).astype(np.float32)


class _WordSets:
    """Sets of words, to be looked for in questions by similarity."""

    def __init__(self, sets: Sequence[frozenset[str]]) -> None:
        self._vocabulary = sorted(frozenset().union(*sets))
        place = {word: i for i, word in enumerate(self._vocabulary)}
        self._share = np.zeros((len(sets), len(place)), dtype=np.float32)
        for row, words in enumerate(sets):
            for word in words:
                self._share[row, place[word]] = 1 / len(words)

    def said(self, text: str) -> Vectors:
        """Share of each set's words that a text says, each by its most similar word, shape (num_sets,)."""
        words = sorted(set(re.findall(r"[^\W_]+", text.lower())))
        if not words or not self._vocabulary:
            return np.zeros(len(self._share), dtype=np.float32)
        alike = process.cdist(words, self._vocabulary, scorer=fuzz.ratio, score_cutoff=SAME_WORD)
        best: Vectors = self._share @ (alike.max(axis=0).astype(np.float32) / 100)
        return best


class _ClassVectors:
    """Unit vectors of the classes of each relation's carriers."""

    def __init__(self, classes: Sequence[Sequence[str]], encode: Encode) -> None:
        labels = sorted({label for own in classes for label in own})
        place = {label: i for i, label in enumerate(labels)}
        self._vectors = unit_rows(encode(labels)) if labels else None
        self._member = np.zeros((len(classes), len(labels)), dtype=np.bool_)
        for row, own in enumerate(classes):
            self._member[row, [place[label] for label in own]] = True

    def closest(self, asked: Vectors) -> Vectors:
        """Cosine of the closest class of each relation, 0 for one without, shape (num_relations,)."""
        if self._vectors is None:
            return np.zeros(len(self._member), dtype=np.float32)
        cosines = np.where(self._member, self._vectors @ asked, -np.inf).max(axis=1)
        found: Vectors = np.where(np.isfinite(cosines), cosines, 0.0).astype(np.float32)
        return found


def _agreement(asked: frozenset[int], held: frozenset[int]) -> float:
    """1 when a measure asked for is held, -1 when only others are, 0 when one side says nothing."""
    if not asked or not held:
        return 0.0
    return 1.0 if asked & held else -1.0
