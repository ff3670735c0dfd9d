import json
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from numkbqa.questions import measures
from numkbqa.questions.values import (
    content_words,
    parse_beside_names,
    parse_value_question,
)

GEOQUERY = Path(__file__).resolve().parents[3] / "shared" / "data" / "geoquery" / "questions.train.jsonl"


@pytest.mark.parametrize(
    ("question", "measure", "inner"),
    [
        ("what is the population of Texas", "population", "Texas"),
        ("How high is Mount McKinley?", "height", "Mount McKinley"),
        ("how long is the Rio Grande", "length", "the Rio Grande"),
        ("when was Nina Falk born?", "date of birth", "Nina Falk"),
        ("how many people live in new mexico", "population", "new mexico"),
        ("number of citizens in boulder", "population", "boulder"),
        ("how many inhabitants does montgomery have", "population", "montgomery"),
        ("What is Texas' population?", "population", "Texas"),
        ("what’s Nina Falk’s birthday", "date of birth", "Nina Falk"),
        ("what is the date of birth of Nina Falk", "date of birth", "Nina Falk"),
        ("in what year was the club founded", "date founded", "the club"),
        ("how much does Otto Brandt weigh", "weight", "Otto Brandt"),
        ("how old is Otto Brandt", "age", "Otto Brandt"),
        ("the population of the largest city in Texas", "population", "the largest city in Texas"),
        ("what is the length of the longest river in X", "length", "the longest river in X"),
        ("In Texas, what is the area of the smallest county?", "area", "the smallest county"),
        ("what is the highest elevation in ohio", "elevation", "highest elevation in ohio"),
        ("how long is the ohio in miles", "length", "the ohio"),
        ("what is the melting point of iron", "melting point", "iron"),
        ("what is the capital of Texas", "capital", "Texas"),
        ("how many rivers are in colorado", "number of rivers", "colorado"),
    ],
)
def test_what_is_measured_and_of_what(question: str, measure: str, inner: str) -> None:
    cue = parse_value_question(question)
    assert cue is not None
    assert cue.inner is not None
    assert (cue.measures[0], question[slice(*cue.inner)]) == (measure, inner)


@pytest.mark.parametrize(
    "question",
    [
        "",
        "what is the largest city in Texas",
        "which rivers run through Texas",
        "what cities in texas have the highest populations",
        "who was born in Paris",
        "how do you do",
        "what is the second highest mountain of Nepal",
        "how high is the sky " * 100,
    ],
)
def test_questions_for_no_value(question: str) -> None:
    assert parse_value_question(question) is None


@pytest.mark.parametrize(
    ("question", "certain", "dated", "plural", "over_all"),
    [
        ("how high is X", True, False, False, False),
        ("how tall are the towers in X", True, False, True, False),
        ("how densely populated are the states that border X", True, False, True, False),
        ("what is the capital of X", False, False, False, False),
        ("when did X die", False, True, False, False),
        ("what are the populations of the states that border X", True, False, True, False),
        ("what is the total population of the states that border X", True, False, False, True),
        ("people in X", False, False, False, False),
    ],
)
def test_how_sure_the_wording_is(
    question: str, certain: bool, dated: bool, plural: bool, over_all: bool
) -> None:
    cue = parse_value_question(question)
    assert cue is not None
    assert (cue.certain, cue.dated, cue.plural, cue.over_all) == (certain, dated, plural, over_all)


@pytest.mark.parametrize(
    ("question", "name", "measure"),
    [
        ("Texas population", "Texas", "population"),
        ("of Texas the area is?", "Texas", "area"),
        ("in which year born was Nina Falk", "Nina Falk", "date of birth"),
        ("Nina Falk is how tall", "Nina Falk", "height"),
        ("Texas has how many people", "Texas", "population"),
        ("iron: melting point", "iron", "melting point"),
    ],
)
def test_one_measure_beside_a_name_in_any_order(question: str, name: str, measure: str) -> None:
    start = question.index(name)
    cue = parse_beside_names(question, [(start, start + len(name))])
    assert cue is not None
    assert (cue.measures[0], cue.inner) == (measure, None)


@pytest.mark.parametrize(
    ("question", "name"),
    [
        ("who was born in Texas", "Texas"),
        ("the largest area of Texas", "Texas"),
        ("Texas", "Texas"),
        ("which of the many people who live in Texas like it a lot", "Texas"),
    ],
)
def test_other_words_beside_a_name_measure_nothing(question: str, name: str) -> None:
    start = question.index(name)
    assert parse_beside_names(question, [(start, start + len(name))]) is None


@pytest.mark.parametrize(
    ("name", "words"),
    [
        ("number of employees", {"employee"}),
        ("date of birth", {"birth"}),
        ("height meters", {"height"}),
        ("cities", {"city"}),
        ("year", {"year"}),
    ],
)
def test_content_words_tell_names_apart(name: str, words: set[str]) -> None:
    assert content_words(name) == words


@given(st.text(max_size=60))
@settings(deadline=None)
def test_any_text_is_read_without_an_error(text: str) -> None:
    cue = parse_value_question(text)
    if cue is not None:
        assert cue.measures
        assert cue.inner is not None
        assert 0 <= cue.inner[0] < cue.inner[1] <= len(text)
    beside = parse_beside_names(text, [])
    assert beside is None or beside.inner is None


@given(st.sampled_from(sorted(measures.ADJECTIVES)), st.sampled_from(["is", "are", "was", "were"]))
def test_every_adjective_is_read(adjective: str, verb: str) -> None:
    cue = parse_value_question(f"how {adjective} {verb} the old town of Bern")
    assert cue is not None
    assert cue.measures == measures.ADJECTIVES[adjective]
    assert cue.certain


def test_training_questions_for_values_are_read_and_only_open_nouns_beside_them() -> None:
    if not GEOQUERY.is_file():
        pytest.skip("the development data are not beside the repository")
    records = [json.loads(line) for line in GEOQUERY.read_text(encoding="utf-8").splitlines()]
    valued = [r for r in records if r["answer_kind"] == "value" and not r["needs_count"]]
    read = [r for r in valued if parse_value_question(r["question"]) is not None]
    assert len(read) >= 0.97 * len(valued)
    for record in records:
        cue = parse_value_question(record["question"])
        if record["answer_kind"] == "entity" and cue is not None:
            assert not cue.certain, record["question"]
