import numpy as np

from numkbqa.evaluation.answer_groups import answer_groups, holds_rank
from numkbqa.questions.ordinal import OrdinalCue, parse_ordinal
from numkbqa.questions.records import Question
from numkbqa.retrieval.examples.example import Example, Ints
from numkbqa.values import Kind

NAMES = ["land", "city", "north", "south", "a", "b", "c", "d"]
# (head, relation, tail): the land has two states, each with cities; all but d are cities.
FACTS = [
    ("land", 0, "north"),
    ("land", 0, "south"),
    ("north", 1, "a"),
    ("north", 1, "b"),
    ("south", 1, "c"),
    ("south", 2, "d"),
    ("city", 3, "a"),
    ("city", 3, "b"),
    ("city", 3, "c"),
    ("a", 4, "north"),
    ("land", 5, "b"),
    ("land", 5, "d"),
]
SIZES = {"a": 5.0, "b": 3.0, "c": 4.0, "d": 9.0, "north": 70.0}


def example(answer: str, topics: list[str]) -> Example:
    place = {name: number for number, name in enumerate(NAMES)}
    head, relation, tail = zip(*((place[h], r, place[t]) for h, r, t in FACTS), strict=True)
    low = np.array(list(SIZES.values()))
    nothing: Ints = np.zeros(len(low), dtype=np.int64)
    return Example(
        question=Question(id="q", question="what?"),
        entities=np.arange(len(NAMES)) + 10,
        topics=np.isin(NAMES, topics),
        answers=np.isin(NAMES, [answer]),
        num_answers=1,
        head=np.array(head),
        relation=np.array(relation),
        tail=np.array(tail),
        distinct_relations=np.arange(6),
        numerical_relations=np.array([0]),
        relevance=np.array([1.0]),
        number_entity=np.array([place[name] for name in SIZES]),
        number_relation=nothing,
        low=low,
        high=low,
        value=nothing,
        of_asked_class=np.zeros(len(NAMES), dtype=np.bool_),
        asked_classes=nothing,
    )


def groups(answer: str, topics: list[str]) -> set[str]:
    """The groups, each as the letters of its members."""
    found = answer_groups(example(answer, topics))
    return {" ".join(np.array(NAMES)[group]) for group in found}


def cue(text: str) -> OrdinalCue:
    found = parse_ordinal(text)
    assert found is not None
    return found


def test_a_group_is_what_a_topic_reaches_by_the_relations_that_reach_the_answer() -> None:
    assert groups("a", ["land"]) == {"a b c"}  # by state and city; d is there by another relation
    assert groups("b", ["land"]) == {"a b c", "b d"}
    assert groups("a", ["city"]) == {"a b c"}
    assert groups("a", ["north"]) == {"a b"}
    assert groups("d", ["city"]) == set()  # a city's facts lead to states alone


def test_what_two_topics_have_in_common_is_a_group() -> None:
    assert groups("b", ["land", "city"]) == {"a b c", "b d", "b"}


def test_topics_are_in_no_group() -> None:
    assert groups("a", ["north", "a"]) == {"b"}


def test_a_relation_is_right_when_the_answer_holds_the_rank_in_its_group() -> None:
    for answer, text, right in [
        ("a", "the largest city", True),
        ("b", "the largest city", False),
        ("c", "the second largest city", True),
        ("b", "the smallest city", True),
        ("d", "the largest city", True),  # of what the land reaches directly
        ("d", "the second largest city", False),
    ]:
        asked = example(answer, ["land"])
        none = np.zeros(len(NAMES), dtype=np.bool_)
        assert holds_rank(asked, 0, Kind.NUMBER, cue(text), none, answer_groups(asked)) is right, (
            answer,
            text,
        )


def test_the_candidates_are_a_group_too() -> None:
    asked = example("c", ["land"])
    candidates = np.isin(NAMES, ["b", "c"])
    assert holds_rank(asked, 0, Kind.NUMBER, cue("the largest city"), candidates, [])
    assert not holds_rank(asked, 0, Kind.NUMBER, cue("the smallest city"), candidates, [])


def test_a_single_value_says_nothing_of_a_relation() -> None:
    asked = example("a", ["land"])
    alone = np.isin(NAMES, ["a", "land"])
    assert not holds_rank(asked, 0, Kind.NUMBER, cue("the largest city"), alone, [])


def test_direction_follows_the_kind_of_the_relation() -> None:
    asked = example("b", ["land"])
    everyone = np.isin(NAMES, ["a", "b", "c"])
    oldest = cue("the oldest city")
    assert holds_rank(asked, 0, Kind.DATE, oldest, everyone, [])
    assert not holds_rank(asked, 0, Kind.NUMBER, oldest, everyone, [])
