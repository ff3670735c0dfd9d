"""Real processes build examples; some are killed or interrupted."""

import errno
import os
import signal
import subprocess
from collections.abc import Callable, Sequence
from pathlib import Path

import pytest

from numkbqa.errors import Interrupted, UserError
from numkbqa.kb import open_kb
from numkbqa.questions.records import Question, read_questions
from numkbqa.retrieval.examples import ExampleBuilder, Retrieved, read_examples, sharded, write_examples
from numkbqa.retrieval.examples.making import Prepared
from numkbqa.retrieval.examples.store import Dropped
from numkbqa.retrieval.settings import RetrievalSettings
from numkbqa.text import load_encoder
from tests.support.folders import content

Start = Callable[..., "subprocess.Popen[str]"]
TIMEOUT = 120
SHARDS = 9
SETTINGS = RetrievalSettings(max_entities=20, keep_extremes=3)


@pytest.fixture(scope="module")
def expected(asked: Path, tmp_path_factory: pytest.TempPathFactory) -> dict[str, bytes]:
    """The store that is written when all examples are made in memory first."""
    builder = ExampleBuilder(open_kb(asked / "kb"), load_encoder("tiny"), SETTINGS)
    output = tmp_path_factory.mktemp("expected")
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(sharded, "SHARD", 3)
        retrieved = builder.build_all(read_questions(asked / "questions.jsonl"))
    assert (len(retrieved.examples), len(retrieved.dropped)) == (23, 3)
    write_examples(output / "x", retrieved)
    files = content(output / "x")
    del files["examples.json"]
    return files


def the_store(output: Path) -> dict[str, bytes]:
    """Files of the only store in a folder that holds nothing else, without the manifest."""
    (store,) = output.iterdir()
    assert len(read_examples(store).dropped) == 3
    files = content(store)
    del files["examples.json"]
    return files


def finished(process: "subprocess.Popen[str]", said: str | None = None) -> tuple[str, str]:
    """Output and errors of a process, after saying something to it."""
    out, err = process.communicate(said, timeout=TIMEOUT)
    assert process.returncode == 0, err
    return out, err


def wait_for(process: "subprocess.Popen[str]", line: str) -> None:
    assert process.stdout is not None
    while process.stdout.readline().strip() != line:
        assert process.poll() is None, process.communicate()


def shards(output: Path) -> set[str]:
    return {path.name for path in output.glob("*.partial/shard-*")}


@pytest.fixture
def builder(asked: Path, monkeypatch: pytest.MonkeyPatch) -> ExampleBuilder:
    monkeypatch.setattr(sharded, "SHARD", 3)
    return ExampleBuilder(open_kb(asked / "kb"), load_encoder("tiny"), SETTINGS)


def test_one_process_writes_what_is_made_in_memory(
    asked: Path, builder: ExampleBuilder, expected: dict[str, bytes], tmp_path: Path
) -> None:
    builder.build_all_cached(read_questions(asked / "questions.jsonl"), tmp_path)
    assert the_store(tmp_path) == expected


@pytest.mark.parametrize("processes", [2, 3])
def test_any_number_of_processes_writes_the_same_bytes(
    processes: int, start: Start, expected: dict[str, bytes], tmp_path: Path
) -> None:
    _, err = finished(start(tmp_path, processes))
    assert the_store(tmp_path) == expected
    assert "retrieving: 26 done in" in err


@pytest.mark.parametrize("processes", [1, 2])
def test_a_killed_run_is_gone_on_with(
    processes: int,
    start: Start,
    asked: Path,
    builder: ExampleBuilder,
    expected: dict[str, bytes],
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    killed = start(tmp_path, processes, held="q15")
    wait_for(killed, "preparing q15")
    killed.kill()
    killed.communicate(timeout=TIMEOUT)  # ends when all its processes have, for they hold the same pipes
    kept = shards(tmp_path)
    assert 0 < len(kept) < SHARDS
    prepared = recorded(builder, monkeypatch)
    questions = read_questions(asked / "questions.jsonl")
    builder.build_all_cached(questions, tmp_path, processes=processes, description="retrieving")
    assert f"retrieving: {3 * len(kept)} are there from an earlier run" in capsys.readouterr().err
    assert kept.isdisjoint(prepared)
    assert len(prepared) == SHARDS - len(kept)
    assert the_store(tmp_path) == expected


def recorded(builder: ExampleBuilder, monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """The names of the shards that the builder prepares from now on."""
    prepare, names = builder.prepare, list[str]()

    def prepare_and_record(questions: Sequence[Question]) -> tuple[list[Prepared], Dropped]:
        names.append(f"shard-{int(questions[0].id[1:]) // 3:05d}")
        return prepare(questions)

    monkeypatch.setattr(builder, "prepare", prepare_and_record)
    return names


def test_an_interrupted_run_says_what_is_kept(
    start: Start, expected: dict[str, bytes], tmp_path: Path
) -> None:
    stopped = start(tmp_path, 2, held="q18")
    wait_for(stopped, "preparing q18")
    os.killpg(stopped.pid, signal.SIGINT)  # as a terminal does: to the whole group
    _, err = stopped.communicate(timeout=TIMEOUT)
    kept = 3 * len(shards(tmp_path))
    assert 0 < kept < 26
    assert f"Interrupted: retrieving was interrupted: {kept} of 26 questions are done and kept; " in err
    assert "KeyboardInterrupt" not in err
    finished(start(tmp_path))
    assert the_store(tmp_path) == expected


def test_two_runs_at_once_build_one_store(start: Start, expected: dict[str, bytes], tmp_path: Path) -> None:
    first = start(tmp_path, 1, held="q3")
    wait_for(first, "preparing q3")
    second = start(tmp_path, 2)
    assert second.stderr is not None
    while "waiting for another process that builds the same examples" not in second.stderr.readline():
        assert second.poll() is None
    finished(first, "\n")
    out, _ = finished(second)
    assert out == "done 23\n"
    assert the_store(tmp_path) == expected


def interrupt_after(shards: int, builder: ExampleBuilder, monkeypatch: pytest.MonkeyPatch) -> None:
    """Let a user press Ctrl-C when so many shards have been prepared."""
    prepare, left = builder.prepare, iter(range(shards))

    def prepare_some(questions: Sequence[Question]) -> tuple[list[Prepared], Dropped]:
        if next(left, None) is None:
            raise KeyboardInterrupt
        return prepare(questions)

    monkeypatch.setattr(builder, "prepare", prepare_some)


def test_a_damaged_shard_is_made_again(
    asked: Path, builder: ExampleBuilder, expected: dict[str, bytes], tmp_path: Path
) -> None:
    questions = read_questions(asked / "questions.jsonl")
    with pytest.MonkeyPatch.context() as patch:
        interrupt_after(4, builder, patch)
        with pytest.raises(Interrupted, match="12 of 26 questions are done and kept"):
            builder.build_all_cached(questions, tmp_path)
    (part,) = tmp_path.glob("*.partial/shard-00001/head.npy")
    part.write_bytes(part.read_bytes()[:-1])
    builder.build_all_cached(questions, tmp_path)
    assert the_store(tmp_path) == expected


def test_rests_of_a_finished_run_are_removed(asked: Path, builder: ExampleBuilder, tmp_path: Path) -> None:
    questions = read_questions(asked / "questions.jsonl")[:4]
    builder.build_all_cached(questions, tmp_path)
    (store,) = tmp_path.iterdir()
    rest = tmp_path / f"{store.name}.partial" / "shard-00000"
    rest.mkdir(parents=True)
    builder.build_all_cached(questions, tmp_path)
    assert list(tmp_path.iterdir()) == [store]


def test_an_unknown_topic_keeps_what_is_done(asked: Path, builder: ExampleBuilder, tmp_path: Path) -> None:
    questions = read_questions(asked / "questions.jsonl")[:7]
    wrong = Question(id="w", question="largest?", topic_entities=("atlantis",))
    with pytest.raises(UserError, match="atlantis"):
        builder.build_all_cached([*questions, wrong], tmp_path)
    assert len(shards(tmp_path)) == 2


def test_a_full_disk_is_told(
    asked: Path, builder: ExampleBuilder, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def fail(*args: object) -> None:
        raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))

    monkeypatch.setattr("numkbqa.retrieval.examples.workers.write_examples", fail)
    with pytest.raises(UserError, match="cannot be written") as raised:
        builder.build_all_cached(read_questions(asked / "questions.jsonl"), tmp_path)
    assert "make room" in str(raised.value)


def test_no_questions_make_an_empty_store(builder: ExampleBuilder, tmp_path: Path) -> None:
    assert builder.build_all_cached([], tmp_path, processes=2) == Retrieved([], [])
