"""Topic linking: which entities a question mentions."""

from collections.abc import Iterable
from dataclasses import dataclass

import ahocorasick
import numpy as np
from numpy.typing import NDArray

from numkbqa.kb.protocol import KnowledgeBase
from numkbqa.kb.relation_text import relation_text
from numkbqa.retrieval.names import COMMON_NAMES, STOP_WORDS, fold, fold_with_places, plural

SHORT = 3
CLASS_BONUS = 6.0
LABEL_BONUS = 1.0
CASE_BONUS = 1.0
MAX_ALTERNATIVES = 10


@dataclass(frozen=True, slots=True)
class Link:
    """A mention of an entity in a question.

    Args:
        entity: KB entity number of the best candidate.
        mention: the words of the question.
        start: place of the first character of the mention.
        end: place after its last character.
        score: share of the best candidate among the candidates, from 0 to 1.
        alternatives: other entities of that name with their shares, best first.
    """

    entity: int
    mention: str
    start: int
    end: int
    score: float
    alternatives: tuple[tuple[int, float], ...] = ()


@dataclass(frozen=True, slots=True)
class _Span:
    """A match `[start, end)` in the folded question, and the same in the question itself."""

    start: int
    end: int
    row: int
    original: tuple[int, int]


class EntityLinker:
    """Finds entity names in questions with an Aho-Corasick automaton over all folded names.

    Args:
        kb: the graph; every name of it is read once.
    """

    def __init__(self, kb: KnowledgeBase) -> None:
        self._kb = kb
        self._degree = kb.degree(np.arange(kb.num_entities, dtype=np.int64))
        self._candidates: list[list[int]] = []
        self._is_class: list[bool] = []
        self._automaton = ahocorasick.Automaton()
        self._add_names()
        if len(self._automaton):
            self._automaton.make_automaton()

    def link(self, question: str) -> list[Link]:
        """Find the topic entities of a question.

        The longest matches win, then the leftmost; matches do not overlap. Classes ("mountain") count only
        when nothing else is mentioned.

        Args:
            question: the question as the user wrote it.

        Returns:
            One link a mentioned entity, in the order of the question.
        """
        folded, places = fold_with_places(question)
        spans = [span for span in self._matches(folded, places) if self._acceptable(span, folded, question)]
        entities = [span for span in spans if not self._is_class[span.row]]
        links = [self._resolve(span, folded, question) for span in _without_overlaps(entities or spans)]
        return list({link.entity: link for link in reversed(links)}.values())[::-1]

    def _add_names(self) -> None:
        kb, named = self._kb, dict[str, list[int]]()
        classes, head_nouns = dict[str, list[int]](), dict[str, list[int]]()
        # A schema may label its relations; they are no topics.
        relations = {*kb.relations, *(relation.name for relation in kb.numerical_relations)}
        for entity in range(kb.num_entities):
            names = kb.names(entity)
            if kb.is_class(entity):
                label = _class_label(kb, entity)
                noun = label.rpartition(" ")[2]
                _put(classes, (label, plural(label)), entity)
                # A "chemical element" is called an element where no other class is named so.
                _put(head_nouns, (noun, plural(noun)), entity)
            elif names and kb.entity_id(entity) not in relations:
                _put(named, {fold(name) for name in names}, entity)
        _add_common_names(named, self._degree)
        for name, entities in named.items():
            self._add(name, entities, is_class=False)
        for name, entities in (head_nouns | classes).items():
            if name not in named:
                self._add(name, entities, is_class=True)

    def _add(self, name: str, entities: list[int], is_class: bool) -> None:
        if name:
            self._automaton.add_word(name, (len(name), len(self._candidates)))
            self._candidates.append(entities)
            self._is_class.append(is_class)

    def _matches(self, folded: str, places: list[int]) -> list[_Span]:
        """All names that begin and end at word borders."""
        if not len(self._automaton):
            return []
        padded, found = f" {folded} ", []
        for last, (length, row) in self._automaton.iter(folded):
            start, end = last + 1 - length, last + 1
            # In `padded` everything stands one place later.
            if padded[start] == " " and padded[end + 1] == " ":
                found.append(_Span(start, end, row, _original(start, end, places)))
        return found

    def _acceptable(self, span: _Span, folded: str, question: str) -> bool:
        """Whether a match is a mention: short names and very common words need their capitals."""
        name, mention = folded[span.start : span.end], question[slice(*span.original)]
        if self._is_class[span.row]:
            return True
        if len(name.replace(" ", "")) < SHORT:
            shouted = mention.isupper() and not question.isupper()
            return shouted or (len(name) > 1 and folded[: span.start].endswith("the "))
        words = name.split(" ")
        if any(word not in STOP_WORDS for word in words):
            return True
        # The first word of a sentence is capital anyway, so the capital must stand elsewhere.
        capital = mention[0].isupper() if span.start > 0 else len(words) > 1 and mention.split()[-1].istitle()
        return capital and any(mention in self._kb.names(entity) for entity in self._candidates[span.row])

    def _resolve(self, span: _Span, folded: str, question: str) -> Link:
        mention, candidates = question[slice(*span.original)], list(self._candidates[span.row])
        scores = [self._score(entity, span, folded, mention) for entity in candidates]
        for entity in self._without_class_word(folded[span.start : span.end]):
            if entity not in candidates:
                candidates.append(entity)
                scores.append(float(np.log1p(self._degree[entity])) + CLASS_BONUS)
        return _ranked(candidates, np.array(scores), mention, span.original)

    def _without_class_word(self, name: str) -> list[int]:
        """Entities named by all words but the last, which is their class: "mississippi river" the river."""
        shorter, _, label = name.rpartition(" ")
        if not self._automaton.exists(shorter):
            return []
        entities = self._candidates[self._automaton.get(shorter)[1]]
        return [e for e in entities if label in {_class_label(self._kb, k) for k in self._kb.types(e)}]

    def _score(self, entity: int, span: _Span, folded: str, mention: str) -> float:
        """Log popularity, and bonuses for class words beside the mention, the preferred name and its case."""
        names = self._kb.names(entity)
        classes = (_class_label(self._kb, kind) for kind in self._kb.types(entity))
        beside = any(_stands_beside(label, span, folded) for label in classes)
        preferred = bool(names) and fold(names[0]) == folded[span.start : span.end]
        score = np.log1p(self._degree[entity]) + CLASS_BONUS * beside
        return float(score + LABEL_BONUS * preferred + CASE_BONUS * (mention in names))


def _ranked(candidates: list[int], scores: NDArray[np.float64], mention: str, place: tuple[int, int]) -> Link:
    shares = np.exp(scores - scores.max())
    shares /= shares.sum()
    order = np.argsort(-scores, kind="stable")[: MAX_ALTERNATIVES + 1].tolist()
    ranked = [(candidates[i], float(shares[i])) for i in order]
    return Link(ranked[0][0], mention, *place, ranked[0][1], tuple(ranked[1:]))


def find_mention(kb: KnowledgeBase, question: str, entity: int) -> Link:
    """Find where a known topic entity is mentioned.

    Args:
        kb: the graph.
        question: the question.
        entity: KB entity number.

    Returns:
        The link to the entity; its mention is empty when none of its names occurs.
    """
    folded, places = fold_with_places(question)
    names = {fold(name) for name in kb.names(entity)} - {""}
    for name in sorted(names, key=lambda name: (-len(name), name)):
        start = f" {folded} ".find(f" {name} ")
        if start >= 0:
            begin, end = _original(start, start + len(name), places)
            return Link(entity, question[begin:end], begin, end, 1.0)
    return Link(entity, "", 0, 0, 1.0)


def _class_label(kb: KnowledgeBase, entity: int) -> str:
    names = kb.names(entity)
    return fold(names[0] if names else relation_text(kb.entity_id(entity)))


def _stands_beside(label: str, span: _Span, folded: str) -> bool:
    """Whether a class label stands right before ("state of", "river") or after ("river") a mention."""
    before, after = f" {folded[: span.start]}", f"{folded[span.end :]} "
    return bool(label) and (
        after.startswith(f" {label} ")
        or before.endswith((f" {label} ", f" {label} of ", f" {label} called "))
    )


def _put(rows: dict[str, list[int]], names: Iterable[str], entity: int) -> None:
    for name in names:
        rows.setdefault(name, []).append(entity)


def _add_common_names(
    named: dict[str, list[int]], degree: np.ndarray[tuple[int], np.dtype[np.int64]]
) -> None:
    for group in COMMON_NAMES:
        known = [entity for name in group for entity in named.get(name, ())]
        if known:
            best = max(known, key=lambda entity: (int(degree[entity]), -entity))
            for name in group:
                if best not in named.setdefault(name, []):
                    named[name].append(best)


def _original(start: int, end: int, places: list[int]) -> tuple[int, int]:
    """Place in the original text of the folded characters `[start, end)`."""
    return places[start], places[end - 1] + 1


def _without_overlaps(spans: list[_Span]) -> list[_Span]:
    chosen: list[_Span] = []
    for span in sorted(spans, key=lambda span: (span.start - span.end, span.start)):
        if all(span.end <= other.start or span.start >= other.end for other in chosen):
            chosen.append(span)
    return sorted(chosen, key=lambda span: span.start)
