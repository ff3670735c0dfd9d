from pathlib import Path
from typing import Any

import numpy as np
import pytest

from numkbqa.answering import Answerer, value_answers
from numkbqa.answering.values import ValueReader
from numkbqa.questions.records import Question
from numkbqa.retrieval.linking import EntityLinker, Link
from numkbqa.text import CachedEncoder
from numkbqa.text.tiny import TinyEncoder
from numkbqa.values import Value
from tests.support.asking import ask, preferring, says
from tests.support.small_world import QUESTIONS, Trained, build_world, with_graph
from tests.support.toy_kb import ToyKB, day, number

LARGEST = QUESTIONS[0][0].removeprefix("What is ")


def first(document: dict[str, Any]) -> tuple[str, str, str | None]:
    answer = document["answers"][0]
    return answer["of"]["id"], answer["value"], answer["unit"]


@pytest.mark.parametrize(
    ("question", "expected"),
    [
        ("what is the population of France?", ("france", "68373433", None)),
        ("How large is Italy?", ("italy", "301340", "kilometer ** 2")),
        ("how long is the Seine", ("seine", "775", "kilometer")),
        ("how long is the river Seine", ("seine", "775", "kilometer")),
        ("when was Nina Falk born?", ("nina_falk", "1975-03-02", None)),
        ("how many people live in Oslo", ("oslo", "709037", None)),
        ("What is Oslo's population?", ("oslo", "709037", None)),
        ("Oslo population", ("oslo", "709037", None)),
        ("of Norway the area is?", ("norway", "385207", "kilometer ** 2")),
        ("when was Harbour released", ("harbour", "2003-05-12", None)),
        ("how tall is Otto Brandt?", ("otto_brandt", "1.83", "meter")),
        ("what is the population of the country Deutschland", ("germany", "84482267", None)),
    ],
)
def test_values_of_what_is_named(answerer: Answerer, question: str, expected: tuple[str, str, str]) -> None:
    found = ask(answerer, question)
    assert first(found) == expected
    assert len(found["answers"]) == 1
    assert set(found["answers"][0]) == {"value", "kind", "unit", "lexical", "held_at", "of", "score"}
    assert found["abstained"] is None


def test_a_value_comes_with_its_relation_and_its_row(answerer: Answerer) -> None:
    found = ask(answerer, "how long is the Seine")
    assert found["asked_value"] == {"relation": "length", "text": "length", "unit": "kilometer"}
    evidence = found["evidence"]
    assert (evidence["relation"], evidence["kind"], evidence["compared"]) == ("length", "quantity", 1)
    (row,) = evidence["rows"]
    assert (row["id"], row["value"], row["lexical"], row["other_values"]) == ("seine", "775", "775.0", [])
    assert found["ordinal"]["direction"] is None
    assert set(found) == set(ask(answerer, QUESTIONS[0][0]))


def test_the_value_of_the_answer_of_an_order(answerer: Answerer) -> None:
    found = ask(answerer, f"what is the population of {LARGEST}")
    assert first(found) == ("paris", "2102650", None)
    assert found["ordinal"]["determiner"] == "largest"
    assert found["evidence"]["rows"][0]["id"] == "paris"
    assert found["evidence"]["path"]
    assert found["asked_value"]["relation"] == "population"


def test_an_answer_without_the_value_is_not_replaced_by_another(answerer: Answerer) -> None:
    found = ask(answerer, f"what is the length of {LARGEST}")
    assert (found["answers"], found["abstained_code"]) == ([], "no_value")
    assert found["abstained"] == "the graph has no length of Paris"
    assert found["evidence"]["rows"][0]["id"] == "paris"


def test_a_measure_that_the_graph_does_not_have_is_no_relation(answerer: Answerer) -> None:
    found = ask(answerer, "how deep is the Seine?")
    assert (found["answers"], found["abstained_code"]) == ([], "no_relation")
    assert found["abstained"] == "the graph has no numerical relation for depth"


def test_a_value_that_the_thing_does_not_have_is_told(answerer: Answerer) -> None:
    found = ask(answerer, "how long is Paris?")
    assert (found["answers"], found["abstained_code"]) == ([], "no_value")


def test_sums_are_not_answered_by_one_of_their_parts(answerer: Answerer) -> None:
    found = ask(answerer, "what is the total population of the cities located in France?")
    assert (found["answers"], found["abstained_code"]) == ([], "no_relation")
    assert found["abstained"].startswith("a sum or mean over several was asked for")


@pytest.mark.parametrize(
    "question", ["what is the capital of Norway?", QUESTIONS[0][0], "what is the genre of Nina Falk?"]
)
def test_questions_for_entities_stay_so(answerer: Answerer, question: str) -> None:
    found = ask(answerer, question)
    assert found["asked_value"] is None
    assert all("id" in answer for answer in found["answers"])


def test_of_a_plain_phrase_the_best_answer_that_has_the_value_counts(
    answerer: Answerer, monkeypatch: pytest.MonkeyPatch
) -> None:
    says(monkeypatch, preferring(answerer, "glomma"))
    found = ask(answerer, "what is the population of the capital of Norway?")
    assert len(found["answers"]) == 1
    assert found["asked_value"]["relation"] == "population"
    assert found["ordinal"]["determiner"] is None
    assert found["notes"] == ["the likelier answer Glomma has no population"]


def test_the_topics_that_are_given_need_not_be_named(answerer: Answerer) -> None:
    assert first(ask(answerer, "what is its population?", topics=["oslo"])) == ("oslo", "709037", None)


def test_several_values_in_force_are_all_answers_and_others_are_listed(
    trained: Trained, tmp_path: Path
) -> None:
    answerer = Answerer(with_graph(trained, build_world(tmp_path)))
    kb = answerer.system.kb
    numbers_of = type(kb).numbers_of
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(type(kb), "numbers_of", lambda kb, asked: _twice(numbers_of(kb, asked)))
        found = ask(answerer, "what is the population of Paris?")
    assert [answer["value"] for answer in found["answers"]] == ["2102650", "2102650"]
    (row,) = found["evidence"]["rows"]
    assert [other["counts"] for other in row["other_values"]] == [True]
    assert found["evidence"]["several"] == "default"


def _twice(facts: Any) -> Any:
    return type(facts)(*(np.concatenate([column, column]) for column in facts))


def test_a_place_named_after_the_one_that_is_meant_does_not_mislead(answerer: Answerer) -> None:
    found = ask(answerer, "what is the population of Porto, Portugal?")
    assert first(found) == ("porto", "231800", None)
    assert [topic["id"] for topic in found["topic_entities"]] == ["porto", "portugal"]


def test_values_of_many_questions_are_those_of_asking(answerer: Answerer) -> None:
    texts = [
        "what is the population of France?",
        f"what is the population of {LARGEST}",
        QUESTIONS[0][0],
        "what is the capital of Norway?",
        "how deep is the Seine?",
        "what is the largest moon of Xqzt?",
    ]
    questions = [Question(id=f"q{i}", question=text) for i, text in enumerate(texts)]
    found = value_answers(answerer.system, questions)
    assert sorted(found) == ["q0", "q1"]
    kb = answerer.system.kb
    for key, text in (("q0", texts[0]), ("q1", texts[1])):
        (measured,) = found[key]
        of, value, _ = first(ask(answerer, text))
        (handle,) = measured.handles
        assert (kb.entity_id(measured.entity), kb.number_text(handle)) == (of, value)
    assert value_answers(answerer.system, []) == {}


def test_a_changed_number_changes_the_value(trained: Trained, tmp_path: Path) -> None:
    def change(entity: str, relation: str, value: Value) -> Value:
        if relation == "date_of_birth":
            return day("1901")
        return number(7) if (entity, relation) == ("oslo", "population") else value

    answerer = Answerer(with_graph(trained, build_world(tmp_path, change)))
    assert first(ask(answerer, "how many people live in Oslo"))[1] == "7"
    assert first(ask(answerer, "when was Nina Falk born?"))[1] == "1901"


SPRINGFIELDS = ToyKB(
    [("ours", "in", "ohio"), ("theirs", "in", "iowa"), ("ours", "type", "city")],
    [("ours", "population", number(5)), ("theirs", "population", number(9)), ("ohio", "area", number(1))],
    {"ours": "Springfield", "theirs": "Springfield", "ohio": "Ohio", "iowa": "Iowa", "city": "city"},
)


@pytest.mark.parametrize(
    ("question", "entity"),
    [
        ("population of springfield ohio", "ours"),
        ("population of springfield, iowa", "theirs"),
        ("population of springfield", "theirs"),
        ("population of the city of springfield in ohio", "ours"),
    ],
)
def test_a_second_name_tells_which_one_of_a_name_is_meant(question: str, entity: str) -> None:
    kb = SPRINGFIELDS
    place = question.index("springfield")
    ours, theirs = (kb.entity_index(name) or 0 for name in ("ours", "theirs"))
    links = [Link(theirs, "springfield", place, place + 11, 0.6, ((ours, 0.4),))]
    for state in ("ohio", "iowa"):
        if state in question:
            start = question.index(state)
            links.append(Link(kb.entity_index(state) or 0, state, start, start + 4, 1.0))
    reader = ValueReader(kb, CachedEncoder(TinyEncoder(), None))
    reading = reader.read(question, links)
    assert reading is not None
    (measured,) = reader.of_name(reading)
    assert kb.entity_id(measured.entity) == entity


def test_a_phrase_that_says_more_than_a_name_is_asked() -> None:
    start = len("population of the capital of ")
    links = [Link(SPRINGFIELDS.entity_index("ohio") or 0, "ohio", start, start + 4, 1.0)]
    reading = ValueReader(SPRINGFIELDS, CachedEncoder(TinyEncoder(), None)).read(
        "population of the capital of ohio", links
    )
    assert reading is not None
    assert (reading.entities, reading.asked) == ((), "what is the capital of ohio")


def test_an_entity_of_that_name_that_has_the_value_goes_before_a_likelier_one_without() -> None:
    kb = SPRINGFIELDS
    ohio, ours = (kb.entity_index(name) or 0 for name in ("ohio", "ours"))
    reader = ValueReader(kb, CachedEncoder(TinyEncoder(), None))
    reading = reader.read("population of ohio", [Link(ohio, "ohio", 14, 18, 0.9, ((ours, 0.1),))])
    assert reading is not None
    assert [measured.entity for measured in reader.of_name(reading)] == [ours]


@pytest.mark.parametrize(
    ("question", "expected"),
    [
        ("what is the population of France and Norway?", [("france", "68373433"), ("norway", "5550203")]),
        ("population of Oslo, Lyon and Nice", [("oslo", "709037"), ("lyon", "522250"), ("nice", "348085")]),
        ("how large are Norway and the country Italy", [("norway", "385207"), ("italy", "301340")]),
        ("population of Oslo as well as Bergen", [("oslo", "709037"), ("bergen", "289330")]),
        ("population of both Oslo or Bergen", [("oslo", "709037"), ("bergen", "289330")]),
        ("Oslo and Bergen population", [("oslo", "709037"), ("bergen", "289330")]),
        ("when were Nina Falk and Ines Prado born", [("nina_falk", "1975-03-02"), ("ines_prado", "1990")]),
        ("population of Porto, Portugal and Oslo", [("porto", "231800"), ("oslo", "709037")]),
    ],
)  # fmt: skip
def test_each_of_several_names_has_its_value(
    answerer: Answerer, question: str, expected: list[tuple[str, str]]
) -> None:
    found = ask(answerer, question)
    assert [(answer["of"]["id"], answer["value"]) for answer in found["answers"]] == expected
    assert [row["id"] for row in found["evidence"]["rows"]] == [entity for entity, _ in expected]
    assert found["notes"] == []


def test_rows_of_several_names_are_ranked_by_their_values(answerer: Answerer) -> None:
    found = ask(answerer, "population of Norway, France and Italy")
    assert [row["rank"] for row in found["evidence"]["rows"]] == [3, 1, 2]
    assert found["evidence"]["compared"] == 3


def test_a_name_without_the_value_is_told_beside_those_that_have_it(answerer: Answerer) -> None:
    found = ask(answerer, "how long are the Seine, Paris and the Loire")
    assert [answer["of"]["id"] for answer in found["answers"]] == ["seine", "loire"]
    assert found["notes"] == ["the graph has no length of Paris"]
    found = ask(answerer, "how long are Paris and Lyon")
    assert (found["answers"], found["abstained"]) == ([], "the graph has no length of Paris")
    assert found["notes"] == ["the graph has no length of Lyon"]


@pytest.mark.parametrize("name", ["Atlantis", "atlantis"])
def test_a_name_that_the_graph_does_not_know_is_told_beside_a_known_one(
    answerer: Answerer, name: str
) -> None:
    found = ask(answerer, f"what is the population of France and {name}?")
    assert [answer["of"]["id"] for answer in found["answers"]] == ["france"]
    assert found["notes"] == [f'nothing in the graph is called "{name}"']


ISLANDS = ToyKB(
    [("tt", "type", "country"), ("t", "type", "island"), ("o", "type", "island"), ("p", "in", "t")],
    [
        *((entity, "population", number(people)) for people, entity in enumerate(("o", "t", "tt", "p"), 1)),
        *((entity, "area", number(area)) for area, entity in ((9, "tt"), (8, "t"))),
    ],
    {"tt": "Trinidad and Tobago", "t": "Trinidad", "o": "Tobago", "p": "Port", "island": "island"},
)


@pytest.mark.parametrize(
    ("question", "values"),
    [
        ("population of Trinidad and Tobago", {"tt": "3"}),
        ("population of Trinidad and Tobago and Trinidad", {"tt": "3", "t": "2"}),
        ("population of Port, Trinidad and Tobago and Tobago", {"p": "4", "tt": "3", "o": "1"}),
        ("how big are Trinidad or Tobago", {"t": "2", "o": "1"}),
        ("how big is Trinidad", {"t": "8"}),
    ],
)
def test_an_and_within_a_name_does_not_part_it(question: str, values: dict[str, str]) -> None:
    encoder = CachedEncoder(TinyEncoder(), None)
    reader = ValueReader(ISLANDS, encoder)
    reading = reader.read(question, EntityLinker(ISLANDS).link(question))
    assert reading is not None
    found = {
        ISLANDS.entity_id(one.entity): ISLANDS.number_text(one.handles[0]) for one in reader.of_name(reading)
    }
    assert found == values
