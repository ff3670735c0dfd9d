import zlib
from collections.abc import Sequence
from pathlib import Path

import numpy as np
import pytest
from numpy.typing import NDArray

from numkbqa.answering import Answerer
from numkbqa.answering.measured import MeasureMatcher
from numkbqa.answering.refusals import Refusals
from numkbqa.kb.derived import Derived
from numkbqa.questions.records import Question
from numkbqa.retrieval.examples import ExampleBuilder
from tests.support.asking import ask
from tests.support.derived import derive
from tests.support.toy_kb import ToyKB, number

KB = ToyKB(
    [("texas", "type", "state"), ("red", "flows_through", "texas"), ("red", "type", "river")],
    [("texas", "population", number(9)), ("ohio", "population", number(7)), ("red", "length", number(5))],
    {"texas": "Texas", "ohio": "Ohio", "red": "Red River", "state": "state", "river": "river"},
)
COUNTED = ToyKB(
    [("texas", "type", "state"), ("red", "type", "river"), ("red", "flows_through", "texas")],
    [("texas", "count>flows_through^-1", number(9)), ("texas", "rating", number(2))],
    {"texas": "Texas", "state": "state", "river": "river", "red": "Red River"},
    relation_texts={"count>flows_through^-1": "number of rivers"},
)
DERIVE = "`numkbqa kb build --derive counts` counts them"


class Words:
    """An encoder to which texts are near as far as they share words."""

    name = "words"

    def sentence_vectors(self, texts: Sequence[str]) -> NDArray[np.float32]:
        vectors = np.zeros((len(texts), 4093), dtype=np.float32)
        for row, text in enumerate(texts):
            vectors[row, [zlib.crc32(word.encode()) % 4093 for word in text.split()]] = 1
        return vectors


def why(question: str, kb: ToyKB = KB, topics: tuple[str, ...] = ()) -> tuple[str, str] | None:
    builder = ExampleBuilder(kb, Words())
    record = Question(id="q", question=question, topic_entities=topics)
    found = Refusals(builder, MeasureMatcher(kb, Words())).why(record, builder.link(record))
    return None if found is None else (found["abstained_code"], found["abstained"])


def test_ranks_start_at_one() -> None:
    assert why("the 0th largest river in Texas") == ("no_rank", '"0th" was asked for, and ranks start at 1')
    assert why("the -5th largest river in Texas") == ("no_rank", '"-5th" was asked for, and ranks start at 1')
    assert why("the largest river in Texas") is None


@pytest.mark.parametrize("place", ["Narnia", "narnia"])
def test_a_whole_class_does_not_stand_in_for_a_part_of_it_that_is_unknown(place: str) -> None:
    question = f"what is the largest state in {place}?"
    assert why(question) == ("no_topic", f'nothing in the graph is called "{place}"')
    assert why(question, topics=("state",)) is None
    assert why("what is the largest state in the world?") is None
    assert why(f"which rivers are in Texas and {place}") is None


@pytest.mark.parametrize(
    "question",
    [
        "which state has the most rivers",
        "the state with the fewest rivers",
        "the state with the largest number of rivers",
        "what is the population of the state with the most rivers",
    ],
)
def test_an_order_by_counts_needs_counts(question: str) -> None:
    code, sentence = why(question) or ("", "")
    assert code == "no_relation"
    assert sentence == f"the graph does not hold how many rivers there are to each; {DERIVE}"
    assert why(question, COUNTED) is None


def test_an_order_by_counts_within_another_one_is_a_note() -> None:
    question = "what is the longest river of the state with the most rivers"
    assert why(question) is None
    builder = ExampleBuilder(KB, Words())
    record = Question(id="q", question=question)
    refusals, links = Refusals(builder, MeasureMatcher(KB, Words())), builder.link(record)
    notes = refusals.notes(question, links, refusals.unknown(record, links))
    assert notes == [f"the graph does not hold how many rivers there are to each; {DERIVE}"]


def test_what_the_graph_knows_nothing_of_is_not_counted_by_building_it_again() -> None:
    code, sentence = why("which state has the most volcanoes") or ("", "")
    assert (code, DERIVE in sentence) == ("no_relation", False)
    assert "volcanoes" in sentence


def test_people_are_counted_by_a_population() -> None:
    assert why("which state has the most people") is None


def test_what_is_paid_or_rated_needs_a_relation_of_that_kind() -> None:
    assert why("the highest rated state") == (
        "no_relation",
        "the graph has no numerical relation for rating",
    )
    assert why("the highest rated state", COUNTED) is None
    assert why("the highest state") is None


def test_an_order_by_a_noun_that_is_not_known() -> None:
    assert why("which state has the highest gdp") == (
        "no_relation",
        "the graph has no numerical relation for gdp",
    )


def test_a_question_without_topic_says_so() -> None:
    assert (why("what is the meaning of life") or ("",))[0] == "no_topic"


@pytest.mark.parametrize("wanted", [(), ("counts",)])
def test_a_graph_that_is_built_with_counts_holds_them(wanted: tuple[Derived, ...], tmp_path: Path) -> None:
    states = {"red": "texas", "pecos": "texas", "neches": "texas", "scioto": "ohio", "maumee": "ohio"}
    facts = [f"{river}\tflows_through\t{state}\n" for river, state in states.items()]
    facts += [f"{river}\ttype\triver\n" for river in states]
    numbers = "".join(f"{state}\tpopulation\t{n}\txsd:integer\n" for n, state in enumerate(("texas", "ohio")))
    kb = derive(tmp_path, {"triples.tsv": "".join(facts), "numbers.tsv": numbers}, wanted)
    assert MeasureMatcher(kb, Words()).counts("rivers") is bool(wanted)


def test_answers_tell_the_names_that_they_do_not_regard(answerer: Answerer) -> None:
    found = ask(answerer, "What is the city of Atlantis and France that has the largest population ?")
    assert found["answers"]
    assert 'nothing in the graph is called "Atlantis"' in found["notes"]
    found = ask(answerer, "what is the largest city in Narnia")
    assert (found["answers"], found["abstained_code"], found["notes"]) == ([], "no_topic", [])
    assert [topic["id"] for topic in found["topic_entities"]] == ["city"]


def test_a_misspelled_name_is_told_as_it_is_read(answerer: Answerer) -> None:
    found = ask(answerer, "what is the population of Norwey?")
    assert [answer["of"]["id"] for answer in found["answers"]] == ["norway"]
    assert found["notes"] == ['"Norwey" is read as Norway']
