import dataclasses
import json
import math
from pathlib import Path

import numpy as np
import pytest
from scipy.special import expit, logit

from numkbqa.errors import UserError
from numkbqa.evaluation import Calibration, Prediction, fit_calibration
from numkbqa.evaluation.calibration import read_calibration, top_mass, write_calibration
from numkbqa.questions.records import Answer
from tests.support.predictions import LARGEST, PLAIN, prediction, question

RIGHT, WRONG = question("right", PLAIN, "a"), question("wrong", PLAIN, "c")


def answered(mass: float, *, right: bool, winners: str = "") -> Prediction:
    """A question answered with a, with so much mass."""
    return prediction(RIGHT if right else WRONG, [mass, (1 - mass) / 3, 0.0], winners=winners)


def drawn(count: int, truth: Calibration, seed: int = 0) -> list[Prediction]:
    """Questions that are right as often as a calibration says, the exact sort agreeing with half of them."""
    rng = np.random.default_rng(seed)
    made = []
    for mass, lot in zip(rng.uniform(0.3, 0.999, count), rng.uniform(size=count), strict=True):
        one = answered(mass, right=False, winners=["", "a", "b"][rng.integers(3)])
        confidence = truth.confidence(one)
        assert confidence is not None
        question_of = RIGHT if lot < confidence else WRONG
        made.append(prediction(question_of, one.probabilities[:3].tolist(), winners=_names(one.winners)))
    return made


def _names(mask: "np.ndarray[tuple[int], np.dtype[np.bool_]]") -> str:
    return "".join(name for name, there in zip("abct", mask, strict=True) if there)


def test_a_calibration_that_changes_nothing_gives_the_mass() -> None:
    for mass in (0.4, 0.9, 0.999):
        one = answered(mass, right=True, winners="b")
        assert Calibration().confidence(one) == pytest.approx(mass)
        assert top_mass(one) == mass


@pytest.mark.parametrize(("winners", "added"), [("", 0.0), ("a", 0.7), ("ab", 0.7), ("b", -2.0)])
def test_confidence_by_hand(winners: str, added: float) -> None:
    calibration = Calibration(temperature=2.0, bias=0.3, agrees=0.7, disagrees=-2.0)
    expected = expit(logit(0.8) / 2 + 0.3 + added)
    assert calibration.confidence(answered(0.8, right=True, winners=winners)) == pytest.approx(expected)


def test_a_certain_or_impossible_answer_keeps_a_doubt() -> None:
    assert 0.99 < (Calibration().confidence(answered(1.0, right=True)) or 0) < 1
    assert 0 < (Calibration().confidence(prediction(RIGHT, [1e-9, 0.0, 0.0])) or 0) < 0.01


def test_without_an_answer_there_is_no_confidence() -> None:
    nothing = prediction(RIGHT, [0.0, 0.0, 0.0])
    assert Calibration().confidence(nothing) is None
    assert top_mass(nothing) is None


@pytest.mark.parametrize(
    "truth", [Calibration(2.5, 0.5, 1.0, -2.0), Calibration(0.5), Calibration(1.0, -1.0)]
)
def test_a_known_calibration_is_found_again(truth: Calibration) -> None:
    found = fit_calibration(drawn(6000, truth))
    assert found is not None
    assert found.questions == 6000
    assert found.temperature == pytest.approx(truth.temperature, rel=0.12)
    for one, other in (
        (found.bias, truth.bias),
        (found.agrees, truth.agrees),
        (found.disagrees, truth.disagrees),
    ):
        assert one == pytest.approx(other, abs=0.25)


def test_confidence_rises_with_the_mass_even_where_the_questions_say_otherwise() -> None:
    perverse = [answered(mass, right=mass < 0.6) for mass in np.linspace(0.3, 0.99, 60).tolist()]
    found = fit_calibration(perverse)
    assert found is not None
    given = [found.confidence(answered(mass, right=True)) or 0 for mass in (0.3, 0.6, 0.9, 0.99)]
    assert given == sorted(given)
    assert len(set(given)) == 4


def test_a_fit_is_the_best_there_is_and_does_not_hang_on_the_order() -> None:
    made = drawn(300, Calibration(2.0, 0.3, 1.0, -1.0), seed=3)
    found = fit_calibration(made)
    assert found is not None
    again = fit_calibration(made[::-1])
    assert again is not None
    assert dataclasses.astuple(again) == pytest.approx(dataclasses.astuple(found), abs=1e-3)
    for change in ({"bias": 0.2}, {"agrees": 0.3}, {"disagrees": -0.3}, {"temperature": 0.4}):
        ((name, by),) = change.items()
        for sign in (1, -1):
            other = dataclasses.replace(found, **{name: getattr(found, name) + sign * by})
            assert _likelihood(other, made) < _likelihood(found, made)


def _likelihood(calibration: Calibration, made: list[Prediction]) -> float:
    total = 0.0
    for one in made:
        given = calibration.confidence(one) or 0.0
        total += math.log(given if one.example.answers[one.ranking()[0]] else 1 - given)
    return total


def test_few_questions_change_little() -> None:
    few = fit_calibration([answered(0.9, right=True)])
    many = fit_calibration([answered(0.9, right=True)] * 200)
    assert few is not None
    assert many is not None
    one = answered(0.6, right=True)
    assert 0.6 < (few.confidence(one) or 0) < (many.confidence(one) or 0)


def test_questions_that_cannot_be_right_or_have_no_answer_are_passed_over() -> None:
    literal = prediction(question("v", LARGEST, Answer(value="3")), [1.0, 0.0, 0.0])
    ungraded = prediction(question("u", PLAIN), [1.0, 0.0, 0.0])
    silent = prediction(RIGHT, [0.0, 0.0, 0.0])
    assert fit_calibration([literal, ungraded, silent]) is None
    alone, beside = fit_calibration([answered(0.8, right=True)]), [literal, ungraded, silent]
    assert fit_calibration([*beside, answered(0.8, right=True)]) == alone


def test_it_is_read_as_it_was_written(tmp_path: Path) -> None:
    calibration = Calibration(1.25, -0.5, 0.75, -2.0, 300)
    write_calibration(calibration, tmp_path / "calibration.json")
    assert read_calibration(tmp_path / "calibration.json") == calibration
    assert read_calibration(tmp_path / "none.json") is None


@pytest.mark.parametrize(
    "text",
    [
        "",
        "[1]",
        "{",
        '{"heat": 1}',
        '{"temperature": 0}',
        '{"temperature": -1}',
        '{"bias": NaN}',
        '{"bias": "x"}',
    ],
)
def test_a_damaged_file_is_told(text: str, tmp_path: Path) -> None:
    file = tmp_path / "calibration.json"
    file.write_text(text, encoding="utf-8")
    with pytest.raises(UserError, match="cannot be read") as error:
        read_calibration(file)
    assert error.value.where == file


def test_the_file_holds_plain_numbers(tmp_path: Path) -> None:
    found = fit_calibration(drawn(40, Calibration()))
    assert found is not None
    write_calibration(found, tmp_path / "c.json")
    written = json.loads((tmp_path / "c.json").read_text(encoding="utf-8"))
    assert written == dataclasses.asdict(found)
    assert written["questions"] == 40
