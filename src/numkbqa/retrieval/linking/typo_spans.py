"""Misspelled names: words that nothing explains, read as the words of names that they resemble."""

from collections.abc import Iterator, Sequence
from typing import Final

from numkbqa.retrieval.linking.name_index import NameIndex
from numkbqa.retrieval.linking.spans import Span
from numkbqa.retrieval.linking.tokens import Token
from numkbqa.retrieval.linking.typos import is_correctable
from numkbqa.retrieval.linking.vocabulary import Vocabulary

MOST_UNKNOWN: Final = 12
"""A question with more unknown words is not read for typos: it speaks of something else."""

MOST_CORRECTIONS: Final = 40
"""Words tried for one unknown word, the nearest first."""

MOST_WORDS_BEFORE: Final = 6
"""How many words before a misspelled one may belong to its name."""

SUFFIXES: Final = ("s", "es", "d", "ed", "er", "r", "ing", "ly", "n")
"""A word that only adds one of these to a name's word is another form of it, not a typo."""


def typo_spans(tokens: Sequence[Token], index: NameIndex, vocabulary: Vocabulary) -> list[Span]:
    """Names that a question holds with one word misspelled, or with words glued together or split.

    Args:
        tokens: words of the question.
        index: the names.
        vocabulary: words that are no typos.

    Returns:
        Spans with at least one edit; of the same words only those with the fewest.
    """
    unknown = [
        place for place, token in enumerate(tokens) if _is_unknown(token.text, index, vocabulary.known)
    ]
    if len(unknown) > MOST_UNKNOWN:
        return []
    found = [span for place in unknown for span in _readings(tokens, place, index, vocabulary)]
    fewest: dict[tuple[int, int], int] = {}
    for span in found:
        place_of = span.first, span.last
        fewest[place_of] = min(span.edits, fewest.get(place_of, span.edits))
    return [span for span in found if span.edits == fewest[span.first, span.last]]


def _is_unknown(word: str, index: NameIndex, known: frozenset[str]) -> bool:
    return is_correctable(word) and word not in known and not index.is_word(word)


def _readings(
    tokens: Sequence[Token], place: int, index: NameIndex, vocabulary: Vocabulary
) -> Iterator[Span]:
    """Spans over one unknown word, read in all ways that make it a name's."""
    token = tokens[place]
    similar = [pair for pair in index.similar_words(token.text) if _is_typo(token.text, *pair)]
    for word, edits in similar[:MOST_CORRECTIONS]:
        yield from _spans(tokens, place, place + 1, [word], edits, index, vocabulary)
    for cut in range(2, len(token.text) - 1):
        pieces = [token.text[:cut], token.text[cut:]]
        yield from _spans(tokens, place, place + 1, pieces, 1, index, vocabulary)
    for first in (place - 1, place):
        if 0 <= first < len(tokens) - 1:
            glued = tokens[first].text + tokens[first + 1].text
            if index.is_word(glued):
                yield from _spans(tokens, first, first + 2, [glued], 1, index, vocabulary)


def _is_typo(word: str, of: str, edits: int) -> bool:
    """Whether a word may be a misspelling: it is no other form, and two errors seldom hit the beginning."""
    other_form = word.startswith(of) and word[len(of) :] in SUFFIXES
    return not other_form and (edits == 1 or word[0] == of[0])


def _spans(
    tokens: Sequence[Token],
    first: int,
    last: int,
    reading: list[str],
    edits: int,
    index: NameIndex,
    vocabulary: Vocabulary,
) -> Iterator[Span]:
    """Names that hold all words of a reading of the tokens `[first, last)`."""
    before = max(0, first - MOST_WORDS_BEFORE)
    words = [t.text for t in tokens[before:first]] + reading
    words += [t.text for t in tokens[last : last + index.max_words]]
    end_of_reading = first - before + len(reading)
    for start in range(first - before + 1):
        for name in index.names_at(words, start):
            stop = start + name.count(" ") + 1
            entry = index.find(name) if stop >= end_of_reading else None
            if entry is None or vocabulary.asking.issuperset(name.split(" ")):
                continue
            begin, end = before + start, last + stop - end_of_reading
            yield Span(begin, end, tokens[begin].start, tokens[end - 1].end, entry, edits)
