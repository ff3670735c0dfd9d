import shutil
import subprocess
from importlib.metadata import version
from pathlib import Path

import pytest
import torch

from numkbqa.experiments.environment import commit_of, environment, machine


def git(folder: Path, *arguments: str) -> str:
    own = ["-c", "user.name=n", "-c", "user.email=e@example.org", "-c", "commit.gpgsign=false"]
    done = subprocess.run(
        ["git", "-C", str(folder), *own, *arguments], capture_output=True, text=True, check=True
    )
    return done.stdout.strip()


@pytest.fixture
def checkout(tmp_path: Path) -> Path:
    if shutil.which("git") is None:
        pytest.skip("git is not installed")
    git(tmp_path, "init", "-q")
    (tmp_path / "file.py").write_text("1\n", encoding="utf-8")
    git(tmp_path, "add", "file.py")
    git(tmp_path, "commit", "-q", "-m", "first")
    return tmp_path


def test_the_commit_of_a_tracked_file(checkout: Path) -> None:
    commit = git(checkout, "rev-parse", "HEAD")
    assert commit_of(checkout / "file.py") == commit
    (checkout / "file.py").write_text("2\n", encoding="utf-8")
    assert commit_of(checkout / "file.py") == f"{commit}+changes"


def test_a_file_that_git_does_not_track_has_no_commit(checkout: Path) -> None:
    (checkout / "installed.py").write_text("1\n", encoding="utf-8")
    assert commit_of(checkout / "installed.py") is None


def test_without_git_there_is_no_commit(checkout: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PATH", "")
    assert commit_of(checkout / "file.py") is None


def test_the_machine_is_described_without_its_name() -> None:
    found = machine()
    assert found["torch"] == torch.__version__
    assert isinstance(found["memory_gib"], float)
    assert found["memory_gib"] > 0
    assert environment()["numkbqa"] == version("numkbqa")
