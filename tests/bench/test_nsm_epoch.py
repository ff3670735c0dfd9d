import json
import sys
from pathlib import Path
from typing import Any

import pytest
from bench.nsm_epoch import WAYS, difference, main, measure_one
from bench.nsm_page import page
from bench.nsm_sets import FACTS, RELATIONS, TRAIN, build_examples, read_set, write_set

from bench import nsm_epoch
from numkbqa.questions.nsm_folder import is_folder_question_file

Json = dict[str, Any]
QUESTIONS = 5


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    made = tmp_path_factory.mktemp("sets") / "s40"
    write_set(made, QUESTIONS, 40)
    build_examples(made)
    return made


def test_a_set_is_of_the_official_format_and_size(folder: Path) -> None:
    assert is_folder_question_file(folder / TRAIN)
    dataset, num_relations = read_set(folder)
    assert num_relations == RELATIONS
    assert len(dataset) == QUESTIONS
    for example in dataset.examples:
        assert 30 <= example.num_entities <= 60
        assert len(example.head) == pytest.approx(2 * FACTS * example.num_entities, rel=0.05)
        assert example.topics.sum() == 1
        assert example.answers.any()
        assert not (example.answers & example.topics).any()


def test_an_example_holds_the_facts_of_the_file_and_their_inverses(folder: Path) -> None:
    rows = [json.loads(line) for line in (folder / TRAIN).read_text().splitlines()]
    for row, example in zip(rows, read_set(folder)[0].examples, strict=True):
        facts = zip(
            example.entities[example.head].tolist(),
            example.distinct_relations[example.relation].tolist(),
            example.entities[example.tail].tolist(),
            strict=True,
        )
        expected = {(h, r, t) for h, r, t in row["subgraph"]["tuples"]}
        expected |= {(t, r + RELATIONS, h) for h, r, t in expected}
        assert set(facts) == expected


def test_both_ways_give_the_same_loss_and_gradients(folder: Path) -> None:
    found = difference(folder)
    assert found["loss"] > 0
    assert found["loss_difference"] < 1e-9
    assert found["gradient_difference"] < 1e-9


@pytest.mark.parametrize("way", WAYS)
def test_every_way_trains(folder: Path, way: str) -> None:
    found = measure_one(folder, way, threads=1, epochs=1, device="cpu")
    assert len(found["losses"]) == 2
    assert found["seconds"] > 0
    assert found["peak_memory_bytes"] >= found["of_it_before_bytes"]


def test_measurements_make_a_page(
    folder: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    # The processes of their own are tested by the benchmark itself: starting six takes half a minute.
    def here(folder: Path, way: str, threads: int, options: Any) -> Json:
        return measure_one(folder, way, threads, 1, options.device)

    monkeypatch.setattr(nsm_epoch, "_in_own_process", here)
    command = ["nsm_epoch", "--sets", str(folder.parent), "--entities", "40", "--threads", "1"]
    command += ["--encoder", "tiny", "--numbers", "5"]
    monkeypatch.setattr(sys, "argv", [*command, "--json", str(tmp_path / "saved.json")])
    main()
    printed = capsys.readouterr().out
    assert "| reference | 1 |" in printed
    assert "| ours, batches kept | 1 |" in printed
    assert "| cached in memory |" in printed
    assert printed.strip() == page(json.loads((tmp_path / "saved.json").read_text())).strip()


def test_one_measurement_prints_json(
    folder: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    job = json.dumps([str(folder), "batches kept", 1, 1, "cpu"])
    monkeypatch.setattr(sys, "argv", ["nsm_epoch", "--one", job])
    main()
    assert json.loads(capsys.readouterr().out)["seconds"] > 0
