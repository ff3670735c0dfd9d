import numpy as np

from numkbqa.questions.ordinal import parse_ordinal
from numkbqa.questions.qgnd import NumberPair
from numkbqa.questions.qind import distinct_values
from numkbqa.questions.variation import vary_questions
from numkbqa.values.ranks import Direction, unique_kth
from tests.support.toy_kb import toy_world

KB = toy_world()


def pair(text: str, relation: int = 0) -> NumberPair:
    return NumberPair(text, relation, Direction.MAX, 1, np.array([0]), 0)


def test_keeps_the_words_around_the_determiner() -> None:
    made = vary_questions([pair("Which is the largest city here?")], distinct_values(KB), count=40, seed=0)
    assert len(set(made.texts)) > 3
    assert all(text.startswith("Which is the ") and text.endswith(" city here?") for text in made.texts)


def test_the_answer_is_what_the_new_determiner_asks_for() -> None:
    made = vary_questions(
        [pair("Which is the second largest city here?")], distinct_values(KB), count=60, seed=1, max_k=3
    )
    assert len(made) > 20
    agreed = 0
    for i, text in enumerate(made.texts):
        numbers = slice(made.offsets[i], made.offsets[i + 1])
        direction = Direction.MAX if made.maximum[i] else Direction.MIN
        expected = unique_kth(made.low[numbers], made.high[numbers], direction, int(made.k[i]))
        assert expected == made.answer[i]
        cue = parse_ordinal(text)
        agreed += cue is not None and cue.k == made.k[i]
    assert agreed > 0.9 * len(made)


def test_questions_without_a_determiner_that_can_be_replaced_give_nothing() -> None:
    assert len(vary_questions([pair("Where is Rome?")], distinct_values(KB), count=5, seed=0)) == 0


def test_digits_and_far_places_are_varied_too() -> None:
    pairs = [pair("Which is the 2nd largest here?"), pair("Which is the furthest north here?")]
    for one in pairs:
        made = vary_questions([one], distinct_values(KB), count=40, seed=0)
        assert len(set(made.texts)) > 3
        assert all(text.startswith("Which is the ") and text.endswith(" here?") for text in made.texts)


def test_orders_without_a_determiner_are_left_alone() -> None:
    pairs = [pair("Which was the second to be discovered?"), pair("Which one ranks third by area?")]
    assert len(vary_questions(pairs, distinct_values(KB), count=5, seed=0)) == 0


def test_joined_instances_keep_their_numbers_apart() -> None:
    values = distinct_values(KB)
    first = vary_questions([pair("the largest one")], values, count=3, seed=0)
    second = vary_questions([pair("the oldest one")], values, count=2, seed=1)
    both = first.joined(second)
    assert len(both) == len(first) + len(second)
    last = slice(both.offsets[-2], both.offsets[-1])
    assert both.low[last].tolist() == second.low[second.offsets[-2] : second.offsets[-1]].tolist()
    assert both.chosen([len(first)]).texts == second.texts[:1]
