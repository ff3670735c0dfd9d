import pytest

from numkbqa.questions.ordered_by import (
    counted,
    counted_things,
    counts_first,
    is_high_in_speech,
    ordered_noun,
    qualifying,
)


@pytest.mark.parametrize(
    ("question", "noun"),
    [
        ("which country has the highest gdp?", "gdp"),
        ("the city with the largest population density in Texas", "population density"),
        ("top 5 cities by population", "population"),
        ("which country is the largest by surface area", "surface area"),
        ("what cities in texas have the highest number of citizens", "number of citizens"),
        ("what is the largest city in Texas", None),
        ("which river is the longest?", None),
        ("which country has a gdp?", None),
        ("", None),
    ],
)
def test_what_is_ordered_by_outright(question: str, noun: str | None) -> None:
    assert ordered_noun(question) == noun


@pytest.mark.parametrize(
    ("question", "things"),
    [
        ("the state with the most rivers", "rivers"),
        ("Which state has the FEWEST major cities?", "cities"),
        ("which country has the most people", "people"),
        ("the river with the largest number of big dams", "dams"),
        ("what is the largest city in the state with the least lakes", "lakes"),
        ("where do most people live", None),
        ("the most populous city", None),
        ("the number of rivers in Texas", None),
        ("the largest river", None),
        ("at most rivers", None),
    ],
)
def test_what_is_counted_in_order_to_compare(question: str, things: str | None) -> None:
    assert counted(question) == ([] if things is None else [things])


@pytest.mark.parametrize(
    ("question", "first"),
    [
        ("the state with the most rivers", True),
        ("the river with the largest number of big rivers", True),
        ("what is the largest city in the state with the most rivers", False),
        ("the three states with the most rivers", True),
        ("the rivers of Texas", False),
    ],
)
def test_an_order_within_another_is_not_the_one_asked_for(question: str, first: bool) -> None:
    assert counts_first(question, "rivers") is first


def test_all_that_comparing_words_count() -> None:
    assert counted_things("the most rivers and the fewest children") == ["rivers", "children"]


@pytest.mark.parametrize(
    ("question", "measure"),
    [
        ("the highest paid player", "salary"),
        ("Top-rated films", "rating"),
        ("the most visited museum", "number of visitors"),
        ("the highest mountain", None),
        ("who paid the highest price", None),
        ("the highest scoring and lowest paid", "score"),
    ],
)
def test_participles_say_what_is_measured(question: str, measure: str | None) -> None:
    assert next(iter(qualifying(question)), None) == measure


@pytest.mark.parametrize(
    ("question", "in_speech"),
    [
        ("the highest rated film", True),
        ("the highest performing school", True),
        ("the lowest population density in Europe", True),
        ("the highest state by population", True),
        ("the highest mountain", False),
        ("the highest standing house", False),
        ("the highest point in France", False),
        ("the largest population", False),
    ],
)
def test_highest_has_more_than_one_meaning(question: str, in_speech: bool) -> None:
    assert is_high_in_speech(question) is in_speech
