from numkbqa.retrieval.linking.common_words import COMMON_WORDS


def test_common_words_are_folded_words() -> None:
    assert len(COMMON_WORDS) > 500
    assert all(word.isascii() and word.islower() and word.isalpha() for word in COMMON_WORDS)
