import numpy as np
import pytest

from numkbqa.experiments.right_relation import judged_relations
from numkbqa.questions.ordinal import OrdinalCue, parse_ordinal
from numkbqa.values import Value
from tests.support.toy_kb import ToyKB, day, number


def cue(question: str) -> OrdinalCue:
    found = parse_ordinal(question)
    assert found is not None
    return found


def right(kb: ToyKB, question: str, topic: str, *answers: str) -> set[str]:
    index = [kb.entity_index(entity) for entity in (topic, *answers)]
    numbers = [entity for entity in index if entity is not None]
    found = judged_relations(kb, numbers[:1], numbers[1:], cue(question))
    return {kb.numerical_relations[relation].name for relation in found}


@pytest.fixture
def kb() -> ToyKB:
    sizes = {"x": (9, 1, "1900"), "y": (5, 8, "1950"), "z": (7, 3, "1999")}
    facts = [(city, "in", "land") for city in sizes]
    facts += [("river", "through", city) for city in ("x", "y")] + [("world", "has", "land")]
    numbers: list[tuple[str, str, Value]] = []
    for city, (people, area, founded) in sizes.items():
        numbers += [(city, "population", number(people)), (city, "area", number(area))]
        numbers.append((city, "founded", day(founded)))
    return ToyKB(facts, [*numbers, ("land", "population", number(21))])


def test_the_relation_in_which_the_answer_is_the_extreme(kb: ToyKB) -> None:
    assert right(kb, "what is the largest city of land?", "land", "x") == {"population"}
    assert right(kb, "what is the largest city of land?", "land", "y") == {"area"}


def test_the_direction_is_that_of_the_kind_of_value(kb: ToyKB) -> None:
    assert right(kb, "what is the newest city of land?", "land", "z") == {"founded"}
    assert right(kb, "what is the latest city of land?", "land", "y") == {"area"}


def test_the_sort_of_value_that_the_wording_points_at_comes_first(kb: ToyKB) -> None:
    # x has the earliest date, and the largest population as an age would be
    assert right(kb, "what is the oldest city of land?", "land", "x") == {"founded"}
    undated = ToyKB([("a", "in", "t"), ("b", "in", "t")], [("a", "age", number(1)), ("b", "age", number(2))])
    assert right(undated, "what is the oldest of t?", "t", "b") == {"age"}


def test_k_counts(kb: ToyKB) -> None:
    assert right(kb, "what is the second largest city of land?", "land", "z") == {"population", "area"}


def test_only_members_of_the_answers_group_compete(kb: ToyKB) -> None:
    assert right(kb, "what is the largest city on river?", "river", "x") == {"population"}
    assert right(kb, "what is the largest city on river?", "river", "z") == set()


def test_two_relations_away_is_looked_at_when_nothing_nearer_explains(kb: ToyKB) -> None:
    assert right(kb, "what is the largest city of the world?", "world", "x") == {"population"}


def test_a_group_with_one_value_says_nothing() -> None:
    lonely = ToyKB([("a", "in", "t"), ("b", "in", "t")], [("a", "size", number(1))])
    assert right(lonely, "what is the largest of t?", "t", "a") == set()
    tied = ToyKB([("a", "in", "t"), ("b", "in", "t")], [("a", "size", number(1)), ("b", "size", number(1))])
    assert right(tied, "what is the largest of t?", "t", "a") == set()


def test_of_several_values_the_one_nearer_to_the_end_asked_for_counts() -> None:
    numbers = [("a", "size", number(1)), ("a", "size", number(9)), ("b", "size", number(5))]
    kb = ToyKB([("a", "in", "t"), ("b", "in", "t")], numbers)
    assert right(kb, "what is the largest of t?", "t", "a") == {"size"}
    assert right(kb, "what is the smallest of t?", "t", "a") == {"size"}
    assert right(kb, "what is the largest of t?", "t", "b") == set()


def test_the_order_of_topics_and_answers_does_not_matter(kb: ToyKB) -> None:
    everything = list(range(kb.num_entities))
    asked = cue("what is the largest city?")
    found = judged_relations(kb, everything, everything, asked)
    for seed in range(5):
        shuffled = np.random.default_rng(seed).permutation(everything).tolist()
        assert judged_relations(kb, shuffled, shuffled, asked) == found
