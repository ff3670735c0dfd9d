import hashlib
import time
from concurrent.futures import ThreadPoolExecutor
from contextlib import AbstractContextManager
from pathlib import Path

import pytest

from numkbqa.errors import UserError
from numkbqa.files import locked, sha256_of, write_aside, write_folder_aside, write_folder_once


def names(folder: Path) -> list[str]:
    return sorted(item.name for item in folder.iterdir())


def fail_within(writing: AbstractContextManager[Path], stop: type[BaseException]) -> None:
    with writing as aside:
        (aside / "kb.json" if aside.is_dir() else aside).write_text("half")
        raise stop


def test_a_file_appears_whole_and_replaces_the_old_one(tmp_path: Path) -> None:
    target = tmp_path / "new" / "folder" / "file.txt"
    for text in ("first", "second"):
        with write_aside(target) as aside:
            aside.write_text(text)
            assert aside.parent == target.parent
        assert target.read_text() == text
    assert names(target.parent) == ["file.txt"]


@pytest.mark.parametrize("stop", [ValueError, KeyboardInterrupt])
def test_a_failed_file_leaves_the_old_one_and_no_litter(tmp_path: Path, stop: type[BaseException]) -> None:
    target = tmp_path / "file.txt"
    target.write_text("old")
    with pytest.raises(stop):
        fail_within(write_aside(target), stop)
    assert target.read_text() == "old"
    assert names(tmp_path) == ["file.txt"]


def test_a_file_never_replaces_a_folder(tmp_path: Path) -> None:
    with pytest.raises(UserError, match="folder stands"), write_aside(tmp_path):
        pass


def test_a_parent_that_is_a_file_is_a_user_error(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("x")
    with pytest.raises(UserError, match="cannot make the folder"), write_aside(tmp_path / "file" / "inner"):
        pass


def write_kb(target: Path, text: str) -> None:
    with write_folder_aside(target, marker="kb.json") as aside:
        (aside / "kb.json").write_text(text)
        (aside / "parts").mkdir()
        (aside / "parts" / text).write_text(text)


def test_a_folder_appears_whole_and_replaces_an_older_one_of_its_kind(tmp_path: Path) -> None:
    target = tmp_path / "kb"
    write_kb(target, "first")
    write_kb(target, "second")
    assert names(target / "parts") == ["second"]
    assert names(tmp_path) == ["kb"]


def test_an_empty_folder_may_be_replaced(tmp_path: Path) -> None:
    (tmp_path / "kb").mkdir()
    write_kb(tmp_path / "kb", "x")
    assert names(tmp_path / "kb") == ["kb.json", "parts"]


@pytest.mark.parametrize("stop", [ValueError, KeyboardInterrupt])
def test_a_failed_folder_leaves_the_old_one_and_no_litter(tmp_path: Path, stop: type[BaseException]) -> None:
    target = tmp_path / "kb"
    write_kb(target, "old")
    with pytest.raises(stop):
        fail_within(write_folder_aside(target, marker="kb.json"), stop)
    assert (target / "kb.json").read_text() == "old"
    assert names(tmp_path) == ["kb"]


def test_a_strangers_folder_is_never_replaced(tmp_path: Path) -> None:
    (tmp_path / "home").mkdir()
    (tmp_path / "home" / "thesis.tex").write_text("years of work")
    with pytest.raises(UserError, match=r"no kb\.json"):
        write_kb(tmp_path / "home", "x")
    assert names(tmp_path / "home") == ["thesis.tex"]


def test_a_link_to_a_folder_is_not_replaced(tmp_path: Path) -> None:
    write_kb(tmp_path / "kb", "x")
    (tmp_path / "link").symlink_to(tmp_path / "kb")
    with pytest.raises(UserError, match="no folder"):
        write_kb(tmp_path / "link", "y")
    assert (tmp_path / "kb" / "kb.json").read_text() == "x"


def test_of_two_who_write_one_folder_at_once_the_first_counts(tmp_path: Path) -> None:
    target = tmp_path / "index"
    with write_folder_once(target) as slow:
        (slow / "by").write_text("slow")
        with write_folder_once(target) as quick:
            (quick / "by").write_text("quick")
        opened = (target / "by").stat().st_ino
    assert (target / "by").read_text() == "quick"
    assert (target / "by").stat().st_ino == opened
    assert names(tmp_path) == ["index"]


@pytest.mark.parametrize("stop", [ValueError, KeyboardInterrupt])
def test_a_failed_folder_of_this_sort_leaves_no_litter(tmp_path: Path, stop: type[BaseException]) -> None:
    with pytest.raises(stop):
        fail_within(write_folder_once(tmp_path / "index"), stop)
    assert not names(tmp_path)


def test_sha256_is_that_of_the_bytes(tmp_path: Path) -> None:
    (tmp_path / "file").write_bytes(b"abc" * 500_000)
    assert sha256_of(tmp_path / "file") == hashlib.sha256(b"abc" * 500_000).hexdigest()


def test_a_locked_folder_is_for_one_at_a_time(tmp_path: Path) -> None:
    inside, most = 0, 0

    def work() -> None:
        nonlocal inside, most
        with locked(tmp_path):
            inside += 1
            most = max(most, inside)
            time.sleep(0.01)
            inside -= 1

    with ThreadPoolExecutor(4) as pool:
        for one in [pool.submit(work) for _ in range(8)]:
            one.result()
    assert (inside, most) == (0, 1)
    assert list(tmp_path.iterdir()) == []
