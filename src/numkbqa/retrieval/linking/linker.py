"""The linker: finds the mentions of a question and tells the entities apart that share a name."""

from collections.abc import Sequence
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from numkbqa.kb.protocol import KnowledgeBase
from numkbqa.retrieval.linking.build_index import class_label, open_name_index
from numkbqa.retrieval.linking.features import Fit, Fits, Mention, features_of
from numkbqa.retrieval.linking.link import Link
from numkbqa.retrieval.linking.mentions import inside, mention_finder
from numkbqa.retrieval.linking.partial import partial_spans
from numkbqa.retrieval.linking.settings import LinkingSettings
from numkbqa.retrieval.linking.spans import Span, exact_spans, is_mention, strongest, without_overlaps
from numkbqa.retrieval.linking.tokens import Token, tokens_of
from numkbqa.retrieval.linking.typo_spans import typo_spans
from numkbqa.retrieval.linking.vocabulary import vocabulary_of
from numkbqa.retrieval.linking.weights import read_weights, shares_of
from numkbqa.retrieval.query import query_text

Ints = NDArray[np.int64]
Floats = NDArray[np.float64]


class EntityLinker:
    """Finds names of the graph in questions.

    Args:
        kb: the graph.
        settings: settings of linking.
        fit: compares texts with the relations of the graph; asked only where a mention is ambiguous. Without
            it what a question asks for does not help to decide.
        cache: where the name index is kept for later runs; without it it is built in memory.

    Raises:
        UserError: the index cannot be read or written, or a setting asks for what is not installed.
    """

    def __init__(
        self,
        kb: KnowledgeBase,
        settings: LinkingSettings | None = None,
        fit: Fits | None = None,
        cache: Path | None = None,
    ) -> None:
        self._kb, self.settings, self._fit = kb, settings or LinkingSettings(), fit
        self.finder = mention_finder(self.settings.mentions)
        """Proposes where mentions are; None proposes everything."""
        self.index = open_name_index(kb, self.settings.max_candidates, cache)
        """All names of the graph."""
        self.vocabulary = vocabulary_of(kb)
        """Words that ask rather than name."""
        self._weights = read_weights()

    def knows(self, words: Sequence[str]) -> bool:
        """Whether something in the graph is called so.

        Args:
            words: folded words.

        Returns:
            Whether they are a name, in full or as a part of one.
        """
        if self.index.find(" ".join(words)) is not None:
            return True
        return len(words) == 1 and len(self.index.partly_named(words[0])) > 0

    def link(self, question: str) -> list[Link]:
        """Find the topic entities of a question.

        The longest matches win, then the leftmost; matches do not overlap. Classes ("mountain") count only
        when nothing else is mentioned.

        Args:
            question: the question as the user wrote it.

        Returns:
            One link a mentioned entity, in the order of the question.
        """
        return self.link_all([question])[0]

    def link_all(self, questions: Sequence[str]) -> list[list[Link]]:
        """Find the topic entities of questions; what is ambiguous in them is compared in one go.

        Args:
            questions: the questions.

        Returns:
            The links of each.
        """
        found = [self.mentions(question) for question in questions]
        return [
            self._links(mentions, features)
            for mentions, features in zip(found, self.features(questions, found), strict=True)
        ]

    def mentions(self, question: str) -> list[Mention]:
        """Find the mentions of a question with all of their candidates.

        Args:
            question: the question.

        Returns:
            Mentions apart from each other, in the order of the question.
        """
        tokens = tokens_of(question)
        spans = strongest(self._spans(question, tokens), question, self.vocabulary)
        words = tuple(token.text for token in tokens)
        readings: dict[tuple[int, int, int], list[Span]] = {}
        for span in spans:
            readings.setdefault((span.first, span.last, span.edits), []).append(span)
        return [
            self._mention(readings[span.first, span.last, span.edits], question, words)
            for span in without_overlaps(spans)
        ]

    def _spans(self, question: str, tokens: Sequence[Token]) -> list[Span]:
        """All mentions, also those that overlap."""
        spans = [*exact_spans(tokens, self.index)]
        if self.settings.partial_names:
            spans += partial_spans(tokens, self.index, self.vocabulary, self._kb)
        if self.settings.typos:
            spans += typo_spans(tokens, self.index, self.vocabulary)
        places = [] if self.finder is None else self.finder.find(question)
        spans = [
            span
            for span in spans
            if (span.start, span.end) in places or is_mention(span, question, tokens, self._kb)
        ]
        return inside(spans, places)

    def features(self, questions: Sequence[str], found: Sequence[list[Mention]]) -> list[list[Floats]]:
        """Compute the features of all candidates.

        Args:
            questions: the questions.
            found: the mentions of each.

        Returns:
            For each question and mention an array of shape (num_candidates, num_features).
        """
        fits: list[Fit | None] = [None] * len(questions)
        unclear = [i for i, mentions in enumerate(found) if any(len(m.candidates) > 1 for m in mentions)]
        if self._fit is not None and unclear:
            queries = [query_text(questions[i], [(m.start, m.end) for m in found[i]]) for i in unclear]
            for i, fit in zip(unclear, self._fit(queries), strict=True):
                fits[i] = fit
        return [features_of(self._kb, mentions, fit) for mentions, fit in zip(found, fits, strict=True)]

    def _mention(self, same: Sequence[Span], question: str, words: tuple[str, ...]) -> Mention:
        """Collect what some words may mean, which are read in one or more ways."""
        span = same[0]
        names = frozenset(s.entry.name for s in same if not s.missing)
        found = [s.entry.entities for s in same] + [self._without_class_word(name) for name in names]
        candidates = self._most_popular(np.unique(np.concatenate(found)))
        missing = {int(entity): s.missing for s in same for entity in s.entry.entities if s.missing}
        missing |= {int(entity): 0 for s in same for entity in s.entry.entities if not s.missing}
        return Mention(
            words=words,
            first=span.first,
            last=span.last,
            start=span.start,
            end=span.end,
            text=question[span.start : span.end],
            names=names,
            candidates=candidates,
            missing=np.array([missing.get(entity, 0) for entity in candidates.tolist()], dtype=np.int64),
            typo=span.edits > 0,
        )

    def _without_class_word(self, name: str) -> Ints:
        """Entities named by all words but the last, which is their class: "mississippi river" the river."""
        shorter, _, label = name.rpartition(" ")
        entry = self.index.find(shorter)
        if entry is None:
            return np.empty(0, dtype=np.int64)
        return np.array([e for e in entry.entities.tolist() if self._has_class(e, label)], dtype=np.int64)

    def _most_popular(self, entities: Ints) -> Ints:
        order = np.argsort(-self._kb.degree(entities), kind="stable")[: self.settings.max_candidates]
        return entities[np.sort(order)]

    def _has_class(self, entity: int, label: str) -> bool:
        return any(class_label(self._kb, kind) == label for kind in self._kb.types(entity))

    def _links(self, mentions: Sequence[Mention], features: Sequence[Floats]) -> list[Link]:
        links = [self._resolve(mention, rows) for mention, rows in zip(mentions, features, strict=True)]
        first = dict[int, Link]()
        for link in links:
            first.setdefault(link.entity, link)
        return list(first.values())

    def _resolve(self, mention: Mention, features: Floats) -> Link:
        shares = shares_of(features, self._weights)
        # Rounded, so that the order of summation cannot decide between candidates of equal standing.
        order = np.argsort(-np.round(shares, 12), kind="stable")[: self.settings.max_alternatives + 1]
        ranked = [(int(mention.candidates[i]), float(shares[i])) for i in order]
        margin = ranked[0][1] - ranked[1][1] if len(ranked) > 1 else 1.0
        return Link(
            entity=ranked[0][0],
            mention=mention.text,
            start=mention.start,
            end=mention.end,
            score=ranked[0][1],
            alternatives=tuple(ranked[1:]),
            typo=mention.typo,
            toss_up=margin < self.settings.toss_up_margin,
        )
