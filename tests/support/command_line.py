"""The program: in a process of its own, as users run it, or within the test."""

import os
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from numkbqa.cli.app import run

Run = subprocess.CompletedProcess[str]
Program = Callable[..., Run]


def numkbqa(*arguments: str | Path, **environment: str) -> Run:
    """Run `numkbqa ARGUMENTS` and capture what it prints."""
    surroundings = {name: value for name, value in os.environ.items() if name != "NUMKBQA_DEBUG"}
    return subprocess.run(
        command(*arguments),
        capture_output=True,
        text=True,
        env={**surroundings, **environment},
        timeout=120,
        check=False,
    )


def within(capsys: pytest.CaptureFixture[str]) -> Program:
    """The program within the test's own process: what a process of its own costs is the import of torch."""

    def call(*arguments: str | Path) -> Run:
        words = [str(argument) for argument in arguments]
        capsys.readouterr()
        code = run(words)
        out, err = capsys.readouterr()
        return subprocess.CompletedProcess(words, code, out, err)

    return call


def command(*arguments: str | Path) -> list[str]:
    """The words to start the program with."""
    return [sys.executable, "-m", "numkbqa", *map(str, arguments)]


def listing(folder: Path) -> dict[str, int | None]:
    """Every file below a folder with its size, hidden ones too; folders have none."""
    return {
        str(path.relative_to(folder)): path.stat().st_size if path.is_file() else None
        for path in sorted(folder.rglob("*"))
    }


def assert_refused(done: Run, *texts: str) -> None:
    """Check that a run ended as wrong input does: exit code 2, a message and a remedy, an empty stdout."""
    assert done.returncode == 2, done.stderr
    assert done.stdout == ""
    assert "Traceback" not in done.stderr
    message = done.stderr[done.stderr.index("error: ") :]
    assert [text for text in texts if text not in message] == [], message
    assert "\n  " in message, f"no remedy: {message}"
