import pytest

from numkbqa.errors import UserError
from numkbqa.evaluation.modes import (
    NOTHING,
    Given,
    Grade,
    Mode,
    Rules,
    by_name,
    folded_name,
    grade_officially,
    grade_strictly,
    grader_of,
    require_gold,
    rules_of,
)
from numkbqa.questions.records import Question
from tests.support.toy_kb import ToyKB

AB = Given("a", ["a", "b"])


def test_the_modes_differ_where_they_should() -> None:
    # a is found of a and c: recall 1/2 strictly, 1/3 where the repeated answer counts twice
    twice = ["a", "a", "c"]
    assert grade_strictly(AB, twice) == Grade(1.0, 0.5)
    assert grade_officially(AB, twice).f1 == pytest.approx(2 * (1 / 2) * (1 / 3) / (1 / 2 + 1 / 3))
    assert grade_strictly(AB, []) == Grade(0.0, 0.0)
    assert grade_officially(AB, []) == Grade(1.0, 0.0)
    assert grade_officially(NOTHING, []) == Grade(1.0, 1.0)
    assert grade_strictly(NOTHING, ["a"]) == grade_officially(NOTHING, ["a"]) == Grade(0.0, 0.0)


def test_a_first_answer_that_is_not_retrieved_is_a_hit_all_the_same() -> None:
    assert grade_officially(Given("a", []), ["a"]) == Grade(1.0, 0.0)
    assert grade_strictly(Given("a", []), ["a"]) == Grade(1.0, 0.0)


def test_names_are_compared_by_label_and_alias() -> None:
    kb = ToyKB(
        [("m.1", "in", "m.9"), ("m.2", "in", "m.9"), ("m.3", "in", "m.9")],
        [],
        labels={"m.1": "The Beatles", "m.2": "Fab Four", "m.3": "Muse"},
        aliases={"m.2": ["beatles"]},
    )
    grade = by_name(kb)
    assert grade(Given("m.2", ["m.2"]), ["m.1"]) == Grade(1.0, 1.0)
    assert grade_strictly(Given("m.2", ["m.2"]), ["m.1"]) == Grade(0.0, 0.0)
    assert grade(Given("m.3", ["m.3", "m.1"]), ["m.1"]).hit == 0.0
    # one of two is right, and of two gold answers one is found
    assert grade(Given("m.1", ["m.1", "m.3"]), ["m.2", "m.9"]) == Grade(1.0, 0.5)
    assert grade(NOTHING, ["m.1"]) == Grade(0.0, 0.0)


def test_without_a_graph_ids_are_names() -> None:
    grade = grader_of(Mode.NAME)
    assert grade(Given("Jamaican  English", ["Jamaican  English"]), ["jamaican english"]) == Grade(1.0, 1.0)
    assert grade(Given("?", ["?"]), ["!"]) == Grade(0.0, 0.0)  # what has no word is no name


@pytest.mark.parametrize(
    ("name", "folded"),
    [
        ("The Beatles", "beatles"),
        ("AN Évening", "evening"),
        ("A.F.C. Ajax", "f c ajax"),
        ("The", "the"),
        ("Theodor", "theodor"),
        ("東京", "東京"),
        ("--", ""),
    ],
)
def test_names_are_folded(name: str, folded: str) -> None:
    assert folded_name(name) == folded


def test_each_mode_has_its_grader() -> None:
    assert grader_of(Mode.STRICT) is grade_strictly
    assert grader_of(Mode.OFFICIAL) is grade_officially


def test_rules_are_checked() -> None:
    assert rules_of("official", 2000) == Rules(Mode.OFFICIAL, 2000)
    assert rules_of(Mode.NAME) == Rules(Mode.NAME)
    with pytest.raises(UserError, match="no mode 'lenient'\n  choose among: strict, official, name"):
        rules_of("lenient")
    for mode, n_max in (("strict", 10), ("official", 0)):
        with pytest.raises(UserError, match=f"n_max = {n_max} does not fit the mode `{mode}`"):
            rules_of(mode, n_max)


def test_something_must_be_gradable() -> None:
    with pytest.raises(UserError, match="no question has answers"):
        require_gold([Question(id="q", question="what?")], [])
