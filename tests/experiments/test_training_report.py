from typing import Any

from numkbqa.experiments.training_report import training_section


def section(result: dict[str, Any]) -> str:
    return "\n\n".join(training_section(result))


def test_a_group_without_questions_has_no_row(result: dict[str, Any]) -> None:
    page = section(result)
    assert "| size max | 1 |" in page
    assert "| size min |" not in page


def test_figures_have_their_intervals_and_gain(result: dict[str, Any]) -> None:
    page = section(result)
    assert "100.0 [100.0, 100.0]" in page
    assert "NT-NSM minus NSM, odd questions: +100.0 points [+100.0, +100.0]." in page


def test_several_seeds_are_shown_one_by_one(result: dict[str, Any]) -> None:
    run = result["runs"][0]
    page = section({**result, "seeds": [0, 1], "runs": [run, {**run, "seed": 1}]})
    assert "NT-NSM by seed, ordinal questions: 100.0, 100.0." in page


def test_where_wrong_answers_were_lost_is_told_the_commonest_first(result: dict[str, Any]) -> None:
    run = result["runs"][0]
    lost = {"all": {}, "plain": {"ranked lower": 2}, "ordinal": {"wrong order": 1, "pruned": 3}}
    evaluation = {"dev": {**run["evaluation"]["dev"], "lost": lost}}
    page = section({**result, "runs": [{**run, "evaluation": evaluation}]})
    assert "- Lost by NT-NSM: ordinal, pruned 3; plain, ranked lower 2; ordinal, wrong order 1." in page
    assert "Lost by" not in section(result)


def test_calibration_is_told_where_it_was_measured(result: dict[str, Any]) -> None:
    assert "calibration error in points" not in section(result)
    measured = {"n": 40, "ece": 0.04, "ece_uncalibrated": 0.314, "accuracy_at_coverage": {"0.80": 97.5}}
    run = result["runs"][0]
    evaluation = {"dev": {**run["evaluation"]["dev"], "calibration": measured}}
    page = section({**result, "runs": [{**run, "evaluation": evaluation}]})
    assert (
        "Confidence over 40 questions: calibration error in points calibrated 4.0, mass alone 31.4; "
        "the surest 80 % are 97.5 % right."
    ) in page
    empty = {"n": 0, "ece": None, "ece_uncalibrated": None, "accuracy_at_coverage": {"0.80": None}}
    bare = {"dev": {**run["evaluation"]["dev"], "calibration": empty}}
    page = section({**result, "runs": [{**run, "evaluation": bare}]})
    assert (
        "Confidence over 0 questions: calibration error in points -; the surest 80 % are - % right." in page
    )
