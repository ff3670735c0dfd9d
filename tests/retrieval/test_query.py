import pytest

from numkbqa.retrieval.query import query_text


def test_topics_are_left_out_and_measures_added() -> None:
    question = "who is the tallest person born in Grand Rapids?"
    start = question.index("Grand")
    assert query_text(question, [(start, start + 12)]) == (
        "who is the tallest person born in ? height date of birth"
    )


def test_question_that_is_all_topic_stays() -> None:
    assert query_text("Paris?", [(0, 5)]) == "Paris?"


@pytest.mark.parametrize(
    ("question", "noun"),
    [
        ("the MOST populated place", "population"),
        ("the heaviest player", "weight mass"),
        ("the second oldest school", "date of birth founded age"),
        ("the state with the most rivers", "number of rivers"),
        ("which country has the fewest major cities", "number of cities"),
        ("what state borders the least states", "number of states"),
    ],
)
def test_comparing_words_bring_their_noun(question: str, noun: str) -> None:
    assert query_text(question, []).endswith(noun)


def test_plain_question_is_unchanged() -> None:
    assert query_text("who wrote it", []) == "who wrote it"


def test_a_measure_that_the_question_names_itself_brings_no_others() -> None:
    assert query_text("the largest country by area", []) == "the largest country by area"
    assert query_text("the largest country", []).endswith("area population size")


@pytest.mark.parametrize(
    "question", ["the most populous city", "the most famous singer", "the most across", "at most less"]
)
def test_only_what_can_be_counted_is_counted(question: str) -> None:
    assert "number of" not in query_text(question, [])


@pytest.mark.parametrize(
    ("question", "query"),
    [
        ("the highest mountain", "the highest mountain elevation height"),
        ("the lowest lying village", "the lowest lying village elevation height"),
        ("the highest point in the area", "the highest point in the area elevation height"),
        ("the highest paid player", "the highest paid player salary pay income earnings"),
        ("the lowest-rated film", "the lowest-rated film rating score"),
        ("the highest boiling point", "the highest boiling point"),
        ("the highest population density", "the highest population density"),
        ("the lowest atomic number", "the lowest atomic number"),
        ("the highest ranking by population", "the highest ranking by population ranking rank"),
        ("the tallest and highest paid", "the tallest and highest paid height salary pay income earnings"),
    ],
)
def test_highest_is_about_height_unless_another_measure_stands_beside_it(question: str, query: str) -> None:
    assert query_text(question, []) == query
