from dataclasses import replace
from pathlib import Path

from numkbqa.experiments.definition import Definition, Pretraining
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
    assert first["steps"] == {"QIND": 1, "QGND": 1}
    assert first["hits1_qgnd"]["all"] >= 0
    assert first["hits1_by_size"] == {}


def test_without_questions_there_is_qind_alone(data: Path, definition: Definition, tmp_path: Path) -> None:
    inputs = replace(prepare(definition, tmp_path / "small", data), train=[])
    run = run_pretraining(inputs, definition.settings_of("default", 0, tmp_path / "cache"), 1)
    assert run["steps"] == {"QIND": 1}
    assert run["hits1_qgnd"] == {}


def test_sizes_and_ranks_beyond_training_are_measured_apart(
    data: Path, definition: Definition, tmp_path: Path
) -> None:
    inputs = replace(prepare(definition, tmp_path / "small", data), train=[])
    settings = definition.settings_of("default", 0, tmp_path / "cache", ("number_data.held_out_values=0.8",))
    measured = Pretraining(sizes=(2, 6, 500), tested_k=3)
    run = run_pretraining(inputs, settings, 1, measured)
    assert set(run["hits1"]) == {"all", "top", "bottom", "k1"}
    assert set(run["hits1_by_size"]) == {"2", "6"}  # no relation has 500 numbers
    assert set(run["hits1_by_size"]["2"]) == {"all", "top", "bottom", "k1", "k2"}
    assert set(run["hits1_by_size"]["6"]) == {"all", "top", "bottom", "k1", "k2", "k3"}


def test_the_same_seed_gives_the_same_figures(data: Path, definition: Definition, tmp_path: Path) -> None:
    inputs = prepare(definition, tmp_path / "small", data)
    settings = definition.settings_of("default", 0, tmp_path / "cache")
    runs = [run_pretraining(inputs, settings, 1)["hits1"] for _ in range(2)]
    assert runs[0] == runs[1]
