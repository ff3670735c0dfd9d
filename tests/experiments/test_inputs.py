import json
from pathlib import Path

import pytest

from numkbqa.errors import UserError
from numkbqa.experiments.definition import Definition
from numkbqa.experiments.inputs import DATA_VARIABLE, data_folder, prepare, question_keys
from numkbqa.files import sha256_of


def ids(file: Path) -> set[str]:
    return {json.loads(line)["id"] for line in file.read_text(encoding="utf-8").splitlines()}


def test_a_missing_data_folder_says_how_to_name_one(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    with pytest.raises(UserError, match=f"--data.*{DATA_VARIABLE}"):
        data_folder(tmp_path / "nowhere")
    monkeypatch.delenv(DATA_VARIABLE, raising=False)
    monkeypatch.chdir(tmp_path)
    with pytest.raises(UserError, match="data"):
        data_folder(None)


def test_the_data_folder_may_stand_in_the_environment(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv(DATA_VARIABLE, str(tmp_path))
    assert data_folder(None) == tmp_path
    (tmp_path / "own").mkdir()
    assert data_folder(tmp_path / "own") == tmp_path / "own"


def test_what_is_held_out_is_neither_trained_on_nor_lost(
    data: Path, definition: Definition, tmp_path: Path
) -> None:
    inputs = prepare(definition, tmp_path / "small", data)
    rest, held = ids(inputs.train[0]), ids(inputs.evaluate["held_out"])
    assert not rest & held
    assert rest | held == ids(data / "train.jsonl")
    assert len(held) == round(0.2 * len(rest | held))
    assert inputs.held_out_files == [data / "dev.jsonl", inputs.evaluate["held_out"]]
    again = prepare(definition, tmp_path / "other", data)
    assert ids(again.evaluate["held_out"]) == held


def test_every_file_is_hashed(data: Path, definition: Definition, tmp_path: Path) -> None:
    inputs = prepare(definition, tmp_path / "small", data)
    names = {"triples.tsv", "numbers.tsv", "names.tsv", "train.jsonl", "dev.jsonl"}
    assert inputs.sha256 == {name: sha256_of(data / name) for name in names}


def test_a_missing_file_of_the_data_is_named(data: Path, definition: Definition, tmp_path: Path) -> None:
    other = definition.model_copy(update={"evaluate": {"dev": "gone.jsonl"}})
    with pytest.raises(UserError, match=r"gone\.jsonl"):
        prepare(other, tmp_path / "small", data)


def test_a_file_where_results_shall_go_is_named(data: Path, definition: Definition, tmp_path: Path) -> None:
    (tmp_path / "results").write_text("x", encoding="utf-8")
    with pytest.raises(UserError, match="results"):
        prepare(definition, tmp_path / "results" / "small", data)


def test_keys_outside_of_the_record_are_read(data: Path) -> None:
    keys = question_keys(data / "dev.jsonl")
    assert keys["q18"]["answer_kind"] == "value"
    assert keys["q19"]["answer_kind"] == "entity"
