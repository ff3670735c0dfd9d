import math
from collections.abc import Callable

import pytest

from numkbqa.training.schedules import (
    NUMBER_FLOOR,
    QUESTION_FLOOR,
    Schedule,
    warmup_then_cosine,
    warmup_times_cosine,
)


def test_training_on_questions_rises_to_its_highest_rate_and_then_falls_to_a_twentieth() -> None:
    factor = warmup_then_cosine(0.05, 100)
    assert [factor(step) for step in range(6)] == [0.2, 0.4, 0.6, 0.8, 1.0, 1.0]
    assert factor(52) == pytest.approx(QUESTION_FLOOR + (1 - QUESTION_FLOOR) / 2, abs=0.02)
    assert factor(100) == factor(1000) == QUESTION_FLOOR == 1 / 20


def test_number_pretraining_falls_from_its_first_step_to_a_fiftieth() -> None:
    factor = warmup_times_cosine(0.05, 100)
    falls = [NUMBER_FLOOR + (1 - NUMBER_FLOOR) * 0.5 * (1 + math.cos(math.pi * s / 100)) for s in range(100)]
    assert [factor(step) for step in range(100)] == pytest.approx(
        [min(1.0, (step + 1) / 5) * fall for step, fall in enumerate(falls)]
    )
    assert factor(100) == factor(1000) == NUMBER_FLOOR == 1 / 50


@pytest.mark.parametrize(
    ("factor", "expected"),
    [
        (warmup_then_cosine(0.05, 240), (1 / 12, 0.9988731609546676, 0.2032912534777731)),
        (warmup_times_cosine(0.05, 240), (1 / 12, 0.9879177370491712, 0.16351767721859173)),
    ],
)
def test_the_shapes_are_those_that_results_were_made_with(
    factor: Schedule, expected: tuple[float, ...]
) -> None:
    assert [factor(step) for step in (0, 17, 180)] == pytest.approx(expected, rel=1e-14)


@pytest.mark.parametrize("schedule", [warmup_then_cosine, warmup_times_cosine])
@pytest.mark.parametrize("total", [0, 1, 2])
def test_few_steps_have_a_rate(schedule: Callable[[float, int], Schedule], total: int) -> None:
    assert all(0 < schedule(0.0, total)(step) <= 1 for step in range(total + 1))
