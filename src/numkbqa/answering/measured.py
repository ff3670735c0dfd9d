"""Which numerical relation of the graph a question for a value means."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Final

import numpy as np
from numpy.typing import NDArray

from numkbqa.kb import KnowledgeBase
from numkbqa.questions.measures import NOUNS
from numkbqa.questions.values import ValueCue, content_words
from numkbqa.retrieval.relations import SentenceVectors, property_text, unit_rows
from numkbqa.values import Kind

Ints = NDArray[np.int64]
Floats = NDArray[np.float64]
Bools = NDArray[np.bool_]

FLOOR: Final = 0.5
"""Cosine from which a relation may be what is measured; "height" and "elevation" have 0.58 with MiniLM."""

NAMED: Final = 0.2
"""Added to the cosine of a relation that is called what is measured."""

REMOTE: Final = 0.35
"""Cosine below which a relation has nothing to do with a noun; "population" and "gdp" have 0.34."""

COUNTED: Final = 0.7
"""Cosine from which a relation may be the number of some things; "population" and "students" have 0.48."""

MARGIN: Final = 0.15
"""A relation that fits worse than the graph's best by more than this is another one ("population" where the
population density is asked for)."""

LATER: Final = 0.02
"""Taken from the cosine for each likelier name of what is measured ("how big": area, else population)."""


@dataclass(frozen=True, slots=True)
class Fit:
    """How well the numerical relations of a graph fit what is measured.

    Args:
        scores: shape (num_numerical_relations,).
        will_do: which of them may be meant, shape (num_numerical_relations,).
        called: whether one that may be meant is called what is measured, so that nothing else can be.
    """

    scores: Floats
    will_do: Bools
    called: bool = False

    def best(self, present: Ints) -> int | None:
        """The best of the relations that an entity has, or None when none of them may be meant.

        Args:
            present: distinct numerical relations, ascending.

        Returns:
            Numerical relation number.
        """
        possible = present[self.will_do[present]]
        return int(possible[self.scores[possible].argmax()]) if len(possible) else None

    def only(self, relation: int) -> "Fit":
        """The same fit when no other relation may be meant."""
        return replace(self, will_do=self.will_do & (np.arange(len(self.will_do)) == relation))


class MeasureMatcher:
    """Compares what is measured with the relations of a knowledge base; encodes their names once.

    Args:
        kb: the graph.
        encoder: gives the vectors of names.
    """

    def __init__(self, kb: KnowledgeBase, encoder: SentenceVectors) -> None:
        self._encoder = encoder
        self._kinds = [relation.kind for relation in kb.numerical_relations]
        self._numerical = [_measure_text(r.name, r.text) for r in kb.numerical_relations]
        pairs = zip(kb.relations, kb.relation_texts, strict=True)
        self._relations = [property_text(name, text) for name, text in pairs]

    @cached_property
    def _vectors(self) -> NDArray[np.float32]:
        """Vectors of the names of numerical relations, then of the others."""
        return unit_rows(self._encoder.sentence_vectors([*self._numerical, *self._relations]))

    @cached_property
    def _words(self) -> list[frozenset[str]]:
        """Telling words of the names of numerical relations, then of the others."""
        return [content_words(name) for name in (*self._numerical, *self._relations)]

    def fit(self, cue: ValueCue) -> Fit:
        """Compare what is measured with all relations.

        A relation that may be meant fits well enough, about as well as the graph's best one, and, unless the
        question is certain to ask for a value, better than any relation between entities. One of dates must
        share a word with what is measured: "date of birth" and "date of death" are close to each other.

        Args:
            cue: what is measured.

        Returns:
            The scores, and which relations will do.
        """
        scores, named = self._scores(cue.measures), [content_words(measure) for measure in cue.measures]
        numerical, others = scores[: len(self._numerical)], scores[len(self._numerical) :]
        words = self._words[: len(self._numerical)]
        shared = np.array([any(own & name for name in named) for own in words], dtype=np.bool_)
        dated = np.array([kind is Kind.DATE for kind in self._kinds], dtype=np.bool_) | cue.dated
        will_do = (numerical >= max(FLOOR, numerical.max(initial=0) - MARGIN)) & (shared | ~dated)
        called = np.array([own in named for own in words], dtype=np.bool_)
        if cue.named:
            will_do &= called
        if not cue.certain:
            will_do &= numerical >= others.max(initial=0)
        return Fit(numerical, will_do, bool((will_do & called).any()))

    def knows(self, noun: str) -> bool:
        """Whether a numerical relation is remotely like a noun, or another one shares a word with it.

        Args:
            noun: "gdp", "population density".

        Returns:
            False when nothing in the graph can be meant by it.
        """
        names = NOUNS.get(noun, (noun,))
        numerical = self._scores(names)[: len(self._numerical)]
        said = frozenset[str]().union(*map(content_words, names))
        shared = any(own & said for own in self._words[len(self._numerical) :])
        return shared or bool(numerical.max(initial=0) >= REMOTE)

    def counts(self, things: str) -> bool:
        """Whether a numerical relation holds how many of some things there are.

        Args:
            things: a plural: "rivers", "people".

        Returns:
            Whether a count names them, or a relation is called so or much like it.
        """
        said = content_words(things)
        named = zip(self._words[: len(self._numerical)], self._is_count, strict=True)
        if any(said <= words if count else said == words for words, count in named):
            return True
        names = NOUNS.get(things, (things,))
        return bool(self._scores(names)[: len(self._numerical)].max(initial=0) >= COUNTED)

    @cached_property
    def _is_count(self) -> list[bool]:
        """Whether the name of each numerical relation says that it counts."""
        return [not {"number", "count"}.isdisjoint(name.lower().split()) for name in self._numerical]

    def knows_thing(self, things: str) -> bool:
        """Whether a relation between entities is named after some things."""
        said = content_words(things)
        return any(said & words for words in self._words[len(self._numerical) :])

    def _scores(self, measures: Sequence[str]) -> Floats:
        """Best score of each relation over the names of what is measured, shape (num_all_relations,)."""
        vectors = unit_rows(self._encoder.sentence_vectors(list(measures)))
        cosines = (vectors @ self._vectors.T).astype(np.float64)
        for row, measure in enumerate(measures):
            named = content_words(measure)
            cosines[row] += NAMED * np.array([own == named for own in self._words]) - LATER * row
        best: Floats = cosines.max(axis=0)
        return best


def _measure_text(name: str, text: str) -> str:
    """What a numerical relation measures; of derived counts that several relations give, the count alone.

    "number of employees by department (inverse)" and "number of employees by assignment" are both asked for
    as "how many employees": the entity that is asked about has one of them.
    """
    return text.partition(" by ")[0] if name.startswith("count>") else property_text(name, text)
