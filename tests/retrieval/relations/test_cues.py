import pytest
from hypothesis import given
from hypothesis import strategies as st

from numkbqa.kb.protocol import NumericalRelation
from numkbqa.questions.ordinal import parse_ordinal
from numkbqa.retrieval.relations.cues import asked_class, is_time, question_cues, relation_measures
from numkbqa.values import Kind


def relation(name: str, unit: str | None = None, kind: Kind = Kind.NUMBER) -> NumericalRelation:
    return NumericalRelation(name, name, kind, unit)


@pytest.mark.parametrize(
    ("question", "asked"),
    [
        ("which African country has the largest area?", "african country"),
        ("who is the shortest winner of the Grammy Award?", "person"),
        ("southernmost city in Canada", "city"),
        ("what is the largest lake?", "lake"),
        ("how many people live there?", ""),
        ("which", ""),
    ],
)
def test_what_is_asked_for(question: str, asked: str) -> None:
    assert asked_class(question, parse_ordinal(question)) == asked


@pytest.mark.parametrize(
    ("question", "time"),
    [("who was born first?", 1), ("which city has the largest population?", -1), ("the largest city", 0)],
)
def test_kind_that_the_question_asks_for(question: str, time: int) -> None:
    assert question_cues(question).time == time


@pytest.mark.parametrize(
    ("question", "right", "wrong"),
    [
        ("the tallest player", relation("height"), relation("weight")),
        ("the heaviest player", relation("mass", "kilogram", Kind.QUANTITY), relation("height")),
        ("the longest river", relation("length", "kilometer", Kind.QUANTITY), relation("area")),
        ("the longest film", relation("runtime", "minute", Kind.QUANTITY), relation("budget")),
        ("the largest country", relation("area", "kilometer ** 2", Kind.QUANTITY), relation("density")),
        ("the largest country", relation("population"), relation("elevation")),
        ("the most expensive house", relation("price", "USD", Kind.QUANTITY), relation("area")),
    ],
)
def test_measures_agree_by_unit_or_by_word(
    question: str, right: NumericalRelation, wrong: NumericalRelation
) -> None:
    asked = question_cues(question).measures
    assert asked & relation_measures(right, frozenset(right.text.split()))
    assert not asked & relation_measures(wrong, frozenset(wrong.text.split()))


def test_years_as_plain_numbers_are_points_in_time() -> None:
    assert is_time(relation("founded"), frozenset({"founded"}))
    assert is_time(relation("d", kind=Kind.DATE), frozenset({"d"}))
    assert not is_time(relation("height"), frozenset({"height"}))
    assert not is_time(relation("year length", "day", Kind.QUANTITY), frozenset({"year", "length"}))


@given(st.text(max_size=60))
def test_any_text_has_cues(text: str) -> None:
    cues = question_cues(text)
    assert cues.time in (-1, 0, 1)
    assert len(cues.asked.split()) <= 3
