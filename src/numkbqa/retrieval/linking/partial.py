"""Parts of names: "lincoln" for Abraham Lincoln, "harry truman" for Harry S. Truman."""

from collections.abc import Iterator, Sequence
from typing import Final

import numpy as np

from numkbqa.kb.protocol import KnowledgeBase
from numkbqa.retrieval.linking.name_index import Entry, NameIndex
from numkbqa.retrieval.linking.names import fold
from numkbqa.retrieval.linking.spans import Span
from numkbqa.retrieval.linking.tokens import Token
from numkbqa.retrieval.linking.vocabulary import Vocabulary

MOST_LOOKED_UP: Final = 24
"""Words of a question that are looked up at most."""


def partial_spans(
    tokens: Sequence[Token], index: NameIndex, vocabulary: Vocabulary, kb: KnowledgeBase
) -> list[Span]:
    """Find runs of words that are part of a name, in any order.

    Args:
        tokens: words of the question.
        index: the names.
        vocabulary: words that stand for no name alone.
        kb: the graph.

    Returns:
        One span for each entity and run; it says how many words of the name are missing.
    """
    places: dict[int, list[int]] = {}
    telling = [p for p, token in enumerate(tokens) if token.text not in vocabulary.known]
    for place in telling[:MOST_LOOKED_UP]:
        for entity in index.partly_named(tokens[place].text).tolist():
            places.setdefault(entity, []).append(place)
    return [span for entity, found in places.items() for span in _spans(tokens, entity, found, kb)]


def _spans(tokens: Sequence[Token], entity: int, places: Sequence[int], kb: KnowledgeBase) -> Iterator[Span]:
    names = [name for name in map(fold, kb.names(entity)) if name]
    for first, last in _runs(places):
        said = {token.text for token in tokens[first:last]}
        fitting = [name for name in names if said < set(name.split(" "))]
        if fitting:
            # the name of which the fewest words are missing
            name = min(fitting, key=lambda name: (name.count(" "), name))
            entry = Entry(name, np.array([entity], dtype=np.int64), is_class=False)
            missing = len(set(name.split(" ")) - said)
            yield Span(first, last, tokens[first].start, tokens[last - 1].end, entry, missing=missing)


def _runs(places: Sequence[int]) -> Iterator[tuple[int, int]]:
    """Runs `[first, last)` of neighbouring places, which ascend."""
    start = 0
    for i in range(1, len(places) + 1):
        if i == len(places) or places[i] != places[i - 1] + 1:
            yield places[start], places[i - 1] + 1
            start = i
