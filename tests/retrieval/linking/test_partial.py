import pytest

from numkbqa.retrieval.linking.build_index import open_name_index
from numkbqa.retrieval.linking.partial import partial_spans
from numkbqa.retrieval.linking.tokens import tokens_of
from numkbqa.retrieval.linking.vocabulary import vocabulary_of
from tests.support.toy_kb import ToyKB

LABELS = (
    "Harry S. Truman",
    "Bess Truman",
    "Truman",
    "The Truman Show Must Go On",
    "Spanish Language",
    "World Bank",
)
KB = ToyKB([], labels={name: name for name in LABELS}, aliases={"Bess Truman": ["Elizabeth Virginia Truman"]})
INDEX, VOCABULARY = open_name_index(KB, 50), vocabulary_of(KB)


@pytest.mark.parametrize(
    ("question", "found"),
    [
        ("was truman tall", {("truman", "Harry S. Truman", 2), ("truman", "Bess Truman", 1)}),
        ("was harry truman tall", {("harry truman", "Harry S. Truman", 1), ("truman", "Bess Truman", 1)}),
        ("was truman, harry tall", {("truman, harry", "Harry S. Truman", 1), ("truman", "Bess Truman", 1)}),
        ("was bess truman tall", {("truman", "Harry S. Truman", 2)}),
        ("who speaks spanish", {("spanish", "Spanish Language", 1)}),
        ("what in the world", set()),
        ("", set()),
    ],
)
def test_parts_of_names_with_the_number_of_missing_words(
    question: str, found: set[tuple[str, str, int]]
) -> None:
    spans = partial_spans(tokens_of(question), INDEX, VOCABULARY, KB)
    assert all(span.entry.entities.shape == (1,) and not span.is_exact for span in spans)
    assert {
        (question[span.start : span.end], KB.label(int(span.entry.entities[0])), span.missing)
        for span in spans
    } == found
