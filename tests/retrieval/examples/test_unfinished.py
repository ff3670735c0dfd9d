import fcntl
import shutil
import threading
from collections.abc import Callable
from pathlib import Path

import pytest

from numkbqa.errors import UserError
from numkbqa.retrieval.examples import Retrieved, write_examples
from numkbqa.retrieval.examples.store import MANIFEST
from numkbqa.retrieval.examples.unfinished import LOCK, held, is_finished, partial_folder


def in_thread(work: Callable[[], None]) -> threading.Thread:
    thread = threading.Thread(target=work, daemon=True)
    thread.start()
    return thread


def test_the_second_waits_for_the_first(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    order = []

    def second() -> None:
        with held(tmp_path / "x.partial"):
            order.append("second")

    with held(tmp_path / "x.partial"):
        thread = in_thread(second)
        while "waiting" not in capsys.readouterr().err:
            thread.join(0.01)
        order.append("first")
    thread.join(10)
    assert order == ["first", "second"]


def test_a_lock_whose_folder_was_removed_locks_nothing(tmp_path: Path) -> None:
    folder = tmp_path / "x.partial"
    with held(folder):
        shutil.rmtree(folder)
        with held(folder), (folder / LOCK).open() as other, pytest.raises(BlockingIOError):
            fcntl.flock(other, fcntl.LOCK_EX | fcntl.LOCK_NB)


def test_who_waited_for_a_removed_folder_makes_it_anew(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    folder, seen = tmp_path / "x.partial", []

    def second() -> None:
        with held(folder):
            seen.append((folder / LOCK).exists())

    with held(folder):
        thread = in_thread(second)
        while "waiting" not in capsys.readouterr().err:
            thread.join(0.01)
        shutil.rmtree(folder)
    thread.join(10)
    assert seen == [True]


def test_rests_of_killed_writers_are_removed_and_shards_stay(tmp_path: Path) -> None:
    for name in (".shard-00001.0a1b2c3d.aside", "shard-00000"):
        (tmp_path / name).mkdir()
        (tmp_path / name / "head.npy").write_bytes(b"1")
    with held(tmp_path):
        assert {path.name for path in tmp_path.iterdir()} == {LOCK, "shard-00000"}


def test_a_place_that_takes_no_folder_is_told(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    with pytest.raises(UserError, match="cannot write examples there"), held(tmp_path / "file" / "x.partial"):
        pass


def test_a_shard_is_finished_when_it_is_whole_and_of_its_key(tmp_path: Path) -> None:
    assert not is_finished(tmp_path / "x", "key")
    write_examples(tmp_path / "x", Retrieved([], []), "key")
    assert is_finished(tmp_path / "x", "key")
    assert not is_finished(tmp_path / "x", "other")
    (tmp_path / "x" / "head.npy").write_bytes(b"")
    assert not is_finished(tmp_path / "x", "key")
    (tmp_path / "x" / MANIFEST).write_text("{")
    assert not is_finished(tmp_path / "x", "key")


def test_a_store_is_built_beside_its_place(tmp_path: Path) -> None:
    assert partial_folder(tmp_path / "0a1b") == tmp_path / "0a1b.partial"
