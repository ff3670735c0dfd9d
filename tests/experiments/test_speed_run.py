from pathlib import Path

import pytest

from numkbqa.errors import UserError
from numkbqa.experiments.definition import Definition, Speed
from numkbqa.experiments.inputs import prepare
from numkbqa.experiments.speed_run import WHOLE, run_speed


def test_a_model_is_trained_when_none_is_named_and_asked_stage_by_stage(
    data: Path, definition: Definition, tmp_path: Path
) -> None:
    folder = tmp_path / "runs" / "speed"
    inputs = prepare(definition, folder, data)
    settings = definition.settings_of("default", 0, tmp_path / "cache")
    found = run_speed(inputs, settings, Speed(), folder)
    dev = found["sets"]["dev"]
    assert dev["asked"] == 6
    assert dev["slowest"].startswith("wh")
    assert {WHOLE, "linking", "retrieval", "encoding", "reasoning", "evidence"} <= set(dev["ms"])
    for own in dev["ms"].values():
        assert 0 <= own["p50"] <= own["p95"] <= own["max"]
    named = run_speed(inputs, settings, Speed(model="speed"), folder)
    assert named["sets"]["held_out"]["asked"] > 0
    assert named["model"] == "speed"


def test_a_model_that_is_not_there_says_what_to_run(
    data: Path, definition: Definition, tmp_path: Path
) -> None:
    folder = tmp_path / "runs" / "speed"
    inputs = prepare(definition, folder, data)
    settings = definition.settings_of("default", 0, tmp_path / "cache")
    with pytest.raises(UserError, match="experiment run freebase"):
        run_speed(inputs, settings, Speed(model="freebase/default-0"), folder)
