import os
import signal
import subprocess
import sys
from pathlib import Path

import pytest

from numkbqa.answering import Answerer
from numkbqa.errors import UserError
from numkbqa.kb import build_kb
from numkbqa.training.checkpoint import load_system
from numkbqa.training.manifest import MANIFEST
from numkbqa.training.settings import Settings
from numkbqa.training.train import TrainingReport, check_output, train
from tests.support.small_world import (
    QUESTIONS,
    QUICK,
    Trained,
    as_overrides,
    build_world,
    settings_of,
    write_questions,
)


@pytest.fixture(scope="module")
def quick(tmp_path_factory: pytest.TempPathFactory) -> Settings:
    return settings_of(QUICK, tmp_path_factory.mktemp("train") / "cache")


def test_a_graph_alone_teaches_its_ordinal_questions(trained: Trained) -> None:
    answerer = Answerer(load_system(trained.model, cache=trained.cache))
    right = [answerer.ask(text).answers[0]["id"] == answer for text, _, answer in QUESTIONS]
    assert sum(right) >= 7
    assert trained.report.real == 0
    assert trained.report.pseudo > 100
    assert trained.report.dev > 10


def test_the_report_is_json_with_stages_and_times(trained: Trained) -> None:
    found = trained.report.to_json()
    stages = {"relations", "classifier", "numbers", "basic", "fine-tuning", "calibration"}
    assert set(trained.report.stages) == set(trained.report.seconds) == stages
    assert all(seconds > 0 for seconds in trained.report.seconds.values())
    assert found["questions"] == {
        "real": 0,
        "pseudo": trained.report.pseudo,
        "dev": trained.report.dev,
    }
    assert trained.report.peak_memory_bytes > 10_000_000


def test_question_files_are_trained_on_and_counted(world_kb: Path, quick: Settings, tmp_path: Path) -> None:
    files = [write_questions(tmp_path / "one.jsonl", QUESTIONS[:3])]
    second = write_questions(tmp_path / "two.jsonl", QUESTIONS[3:5])
    dev = write_questions(tmp_path / "dev.jsonl", QUESTIONS[5:])
    report = train(world_kb, tmp_path / "model", [*files, second], [dev], quick)
    assert report.real == 5
    assert report.dev >= 3
    assert load_system(tmp_path / "model", cache=quick.cache).manifest["training"] == report.to_json()


def test_a_second_run_trains_nothing_and_gives_the_same_model(
    world_kb: Path, quick: Settings, tmp_path: Path
) -> None:
    first = train(world_kb, tmp_path / "first", settings=quick)
    assert quick.cache is not None
    before = {file: file.stat().st_mtime_ns for file in quick.cache.rglob("*.safetensors")}
    second = train(world_kb, tmp_path / "second", settings=quick)
    after = {file: file.stat().st_mtime_ns for file in quick.cache.rglob("*.safetensors")}
    assert after == before
    assert second.stages == first.stages
    for file in (tmp_path / "first").glob("*.safetensors"):
        assert (tmp_path / "second" / file.name).read_bytes() == file.read_bytes()


def test_an_older_model_is_replaced_a_strangers_folder_is_not(
    world_kb: Path, quick: Settings, tmp_path: Path
) -> None:
    train(world_kb, tmp_path / "model", settings=quick)
    train(world_kb, tmp_path / "model", settings=quick)
    assert (tmp_path / "model" / MANIFEST).exists()
    with pytest.raises(UserError, match="did not write"):
        train(world_kb, tmp_path, settings=quick)
    assert [item.name for item in tmp_path.iterdir()] == ["model"]


def test_wrong_input_is_told_before_the_model_folder_is_made(
    world_kb: Path, quick: Settings, tmp_path: Path
) -> None:
    unknown = write_questions(tmp_path / "train.jsonl", [("what is the largest one?", "atlantis", "x")])
    for kb, files in ((world_kb, [unknown]), (world_kb, [tmp_path / "none.jsonl"]), (tmp_path / "none", [])):
        with pytest.raises(UserError):
            train(kb, tmp_path / "model", files, settings=quick)
    assert not (tmp_path / "model").exists()


def test_a_graph_without_numbers_is_refused(quick: Settings, tmp_path: Path) -> None:
    (tmp_path / "triples.tsv").write_text("a\tin\tb\n", encoding="utf-8")
    build_kb([tmp_path / "triples.tsv"], tmp_path / "kb")
    with pytest.raises(UserError, match="no numerical relation"):
        train(tmp_path / "kb", tmp_path / "model", settings=quick)


def test_where_a_model_may_be_written(tmp_path: Path) -> None:
    check_output(tmp_path / "new")
    (tmp_path / "empty").mkdir()
    check_output(tmp_path / "empty")
    (tmp_path / "old").mkdir()
    (tmp_path / "old" / MANIFEST).write_text("{}", encoding="utf-8")
    check_output(tmp_path / "old")
    (tmp_path / "file").write_text("x", encoding="utf-8")
    (tmp_path / "link").symlink_to(tmp_path / "empty")
    (tmp_path / "dangling").symlink_to(tmp_path / "nothing")
    links, long = (tmp_path / "link", tmp_path / "dangling"), tmp_path / ("m" * 300)
    for refused in (tmp_path / "file", tmp_path, tmp_path / "no" / "such", *links, long, Path("/proc/model")):
        with pytest.raises(UserError):
            check_output(refused)
    with pytest.raises(UserError):
        check_output(tmp_path / "old", "another-marker.json")
    assert {path.name for path in tmp_path.iterdir()} == {"empty", "old", "file", "link", "dangling"}


def test_an_empty_report_is_json_too() -> None:
    assert TrainingReport(0, 0, 0).to_json()["stages"] == {}


def start(command: str, kb: Path, output: Path, cache: Path) -> subprocess.Popen[str]:
    settings = as_overrides([*QUICK, "number_training.check_every=1", "basic_training.epochs=12"], cache)
    return subprocess.Popen(
        [sys.executable, "-m", "numkbqa", command, str(kb), "-o", str(output), *settings],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        env={**os.environ, "PYTHONUNBUFFERED": "1"},
        # Where the tests run in the background, a shell lets its children ignore the signal.
        preexec_fn=lambda: signal.signal(signal.SIGINT, signal.default_int_handler),  # noqa: PLW1509
    )


def read_until(run: subprocess.Popen[str], beginning: str) -> None:
    assert run.stderr is not None
    seen = []
    for line in run.stderr:
        seen.append(line)
        if line.startswith(beginning):
            return
    raise AssertionError(f"the run never said {beginning!r}: {''.join(seen)}")


def test_an_interrupted_training_leaves_no_model_and_the_same_command_goes_on(
    world_kb: Path, tmp_path: Path
) -> None:
    output, cache = tmp_path / "model", tmp_path / "cache"
    with start("train", world_kb, output, cache) as run:
        read_until(run, "pre-training nsm: epoch 1 of 12")
        run.send_signal(signal.SIGINT)
        out, err = run.communicate(timeout=120)
    assert run.returncode == 2, err
    assert out == ""
    assert "interrupted: training was interrupted" in err
    assert "Traceback" not in err
    assert not output.exists()
    assert list(tmp_path.rglob("*.aside")) == []
    kept = {path.name.rpartition("-")[0] for path in (cache / "stages").iterdir()}
    assert kept == {"relations", "classifier", "numbers"}

    with start("train", world_kb, output, cache) as run:
        _, err = run.communicate(timeout=120)
    assert run.returncode == 0, err
    assert "classifier: reused from an earlier run" in err
    assert "numbers: reused from an earlier run" in err
    assert (output / MANIFEST).exists()
    assert load_system(output, cache=cache).model is not None


def test_an_interrupted_pre_training_leaves_nothing(tmp_path: Path) -> None:
    kb = build_world(tmp_path / "world")
    with start("pretrain", kb, tmp_path / "numbers", tmp_path / "cache") as run:
        read_until(run, "QIND: step 1 ")
        run.send_signal(signal.SIGINT)
        _, err = run.communicate(timeout=120)
    assert run.returncode == 2, err
    assert "pre-training was interrupted" in err
    assert sorted(item.name for item in tmp_path.iterdir()) == ["cache", "world"]
