import pytest

from numkbqa.kb.derived.words import class_noun, count_text


@pytest.mark.parametrize(
    ("words", "noun", "inverse", "text"),
    [
        ("traverses", "river", True, "number of rivers"),
        ("borders", "country", False, "number of countries it borders"),
        ("genre", None, False, "number of genres"),
        ("directed by", None, False, "number of directed by"),
        ("awards", None, False, "number of awards"),
        ("genre", None, True, "number of entities with genre"),
    ],
)
def test_words_of_a_count(words: str, noun: str | None, inverse: bool, text: str) -> None:
    assert count_text(words, noun, inverse=inverse) == text


def test_class_labels_become_nouns() -> None:
    assert list(map(class_noun, ["River", "chemical element", "UNESCO site"])) == [
        "river", "chemical element", "UNESCO site",
    ]  # fmt: skip
