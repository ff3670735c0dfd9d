import pytest
from hypothesis import given
from hypothesis import strategies as st

from numkbqa.evaluation.gold import ValueAnswer, equals, gold_answers, has_literal, named_by_gold, same_value
from numkbqa.questions.records import Answer, Question
from numkbqa.values import Kind, Value, parse_value
from tests.support.toy_kb import ToyKB, day, number

VALUES = {
    "population": number(266807),
    "area": number(100, "kilometer ** 2"),
    "founded": day("1966-05-01"),
    "opened": day("1966"),
    "height": number(1.8, "meter"),
}
KB = ToyKB([], [("e", name, value) for name, value in VALUES.items()])
HANDLES = {name: handle for handle, name in enumerate(VALUES)}


def answer(name: str) -> ValueAnswer:
    handle = HANDLES[name]
    return ValueAnswer(0, 0, handle, KB.number_text(handle), VALUES[name].unit)


@pytest.mark.parametrize(
    ("gold", "name", "right"),
    [
        ("266807", "population", True),
        ("266807.0", "population", True),
        ("266,807", "population", True),
        (" 266807 ", "population", True),
        ("266808", "population", False),
        ("2.66807e5", "population", True),
        ("100", "area", True),  # in the unit of the relation
        ("100 km²", "area", True),
        ("100000000 m²", "area", True),
        ("100 m²", "area", False),
        ("100 kg", "area", False),
        ("180 cm", "height", True),
        ("1966", "founded", True),
        ("1966-05", "founded", True),
        ("1966-05-01", "founded", True),
        ("1966-05-02", "founded", False),
        ("1967", "founded", False),
        ("1966", "opened", True),
        ("1966-05-01", "opened", False),  # the graph does not know the day
        ("1 May 1966", "founded", True),
        ("unknown", "population", False),
        ("", "population", False),
    ],
)
def test_a_value_is_right_when_it_is_the_literal_asked_for(gold: str, name: str, right: bool) -> None:
    assert equals(gold, answer(name), KB) is right


def test_a_text_that_is_no_value_must_be_written_the_same_way() -> None:
    odd = ValueAnswer(0, 0, HANDLES["population"], "About Nine")
    assert equals("about nine ", odd, KB)
    assert not equals("about ten", odd, KB)


@given(st.floats(1e-9, 1e12), st.floats(-1e-7, 1e-7))
def test_numbers_are_equal_up_to_a_millionth(value: float, off: float) -> None:
    close, far = value * (1 + off), value * (1 + 1e-5)
    assert same_value(number(value), number(close))
    assert same_value(number(close), number(value))
    assert not same_value(number(value), number(far))


def test_the_whole_range_counts_not_one_end_of_it() -> None:
    month = parse_value("P1M", "xsd:duration")
    assert month is not None
    assert month.low < month.high
    assert same_value(month, month)
    assert not same_value(month, Value(Kind.QUANTITY, month.low, month.low, "", unit=month.unit))


def test_a_number_is_no_date() -> None:
    assert not same_value(number(1966), day("1966"))
    assert not same_value(day("1966"), number(1966))


def test_values_go_by_the_name_of_the_gold_answer_that_they_equal() -> None:
    gold = (Answer(id="e"), Answer(value="266,807"), Answer(value="1966"))
    question = Question(id="q", question="what?", answers=gold)
    given_values = [answer("founded"), answer("population"), answer("area")]
    assert named_by_gold(given_values, question, KB) == ["1966", "266,807", "100 kilometer ** 2"]
    assert named_by_gold([], question, KB) == []
    assert gold_answers(question) == ["e", "266,807", "1966"]


def test_a_question_with_one_literal_asks_for_a_value() -> None:
    assert has_literal(Question(id="q", question="what?", answers=(Answer(id="e"), Answer(value="1"))))
    assert not has_literal(Question(id="q", question="what?", answers=(Answer(id="e"),)))
