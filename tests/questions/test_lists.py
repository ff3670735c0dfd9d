import pytest
from hypothesis import given
from hypothesis import strategies as st

from numkbqa.questions.lists import MAX_COUNT, ONES, TENS, count_after, count_before, top_at
from numkbqa.questions.ordinal import parse_ordinal

WORDS = st.lists(st.sampled_from(["top", "bottom", "5", "five", "twenty", "by", "cities", "in", "area", "?"]))


@pytest.mark.parametrize(
    ("question", "determiner", "direction", "count"),
    [
        ("what are the three longest rivers of Italy?", "longest", "max", 3),
        ("the five largest cities in Texas", "largest", "max", 5),
        ("what are the two largest?", "largest", "max", 2),
        ("which are the 10 most populous states", "most populous", "max", 10),
        ("name the twenty-five smallest countries", "smallest", "min", 25),
        ("name the largest five cities", "largest", "max", 5),
        ("who were the first two presidents of France?", "first", "min", 2),
        ("what are the last 3 albums of Nina Falk", "last", "max", 3),
        ("the top 5 largest lakes", "largest", "max", 5),
        ("top 5 cities by population", "largest", "max", 5),
        ("top 1 cities by population", "largest", "max", 1),
        ("top 100 cities by population", "largest", "max", 100),
        ("the top ten countries of Europe in area", "largest", "max", 10),
        ("bottom 4 states by density", "smallest", "min", 4),
        ("which were the first two elements to be discovered", "first", "min", 2),
        ("the 50 highest mountains", "highest", "max", 50),
        ("a dozen oldest castles", "oldest", "max", 12),
    ],
)
def test_a_list_is_an_order_with_a_count(question: str, determiner: str, direction: str, count: int) -> None:
    cue = parse_ordinal(question)
    assert cue is not None
    number = cue.row.number
    assert (cue.determiner, number, cue.k, cue.count) == (determiner, direction, 1, count)
    assert cue.span is None


@pytest.mark.parametrize(
    "question",
    [
        "is Paris one of the three largest cities of Europe?",
        "who is among the five richest",
        "what are the few largest cities of Spain?",
        "the 51 largest cities",
        "the hundred largest cities",
        "what happened in the last three days?",
        "what are the first 10 amendment rights",
        "the top 10 albums of the year",
        "which cities are on top?",
    ],
)
def test_what_is_no_list_of_known_length_is_no_order(question: str) -> None:
    assert parse_ordinal(question) is None


def test_one_is_no_list() -> None:
    cue = parse_ordinal("what is the 1 largest city")
    assert cue is not None
    assert cue.count == 1
    assert cue.span is not None


@pytest.mark.parametrize("number", range(2, MAX_COUNT + 1))
def test_counts_are_read_in_digits_and_words(number: int) -> None:
    cue = parse_ordinal(f"the {number} largest cities")
    assert cue is not None
    assert cue.count == number
    tens = {value: word for word, value in TENS.items()}
    if number > 20 and number % 10:
        cue = parse_ordinal(f"the {tens[number // 10 * 10]} {ONES[number % 10 - 1]} largest cities")
        assert cue is not None
        assert cue.count == number


@given(WORDS, st.integers(0, 8))
def test_a_count_lies_within_the_words_beside_the_place(words: list[str], place: int) -> None:
    if place > len(words):
        return
    before, after = count_before(words, place), count_after(words, place)
    assert before is None or (2 <= before.number <= MAX_COUNT and 0 <= before.start < before.end == place)
    assert after is None or (2 <= after.number <= MAX_COUNT and place == after.start < after.end < len(words))


@given(WORDS.filter(bool))
def test_a_list_by_a_property_needs_its_count_and_its_property(words: list[str]) -> None:
    top = top_at(words, 0)
    if top is not None:
        assert words[0] in {"top", "bottom"}
        assert {"by", "in"} & set(words)
        assert 2 <= top.number <= MAX_COUNT
