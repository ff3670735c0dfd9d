import pytest

from numkbqa.questions.ordinal import parse_ordinal
from numkbqa.questions.rank_words import rank_before, rank_below_one


@pytest.mark.parametrize(
    ("words", "rank", "length"),
    [
        ("the", 1, 0),
        ("the second", 2, 1),
        ("the first", 1, 0),
        ("the 1st", 1, 0),
        ("the 37th", 37, 1),
        ("the twelfth", 12, 1),
        ("the twentieth", 20, 1),
        ("the twenty first", 21, 2),
        ("the thirty second", 32, 2),
        ("the sixty tenth", 10, 1),
        ("the hundredth", 100, 1),
        ("the two hundredth", 200, 2),
        ("one hundred and fifth", 105, 4),
        ("the hundred first", 101, 2),
        ("a hundred and twenty second", 122, 5),
        ("", 1, 0),
    ],
)
def test_the_rank_right_before_a_word(words: str, rank: int, length: int) -> None:
    split = [*words.split(), "largest", "city"]
    assert rank_before(split, len(split) - 2) == (rank, length)


@pytest.mark.parametrize(
    ("question", "determiner", "k", "span"),
    [
        ("the twenty-first largest city", "largest", 21, "twenty-first largest"),
        ("what is the hundredth longest river", "longest", 100, "hundredth longest"),
        ("the one hundred and first tallest tower", "tallest", 101, "one hundred and first tallest"),
        ("the 1,200th largest city", "largest", 1_200, "1,200th largest"),
        ("the 1000000th largest city", "largest", 1_000_000, "1000000th largest"),
        ("the 99999999999th largest city", "largest", 1_000_000_000, "99999999999th largest"),
        ("which actor died twelfth to last", "last", 12, "twelfth to last"),
        ("which actor died next to last", "last", 2, "next to last"),
    ],
)
def test_ranks_in_words_are_read_beside_a_superlative(
    question: str, determiner: str, k: int, span: str
) -> None:
    cue = parse_ordinal(question)
    assert cue is not None
    assert cue.span is not None
    assert (cue.determiner, cue.k, question[slice(*cue.span)]) == (determiner, k, span)


def test_a_count_is_no_rank() -> None:
    cue = parse_ordinal("the first twenty elements to be discovered")
    assert cue is not None
    assert (cue.k, cue.count) == (1, 20)


@pytest.mark.parametrize(
    ("question", "rank"),
    [
        ("what is the 0th largest city in France", "0th"),
        ("-5th largest city in Texas", "-5th"),
        ("the \N{MINUS SIGN}2nd-longest river", "\N{MINUS SIGN}2nd"),
        ("the Zeroth smallest", "Zeroth"),
        ("the minus third tallest", "minus third"),
        ("which ranks 0th by area", "0th"),
        ("who died 0th to last", "0th"),
        ("the 0 largest cities", "0"),
        ("the -3 longest rivers", "-3"),
        ("zero biggest", "zero"),
        ("the 10th largest city", None),
        ("the top-5th largest", None),
        ("the 10 largest cities", None),
        ("of 1990-5th largest", None),
        ("the element of atomic number 0 discovered first", None),
        ("what was the 0th century", None),
        ("the zeroth law", None),
        ("", None),
    ],
)
def test_ranks_below_one_are_no_ranks(question: str, rank: str | None) -> None:
    assert rank_below_one(question) == rank
