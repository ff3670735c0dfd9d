import numpy as np

from numkbqa.retrieval.linking.mentions import inside, mention_finder
from numkbqa.retrieval.linking.name_index import Entry
from numkbqa.retrieval.linking.spans import Span, without_overlaps
from numkbqa.retrieval.linking.tokens import tokens_of

ENTRY = Entry("x", np.array([0]), is_class=False)


def span(start: int, end: int, edits: int = 0, missing: int = 0) -> Span:
    return Span(start, end, start, end, ENTRY, edits, missing)


def test_spans_outside_of_all_places_are_dropped_unless_all_are() -> None:
    spans = [span(0, 3), span(5, 9), span(4, 10)]
    assert inside(spans, [(5, 9)]) == [spans[1]]
    assert inside(spans, [(0, 4), (4, 10)]) == spans
    assert inside(spans, [(20, 30)]) == spans
    assert inside(spans, []) == spans
    assert inside([], [(0, 4)]) == []


def test_the_trie_proposes_everything() -> None:
    assert mention_finder("trie") is None


def test_the_longest_wins_then_the_exact_one_then_the_leftmost() -> None:
    assert without_overlaps([span(0, 2), span(1, 4), span(5, 6)]) == [span(1, 4), span(5, 6)]
    assert without_overlaps([span(0, 2, edits=1), span(1, 3)]) == [span(1, 3)]
    assert without_overlaps([span(0, 2, missing=1), span(0, 2)]) == [span(0, 2)]
    assert without_overlaps([span(1, 3), span(0, 2)]) == [span(0, 2)]


def test_tokens_know_their_places() -> None:
    question = " How big is São-Paulo’s “Zoo”?"
    tokens = tokens_of(question)
    assert [token.text for token in tokens] == ["how", "big", "is", "sao", "paulo", "s", "zoo"]
    assert [question[token.start : token.end] for token in tokens] == [
        "How",
        "big",
        "is",
        "São",
        "Paulo",
        "s",
        "Zoo",
    ]
