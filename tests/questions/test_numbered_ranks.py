import pytest
from hypothesis import given
from hypothesis import strategies as st

from numkbqa.questions.numbered_ranks import begins_pair, but, numbered_before, numbered_by_property
from numkbqa.questions.ordinal import parse_ordinal
from numkbqa.values import Direction


@pytest.mark.parametrize(
    ("question", "determiner", "k", "direction"),
    [
        ("what is the next highest lake of Borea?", "highest", 2, Direction.MAX),
        ("the next most populous city of Spain", "most populous", 2, Direction.MAX),
        ("the #2 highest lake of Borea", "highest", 2, Direction.MAX),
        ("the number three largest city", "largest", 3, Direction.MAX),
        ("which lake has the No. 4 lowest elevation?", "lowest", 4, Direction.MIN),
        ("the number one tallest building", "tallest", 1, Direction.MAX),
        ("which lake is number three by elevation?", "largest", 3, Direction.MAX),
        ("which lake is ranked 4 by elevation?", "largest", 4, Direction.MAX),
        ("who was the last but one king of Avalon?", "last", 2, Direction.MAX),
        ("which lake has the least elevation but one?", "least", 2, Direction.MIN),
        ("the largest city but two", "largest", 3, Direction.MAX),
        ("the second smallest but one", "smallest", 3, Direction.MIN),
        ("the last but one bridge opened in London?", "last", 2, Direction.MAX),
        ("#2 city in Canada by population", "largest", 2, Direction.MAX),
        ("the next longest bridge in Italy after the longest?", "longest", 2, Direction.MAX),
        ("the next largest city in Brazil after Recife?", "largest", 1, Direction.MAX),
    ],
)
def test_one_rank_is_read(question: str, determiner: str, k: int, direction: Direction) -> None:
    cue = parse_ordinal(question)
    assert cue is not None
    assert (cue.determiner, cue.k, cue.count, cue.direction) == (determiner, k, 1, direction)


@pytest.mark.parametrize(
    ("question", "k", "count"),
    [
        ("the second and third deepest lakes of Borea", 2, 2),
        ("what are the first and second largest cities?", 1, 2),
        ("the second and fifth deepest lakes", 5, 1),
        ("the 2 largest lakes", 1, 2),
        ("the largest city in all but one state", 1, 1),
        ("the largest city, but one without a river", 1, 1),
        ("what is the number of the largest lake?", 1, 1),
    ],
)
def test_what_is_and_what_is_no_rank(question: str, k: int, count: int) -> None:
    cue = parse_ordinal(question)
    assert cue is not None
    assert (cue.k, cue.count) == (k, count)


@pytest.mark.parametrize("question", ["who is number one in command?", "how many rivers are in number 3?"])
def test_numbers_that_order_nothing(question: str) -> None:
    assert parse_ordinal(question) is None


WORDS = st.lists(
    st.sampled_from(["#", "no", ".", "number", "two", "3", "next", "but", "and", "second", "by"])
)


@given(WORDS, st.integers(0, 12))
def test_any_words_are_read_without_an_error(words: list[str], place: int) -> None:
    k, length = numbered_before(words, place)
    assert (k, length) == (1, 0) or 1 <= length <= 3
    assert numbered_by_property(words, place) is None
    assert but(words, place) in (0, 2)
    assert begins_pair(words, place, 1) is False
