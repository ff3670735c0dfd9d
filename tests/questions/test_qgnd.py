import numpy as np
import pytest

from numkbqa.questions.ordinal import parse_ordinal
from numkbqa.questions.pseudo import generate_pseudo_questions
from numkbqa.questions.qgnd import (
    NumberPair,
    find_relation,
    generate_qgnd,
    pairs_from_pseudo,
    pairs_from_questions,
)
from numkbqa.questions.records import Answer, Question
from numkbqa.values.ranks import Direction, unique_kth
from tests.support.toy_kb import ToyKB, day, number, toy_world


def test_every_instance_keeps_its_answer_and_gains_numbers() -> None:
    kb = toy_world()
    made = generate_pseudo_questions(kb, count=200, seed=1, templates="wide", max_k=3, plain_share=0.2)
    pairs = list(pairs_from_pseudo(made))
    instances = generate_qgnd(kb, pairs, seed=4, max_numbers=30)
    assert instances.texts == [pair.text for pair in pairs]
    gained = 0
    for i, pair in enumerate(pairs):
        mine = slice(int(instances.offsets[i]), int(instances.offsets[i + 1]))
        low, high, k = instances.low[mine], instances.high[mine], int(instances.k[i])
        assert unique_kth(low, high, pair.direction, k) == instances.answer[i]
        assert low[instances.answer[i]] == kb.value(pair.answer).low
        gained += len(low) > len(pair.values)
    assert gained > 50


def test_too_many_candidates_are_cut_to_those_that_decide() -> None:
    kb = ToyKB([], [(f"e{i}", "height", number(i)) for i in range(200)])
    handles = kb.numbers_of_relation(0).value
    pair = NumberPair("which is the third tallest", 0, Direction.MAX, 3, handles, int(handles[197]))
    instances = generate_qgnd(kb, [pair], seed=0, max_numbers=50)
    assert len(instances.value) == 50
    assert {197, 198, 199} <= set(instances.low.astype(int).tolist())
    assert instances.low[instances.answer[0]] == 197


@pytest.mark.parametrize(
    ("dates", "direction", "k", "answer"),
    [
        (["1998", "1999-06-01", "1999", "2001-05", "2001"], Direction.MIN, 1, "1998"),
        (["1998", "1999-06-01", "1999", "2001-05"], Direction.MAX, 1, "2001-05"),
        (["1998", "1999-06-01", "1999", "2001-05"], Direction.MAX, 2, None),  # 1999 and a day of it tie
        (["1999-06-01", "1999-06", "1999-07"], Direction.MIN, 1, None),
        (["1999-06-01", "1999-06", "1999-07"], Direction.MAX, 1, "1999-07"),
    ],
)
def test_dates_that_tie_are_never_asked_for(
    dates: list[str], direction: Direction, k: int, answer: str | None
) -> None:
    others = [
        f"{year}-01" for year in (range(2010, 2030) if direction is Direction.MIN else range(1950, 1970))
    ]
    kb = ToyKB([], [(f"e{i}", "opened", day(text)) for i, text in enumerate([*dates, *others])])
    own = np.arange(len(dates), dtype=np.int64)
    wanted = [dates.index(answer)] if answer else own.tolist()
    pairs = [NumberPair("the question", 0, direction, k, own, place) for place in wanted]
    instances = generate_qgnd(kb, pairs, seed=0, max_numbers=12)
    assert len(instances) == (1 if answer else 0)
    if answer:
        assert len(dates) <= len(instances.value) <= 12
        assert instances.value[instances.answer[0]] == wanted[0]
        assert set(own.tolist()) <= set(instances.value.tolist())


def test_equal_numbers_of_several_entities_are_one_and_negative_ones_keep_their_order() -> None:
    degrees = [-40.0, -3.5, -3.5, 0.0, 12.0, 12.0]
    kb = ToyKB([], [(f"e{i}", "temperature", number(degree)) for i, degree in enumerate(degrees)])
    handles = kb.numbers_of_relation(0).value
    asked = [
        (Direction.MIN, 2, -3.5),
        (Direction.MAX, 1, 12.0),
        (Direction.MAX, 2, 0.0),
        (Direction.MIN, 1, -40.0),
    ]
    pairs = [
        NumberPair("the question", 0, direction, k, handles, int(handles[degrees.index(answer)]))
        for direction, k, answer in asked
    ]
    instances = generate_qgnd(kb, pairs, seed=0)
    assert instances.low[instances.offsets[:-1] + instances.answer].tolist() == [one[2] for one in asked]
    assert np.diff(instances.offsets).tolist() == [4] * len(asked)


def test_a_pair_whose_answer_is_not_the_extremum_is_left_out() -> None:
    kb = toy_world()
    handles = kb.numbers_of_relation(0).value
    wrong = NumberPair("the largest", 0, Direction.MAX, 1, handles, int(handles[0]))
    assert len(generate_qgnd(kb, [wrong], seed=0)) == 0


@pytest.mark.parametrize(
    ("question", "topics", "answer", "relation"),
    [
        ("what is the largest city in Germany?", ["germany"], "berlin", "population"),
        ("what is the second longest river of France?", ["france"], "seine", "length"),
        ("which folk artist was born last?", ["folk"], "ines_prado", "date_of_birth"),
        ("what is the latest album of Jan Kowal?", ["jan_kowal"], "vistula_songs", "release_date"),
        ("what is the shortest river?", [], "sado", "length"),
    ],
)
def test_find_relation(question: str, topics: list[str], answer: str, relation: str) -> None:
    kb = toy_world()
    cue, wanted = parse_ordinal(question), kb.entity_index(answer)
    assert cue is not None
    assert wanted is not None
    found = find_relation(kb, [kb.entity_index(topic) or 0 for topic in topics], wanted, cue)
    assert found is not None
    assert kb.numerical_relations[found.relation].name == relation
    assert found.candidates[found.answer] == wanted


def test_scores_choose_among_relations_that_fit() -> None:
    kb = toy_world()
    cue, topic, answer = (
        parse_ordinal("largest country"),
        kb.entity_index("europe"),
        kb.entity_index("norway"),
    )
    assert cue is not None
    assert topic is not None
    assert answer is not None
    assert find_relation(kb, [topic], answer, cue) is None
    facts = [("x", "part", "a"), ("x", "part", "b")]
    numbers = [(e, r, number(v)) for r in ("area", "population") for e, v in (("a", 1), ("b", 2))]
    both = ToyKB(facts, numbers)
    x, b = both.entity_index("x"), both.entity_index("b")
    assert x is not None
    assert b is not None
    for relation in (0, 1):
        found = find_relation(both, [x], b, cue, {relation: 0.9})
        assert found is not None
        assert found.relation == relation


def test_real_questions_become_pairs_when_one_relation_explains_them() -> None:
    def ask(number: int, text: str, answer: Answer) -> Question:
        return Question(id=str(number), question=text, topic_entities=("spain",), answers=(answer,))

    questions = [
        ask(1, "what is the largest city in Spain?", Answer(id="madrid")),
        ask(2, "what is the largest city in Spain?", Answer(id="seville")),
        ask(3, "which city is in Spain?", Answer(id="madrid")),
        ask(4, "what is the smallest city in Spain?", Answer(value="5")),
        ask(5, "what are the two largest cities in Spain?", Answer(id="madrid")),
    ]
    kb = toy_world()
    (pair,) = pairs_from_questions(kb, questions)
    assert pair.direction is Direction.MAX
    assert kb.value(pair.answer).low == 3280782
    assert len(pair.values) == 5
    instances = generate_qgnd(kb, [pair], seed=0)
    assert np.all(instances.low <= 3280782)
