import pytest

from numkbqa.retrieval.examples.asked_noun import asked_nouns


def phrases(question: str, *topic_words: str) -> list[str]:
    return [" ".join(words) for words in asked_nouns(question, topic_words)]


@pytest.mark.parametrize(
    ("question", "phrase"),
    [
        ("What is the biggest city in the US?", "city"),
        ("longest river", "river"),
        ("What's the second largest US state?", "us state"),
        ("In Texas, what is the largest city?", "city"),
        ("Which are the three highest mountains of Alaska?", "mountains"),
        ("list the largest five cities by population", "cities"),
        ("top 10 mountains by height", "mountains"),
        ("name of the smallest state bordering Ohio", "state"),
        ("what is the largest of the states that the Rio Grande crosses", "states"),
        ("Who was the first president?", "president"),
        ("tell me the most populous city", "city"),
        ("What is the longest navigable river running through Texas?", "navigable river"),
    ],
)
def test_the_noun_of_what_is_ordered(question: str, phrase: str) -> None:
    assert phrases(question)[0] == phrase


@pytest.mark.parametrize(
    "question",
    [
        "what is the capital of the largest state",
        "what rivers run through the largest state",
        "what are the states through which the longest river runs",
        "what state has the largest city",
        "name a state which is the largest producer",
        "how high is the highest mountain",
        "the largest of all",
        "what is a city?",
        "which city is the largest",
    ],
)
def test_what_stands_on_the_way_is_not_asked_for(question: str) -> None:
    assert not phrases(question)


def test_a_noun_before_another_noun_is_none() -> None:
    assert phrases("what is the largest state capital in Ohio") == ["state capital"]
    assert phrases("what is the largest city Ohio", "ohio") == ["city", "city ohio"]


def test_the_owner_may_stand_before() -> None:
    assert phrases("what is New Zealand's largest city?", "new", "zealand") == ["city"]
    assert not phrases("who is the mayor of New Zealand's largest city?", "new", "zealand")
    assert not phrases("what is New Zealand's largest city?")
