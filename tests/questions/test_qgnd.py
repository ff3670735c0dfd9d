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
from tests.support.toy_kb import ToyKB, number, toy_world


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
