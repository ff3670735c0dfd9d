"""Spans: where a question holds names, and which of them are mentions."""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import Final

from numkbqa.kb.protocol import KnowledgeBase
from numkbqa.retrieval.linking.common_words import COMMON_WORDS
from numkbqa.retrieval.linking.name_index import Entry, NameIndex
from numkbqa.retrieval.linking.names import COMMON_NAMES, STOP_WORDS
from numkbqa.retrieval.linking.tokens import Token
from numkbqa.retrieval.linking.vocabulary import Vocabulary

SHORT: Final = 3
"""Names with fewer letters are mentions only in capitals, or after "the"."""

_COMMON: Final = {name for group in COMMON_NAMES for name in group}
ABBREVIATIONS: Final = _COMMON - STOP_WORDS
"""Short names that are no words, and so need no capitals ("uk")."""

PRONOUNS: Final = _COMMON & STOP_WORDS
"""Short names that are words as well ("us"): in lower case they are names after "the" and "in" alone, ..."""

MONEY: Final = frozenset({"dollar", "dollars", "cent", "cents"})
"""... and not before these ("in us dollars")."""

LONG_WORD: Final = 6
"""Misspelled names shorter than this, in lower case, do not stand beside whole names."""


@dataclass(frozen=True, slots=True)
class Span:
    """A name that stands in a question.

    Args:
        first: place of its first word.
        last: place after its last word.
        start: place of its first character.
        end: place after its last character.
        entry: what the name stands for.
        edits: how many edits the words are away from the name; 0 is the name itself.
        missing: how many words of the name are missing; 0 is the whole name.
    """

    first: int
    last: int
    start: int
    end: int
    entry: Entry
    edits: int = 0
    missing: int = 0

    @property
    def is_exact(self) -> bool:
        """Whether the very name stands there."""
        return not self.edits and not self.missing


def exact_spans(tokens: Sequence[Token], index: NameIndex) -> Iterator[Span]:
    """All names that begin and end at word borders.

    Args:
        tokens: words of the question.
        index: the names.

    Yields:
        Spans by their first word.
    """
    words = [token.text for token in tokens]
    for first in range(len(words)):
        for name in index.names_at(words, first):
            entry, last = index.find(name), first + name.count(" ") + 1
            if entry is not None:
                yield Span(first, last, tokens[first].start, tokens[last - 1].end, entry)


def is_mention(span: Span, question: str, tokens: Sequence[Token], kb: KnowledgeBase) -> bool:
    """Whether a span mentions what it names: short names and very common words need their capitals.

    Args:
        span: the span.
        question: the question.
        tokens: its words.
        kb: the graph.

    Returns:
        Whether it does.
    """
    name, mention = span.entry.name, question[span.start : span.end]
    if span.entry.is_class:
        return True
    if len(name.replace(" ", "")) < SHORT and name not in ABBREVIATIONS:
        shouted = mention.isupper() and not question.isupper()
        return shouted or (len(name) > 1 and _is_placed(span, tokens))
    words = name.split(" ")
    if any(word not in STOP_WORDS for word in words):
        return True
    # The first word of a sentence is capital anyway, so the capital must stand elsewhere.
    capital = mention[0].isupper() if span.first > 0 else len(words) > 1 and mention.split()[-1].istitle()
    return capital and any(mention in kb.names(entity) for entity in span.entry.entities.tolist())


def _is_placed(span: Span, tokens: Sequence[Token]) -> bool:
    """Whether the words around a short name say that it is one ("the us", "in us")."""
    before = tokens[span.first - 1].text if span.first > 0 else ""
    after = tokens[span.last].text if span.last < len(tokens) else ""
    return before == "the" or (before == "in" and span.entry.name in PRONOUNS and after not in MONEY)


def strongest(spans: Iterable[Span], question: str, vocabulary: Vocabulary) -> list[Span]:
    """The spans of the strongest sort there is.

    Names come first, then misspelled names and parts of names, then classes, then names made of asking words.
    Parts of names also stay beside a name when they cover it: "martin luther king" is not Luther.

    Args:
        spans: mentions.
        question: the question.
        vocabulary: what the asking words are.

    Returns:
        Some of them.
    """
    exact, loose, classes, asking = list[Span](), list[Span](), list[Span](), list[Span]()
    for span in spans:
        if span.entry.is_class:
            classes.append(span)
        elif not span.is_exact:
            loose.append(span)
        else:
            (asking if _asks(span, question, vocabulary) else exact).append(span)
    if exact:
        ends = _next_ends(exact)
        return exact + [span for span in loose if _stands_beside_names(span, ends, question)]
    if classes:
        loose = [span for span in loose if span.edits or _is_marked(span, question)]
    return loose or classes or asking


def _next_ends(spans: Sequence[Span]) -> list[int]:
    """For each word up to the last that begins a span, the first end of those that begin there or later."""
    ends = [max(span.last for span in spans)] * (1 + max(span.first for span in spans))
    for span in spans:
        ends[span.first] = min(ends[span.first], span.last)
    for first in reversed(range(len(ends) - 1)):
        ends[first] = min(ends[first], ends[first + 1])
    return ends


def _stands_beside_names(span: Span, ends: Sequence[int], question: str) -> bool:
    """Whether a misspelled name or a part of one counts although the question holds a whole name."""
    if span.first < len(ends) and ends[span.first] <= span.last:  # it covers one
        return True
    if span.missing:
        return span.last - span.first > 1
    return _is_marked(span, question) or (span.edits == 1 and span.end - span.start >= LONG_WORD)


def _is_marked(span: Span, question: str) -> bool:
    """Whether more than one word, or a capital within a sentence, marks a span as a name."""
    text = question[span.start : span.end]
    return span.last - span.first > 1 or (span.first > 0 and text[0].isupper() and not question.isupper())


def _asks(span: Span, question: str, vocabulary: Vocabulary) -> bool:
    """Whether a name in lower case is made of asking words, or is one common word ("world")."""
    if span.entry.name in PRONOUNS or not question[span.start : span.end].islower():
        return False
    return span.entry.name in COMMON_WORDS or vocabulary.asking.issuperset(span.entry.name.split(" "))


def _preference(span: Span) -> tuple[int, int, int, int]:
    return span.first - span.last, span.edits, span.missing, span.first


def without_overlaps(spans: Iterable[Span]) -> list[Span]:
    """Of spans that overlap keep the longest, then the one closest to its name, then the leftmost.

    Args:
        spans: any spans.

    Returns:
        Spans apart from each other, in the order of the question.
    """
    chosen, taken = list[Span](), set[int]()
    for span in sorted(spans, key=_preference):
        if taken.isdisjoint(range(span.first, span.last)):
            chosen.append(span)
            taken.update(range(span.first, span.last))
    return sorted(chosen, key=lambda span: span.first)
