from pathlib import Path

from numkbqa.experiments.definition import Definition
from numkbqa.experiments.inputs import prepare
from numkbqa.experiments.pretraining_run import run_pretraining


def test_the_largest_k_is_that_of_the_run(data: Path, definition: Definition, tmp_path: Path) -> None:
    inputs = prepare(definition, tmp_path / "small", data)
    settings = definition.settings_of("default", 0, tmp_path / "cache")
    first, more = (run_pretraining(inputs, settings, max_k) for max_k in (1, 3))
    assert first["config"]["number_data"]["max_k"] == 1
    assert set(first["hits1"]) == {"all", "top", "bottom", "k1"}
    assert more["config"]["number_data"]["max_k"] == 3
    assert len(more["hits1"]) > len(first["hits1"])
    assert first["steps"] == {"QIND": 1}


def test_the_same_seed_gives_the_same_figures(data: Path, definition: Definition, tmp_path: Path) -> None:
    inputs = prepare(definition, tmp_path / "small", data)
    settings = definition.settings_of("default", 0, tmp_path / "cache")
    runs = [run_pretraining(inputs, settings, 1)["hits1"] for _ in range(2)]
    assert runs[0] == runs[1]
