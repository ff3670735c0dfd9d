"""Compares questions with the relations of a graph, and chooses the numerical relations R_q."""

import re
from collections.abc import Sequence
from functools import cached_property
from typing import Protocol

import numpy as np
from numpy.typing import NDArray

from numkbqa.kb.protocol import KnowledgeBase
from numkbqa.retrieval.relations.cues import QuestionCues, question_cues
from numkbqa.retrieval.relations.features import QuestionView, RelationFeatures
from numkbqa.retrieval.relations.scorer import RelationScorer
from numkbqa.retrieval.relations.texts import Vectors, property_text, unit_rows
from numkbqa.retrieval.settings import RelationSettings
from numkbqa.retrieval.subgraph import Relevance

Ints = NDArray[np.int64]
Floats = NDArray[np.float64]


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

    By `cosine` a relation is compared as in the paper: the question with all words of its text. By `focused`
    it is compared by all words and by those of its property alone ("people person height meters", "height
    meters") and gets the mean of both cosines: the words of the domain say where a relation belongs, those of
    the property what it measures. By `trained` a scorer adds to that.

    Args:
        kb: the graph.
        encoder: gives the vectors of questions and relation texts.
        settings: which score.
        scorer: the trained scorer; without one, `trained` is `focused`.
    """

    def __init__(
        self,
        kb: KnowledgeBase,
        encoder: SentenceVectors,
        settings: RelationSettings | None = None,
        scorer: RelationScorer | None = None,
    ) -> None:
        self._kb, self._encoder, self.settings = kb, encoder, settings or RelationSettings()
        self.scorer = scorer if self.settings.scorer == "trained" else None
        self._num_relations = len(kb.relations)
        names = [*kb.relations, *(relation.name for relation in kb.numerical_relations)]
        texts = [*kb.relation_texts, *(relation.text for relation in kb.numerical_relations)]
        self._short = [property_text(name, text) for name, text in zip(names, texts, strict=True)]
        self._properties = [frozenset(words.lower().split()) for words in self._short[self._num_relations :]]
        vectors = unit_rows(encoder.sentence_vectors([*texts, *self._short]))
        self._whole_vectors, self._short_vectors = vectors[: len(texts)], vectors[len(texts) :]
        self._both_vectors = (self._whole_vectors + self._short_vectors) / 2

    @cached_property
    def features(self) -> RelationFeatures:
        """The features of the numerical relations; made when the trained scorer first needs them."""
        first = self._num_relations
        return RelationFeatures(
            self._kb,
            self._short[first:],
            self._encoder.sentence_vectors,
            self._whole_vectors[first:],
            self._short_vectors[first:],
        )

    @property
    def support_weight(self) -> float:
        """Weight of log(number of values in the subgraph); the paper's is 0."""
        if self.settings.scorer == "cosine":
            return 0.0
        return self.settings.support_weight + (self.scorer.support if self.scorer else 0.0)

    @property
    def key(self) -> str:
        """Hash of the trained scorer, empty without one."""
        return self.scorer.key if self.scorer else ""

    def relevance(self, queries: Sequence[str], questions: Sequence[str] | None = None) -> list[Relevance]:
        """Compare questions with all relations.

        Args:
            queries: texts of `numkbqa.retrieval.query.query_text`.
            questions: the questions as they are; the queries by default.

        Returns:
            The scores of each, on the scale of cosines.
        """
        questions = queries if questions is None else questions
        if self.settings.scorer == "cosine":
            vectors = unit_rows(self._encoder.sentence_vectors(questions))
            return self._split((vectors @ self._whole_vectors.T).astype(np.float64))
        found = self.focused(queries)
        if self.scorer is None:
            return found
        return [
            Relevance(fit.relations, fit.numerical + self._added(view, self.scorer))
            for fit, view in zip(found, self.views(queries, questions), strict=True)
        ]

    def compared_texts(self, queries: Sequence[str], questions: Sequence[str]) -> list[str]:
        """The texts whose vectors `relevance` asks for.

        Args:
            queries: see `relevance`.
            questions: see `relevance`.

        Returns:
            Texts, in no special order.
        """
        if self.settings.scorer == "cosine":
            return list(questions)
        if self.scorer is None:
            return list(queries)
        return _viewed_texts(queries, questions, [question_cues(question) for question in questions])

    def focused(self, queries: Sequence[str]) -> list[Relevance]:
        """The focused scores, whatever the settings say: what linking and the trained scorer start from.

        Args:
            queries: texts of `numkbqa.retrieval.query.query_text`.

        Returns:
            The scores of each.
        """
        vectors = unit_rows(self._encoder.sentence_vectors(queries))
        return [
            Relevance(fit.relations, fit.numerical + self._named(query))
            for query, fit in zip(
                queries, self._split((vectors @ self._both_vectors.T).astype(np.float64)), strict=True
            )
        ]

    def views(self, queries: Sequence[str], questions: Sequence[str]) -> list[QuestionView]:
        """Questions as the features of the trained scorer see them.

        Args:
            queries: see `relevance`.
            questions: see `relevance`.

        Returns:
            One view a question.
        """
        cues = [question_cues(question) for question in questions]
        texts = _viewed_texts(queries, questions, cues)
        vectors = np.split(unit_rows(self._encoder.sentence_vectors(texts)), 3)
        said = np.array([bool(cue.asked) for cue in cues], dtype=np.float32)[:, None]
        rows = zip(queries, questions, cues, vectors[0], vectors[1], vectors[2] * said, strict=True)
        return [QuestionView(*row) for row in rows]

    def _added(self, view: QuestionView, scorer: RelationScorer) -> Floats:
        return scorer.added(self.features.of(view), view.query_vector, self.features.short)

    def _split(self, cosines: Floats) -> list[Relevance]:
        """Cosines with all relations, as one row a question."""
        return [Relevance(row[: self._num_relations], row[self._num_relations :]) for row in cosines]

    def _named(self, query: str) -> Floats:
        """The bonus of each numerical relation, shape (num_numerical_relations,)."""
        said = set(re.findall(r"[^\W_]+", query.lower()))
        return self.settings.named_bonus * np.array(
            [bool(words) and words <= said for words in self._properties], dtype=np.float64
        )


def _viewed_texts(
    queries: Sequence[str], questions: Sequence[str], cues: Sequence[QuestionCues]
) -> list[str]:
    return [*queries, *questions, *(cue.asked or "thing" for cue in cues)]


def top_relations(
    scores: Floats, present: Ints, max_relations: int, support_weight: float = 0.0
) -> tuple[Ints, Floats]:
    """Choose R_q: the best of the numerical relations that have a value in the subgraph (A14).

    Args:
        scores: of all numerical relations, shape (num_numerical_relations,).
        present: numerical relation number of each value in the subgraph.
        max_relations: how many to return at most.
        support_weight: added to the score per natural logarithm of the number of values; the paper's is 0.

    Returns:
        Numerical relation numbers by falling score, ties by number, and their scores, both of shape
        (at most max_relations,).
    """
    candidates, counts = np.unique(present, return_counts=True)
    supported = scores[candidates] + support_weight * np.log(counts)
    best = np.argsort(-supported, kind="stable")[:max_relations]
    return candidates[best], supported[best]
