from pathlib import Path

import pytest

from numkbqa.experiments.definition import Definition, Profile
from numkbqa.experiments.inputs import prepare
from numkbqa.experiments.profile_run import PARTS, run_profile


@pytest.mark.parametrize("loss", ["kl", "bce"])
def test_the_parts_of_an_epoch_add_up(data: Path, definition: Definition, tmp_path: Path, loss: str) -> None:
    inputs = prepare(definition, tmp_path / "small", data)
    settings = definition.settings_of("default", 0, tmp_path / "cache", (f"loss={loss}",))
    found = run_profile(inputs, settings, Profile(epochs=3, warm_up=1, retrieval_questions=5, operators=4))
    assert set(found["shares"]) == set(PARTS)
    assert sum(found["shares"].values()) == pytest.approx(100, abs=0.3)
    assert len(found["epochs"]) == 3
    assert min(found["epochs"]) <= found["epoch_seconds"] <= max(found["epochs"])
    assert [len(found["operators"]), found["retrieval"]["questions"]] == [4, 5]
    assert all(operator["calls"] > 0 for operator in found["operators"])
