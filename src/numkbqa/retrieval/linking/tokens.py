"""The words of a question as names are compared with them."""

from typing import NamedTuple

from numkbqa.retrieval.linking.names import fold_with_places


class Token(NamedTuple):
    """A folded word and its place `[start, end)` in the question."""

    text: str
    start: int
    end: int


def tokens_of(question: str) -> list[Token]:
    """Split a question into folded words.

    Args:
        question: as the user wrote it.

    Returns:
        Its words, in order.
    """
    folded, places = fold_with_places(question)
    tokens, start = list[Token](), 0
    for word in folded.split():
        end = start + len(word)
        tokens.append(Token(word, places[start], places[end - 1] + 1))
        start = end + 1
    return tokens
