import numpy as np
import pytest

from numkbqa.questions.records import Answer, Question
from numkbqa.retrieval import ExampleBuilder, RetrievalSettings
from numkbqa.retrieval.examples import Example
from numkbqa.text import CachedEncoder, load_encoder
from numkbqa.training.weak_labels import Neighbourhood, right_relations
from tests.support.toy_kb import ToyKB, day, number

CITIES = {"a": (900, 10, "1900"), "b": (500, 30, "1800"), "c": (100, 20, "1700")}


@pytest.fixture(scope="module")
def encoder() -> CachedEncoder:
    return load_encoder("tiny")


@pytest.fixture(scope="module")
def kb() -> ToyKB:
    facts = [(city, "in", "land") for city in CITIES] + [(city, "type", "city") for city in CITIES]
    facts += [("r", "in", "land"), ("r", "type", "river"), ("land", "in", "continent")]
    numbers = [("r", "area", number(99))]
    for city, (people, area, year) in CITIES.items():
        numbers += [(city, "population", number(people)), (city, "area", number(area))]
        numbers += [(city, "founded", day(year))]
    return ToyKB(facts, numbers, labels={"land": "Land", "continent": "Continent"})


def labels(
    kb: ToyKB, encoder: CachedEncoder, text: str, answers: tuple[str, ...], topic: str = "land"
) -> set[str]:
    gold = tuple(Answer(id=answer) for answer in answers)
    question = Question(id="q", question=text, topic_entities=(topic,), answers=gold)
    example = ExampleBuilder(kb, encoder, RetrievalSettings()).build(question)
    assert isinstance(example, Example)
    around = Neighbourhood(example.entities, example.topics, example.head, example.relation, example.tail)
    found = right_relations(kb, question, around)
    order = np.random.default_rng(0).permutation(len(around.head))
    shuffled = Neighbourhood(
        around.entities, around.topics, around.head[order], around.relation[order], around.tail[order]
    )
    assert right_relations(kb, question, shuffled) == found
    return {kb.numerical_relations[relation].name for relation in found}


@pytest.mark.parametrize(
    ("text", "answers", "right"),
    [
        ("what is the largest city in Land?", ("a",), {"population", "founded"}),
        ("what is the smallest city in Land?", ("a",), {"area"}),
        ("what is the second largest city in Land?", ("b",), {"population", "founded", "area"}),
        ("which city in Land was founded first?", ("c",), {"founded", "population"}),
        ("which city in Land has the largest area?", ("b",), {"area"}),
        ("what is the largest city in Land?", ("a", "b"), set()),
        ("which city is in Land?", ("a",), set()),
        ("what is the largest city in Land?", ("nowhere",), set()),
    ],
)
def test_relations_by_which_the_answer_is_the_extreme_asked_for(
    kb: ToyKB, encoder: CachedEncoder, text: str, answers: tuple[str, ...], right: set[str]
) -> None:
    assert labels(kb, encoder, text, answers) == right


def test_a_group_by_two_steps_counts_where_no_neighbour_is_an_answer(
    kb: ToyKB, encoder: CachedEncoder
) -> None:
    text = "which city in Continent has the largest area?"
    assert labels(kb, encoder, text, ("b",), "continent") == {"area"}


def test_ties_are_right_only_together(encoder: CachedEncoder) -> None:
    facts = [(city, "in", "land") for city in "abc"]
    numbers = [("a", "size", number(5)), ("b", "size", number(5)), ("c", "size", number(1))]
    kb = ToyKB(facts, numbers, labels={"land": "Land"})
    assert labels(kb, encoder, "the largest city in Land", ("a", "b")) == {"size"}
    assert labels(kb, encoder, "the largest city in Land", ("a",)) == set()


def test_of_several_values_the_outermost_counts(encoder: CachedEncoder) -> None:
    facts = [(city, "in", "land") for city in "ab"]
    numbers = [("a", "size", number(1)), ("a", "size", number(9)), ("b", "size", number(5))]
    kb = ToyKB(facts, numbers, labels={"land": "Land"})
    assert labels(kb, encoder, "the largest city in Land", ("a",)) == {"size"}
    assert labels(kb, encoder, "the smallest city in Land", ("a",)) == {"size"}
