import numpy as np
import pytest

from numkbqa.experiments.hops import FAR, Reach
from numkbqa.questions.records import Answer, Question
from tests.support.toy_kb import ToyKB, day, number


@pytest.fixture
def kb() -> ToyKB:
    facts = [("a", "r", "b"), ("c", "s", "b"), ("c", "r", "d"), ("d", "r", "e")]
    numbers = [("a", "size", number(7)), ("b", "size", number(3.5)), ("d", "born", day("1999-06"))]
    return ToyKB(facts, numbers)


def hops(kb: ToyKB, topic: str, *answers: Answer, num_hops: int = 2) -> int:
    index = kb.entity_index(topic)
    assert index is not None
    return Reach(kb, num_hops).hops(index, Question(id="q", question="?", answers=answers))


def test_facts_count_in_both_directions(kb: ToyKB) -> None:
    assert hops(kb, "a", Answer(id="b")) == 1
    assert hops(kb, "b", Answer(id="a")) == 1
    assert hops(kb, "a", Answer(id="c")) == 2


def test_the_nearest_answer_counts(kb: ToyKB) -> None:
    assert hops(kb, "a", Answer(id="c"), Answer(id="b")) == 1


def test_beyond_the_last_hop_nothing_is_reached(kb: ToyKB) -> None:
    assert hops(kb, "a", Answer(id="d")) == FAR
    assert hops(kb, "a", Answer(id="d"), num_hops=3) == 3
    assert hops(kb, "a", Answer(id="unknown")) == FAR


def test_an_event_counts_as_any_entity() -> None:
    events = ToyKB([("film", "cast", "role"), ("role", "actor", "person")], events=["role"])
    assert hops(events, "film", Answer(id="person")) == 2


def test_a_topic_is_no_answer_of_its_own(kb: ToyKB) -> None:
    assert hops(kb, "a", Answer(id="a")) == FAR
    assert hops(kb, "a", Answer(id="a"), Answer(id="c")) == 2


@pytest.mark.parametrize("text", ["7", "7.0", "7e0"])
def test_a_literal_is_where_its_value_is(kb: ToyKB, text: str) -> None:
    assert hops(kb, "a", Answer(value=text)) == 0
    assert hops(kb, "c", Answer(value=text)) == 2


def test_dates_are_equal_by_their_text(kb: ToyKB) -> None:
    everything = np.arange(kb.num_entities)
    reach = Reach(kb)
    assert [kb.entity_id(e) for e in reach.holders(everything, "1999-06").tolist()] == ["d"]
    assert reach.holders(everything, "1999").tolist() == []
    assert reach.holders(everything, "nan").tolist() == []
    assert reach.holders(everything, "no number").tolist() == []
