import pytest

from numkbqa.retrieval.linking.build_index import open_name_index
from numkbqa.retrieval.linking.tokens import tokens_of
from numkbqa.retrieval.linking.typo_spans import MOST_UNKNOWN, typo_spans
from numkbqa.retrieval.linking.vocabulary import vocabulary_of
from tests.support.toy_kb import ToyKB

LABELS = (
    "New York",
    "New York City",
    "Newark",
    "Georgia",
    "Springfield",
    "Wells",
    "Ottawa",
    "Odessa",
    "Area",
)
KB = ToyKB([], labels={name: name for name in LABELS})
INDEX, VOCABULARY = open_name_index(KB, 50), vocabulary_of(KB)


def read(question: str) -> set[tuple[str, str, int]]:
    """What was written, the name that it is read as, and the edits."""
    spans = typo_spans(tokens_of(question), INDEX, VOCABULARY)
    return {(question[span.start : span.end], span.entry.name, span.edits) for span in spans}


@pytest.mark.parametrize(
    ("question", "found"),
    [
        ("is Goergia big", {("Goergia", "georgia", 1)}),
        ("is new yorck city big", {("new yorck", "new york", 1), ("new yorck city", "new york city", 1)}),
        ("is newyork big", {("newyork", "new york", 1)}),
        ("is spring-feld big", set()),
        ("is spring field big", {("spring field", "springfield", 1)}),
        ("is sprongfeild big", {("sprongfeild", "springfield", 2)}),
        ("is zpringfeld big", set()),
    ],
)
def test_readings(question: str, found: set[tuple[str, str, int]]) -> None:
    assert read(question) == found


@pytest.mark.parametrize(
    "question",
    [
        "how big is Georgia",
        "which well is deep",
        "the aria of it",
        "is newer better",
        "what odessas are there",
    ],
    ids=["exact", "another word", "asking words", "common word", "other form"],
)
def test_what_is_no_typo(question: str) -> None:
    assert read(question) == set()


def test_a_text_of_unknown_words_is_not_read() -> None:
    words = [f"{'bcdfghjklmnprst'[i]}wzzqx" for i in range(MOST_UNKNOWN)]
    assert read(" ".join([*words[1:], "Goergia"])) != set()
    assert read(" ".join([*words, "Goergia"])) == set()
