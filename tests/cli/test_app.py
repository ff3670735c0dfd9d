import os
import signal
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from numkbqa.cli import app as program
from numkbqa.errors import Interrupted, UserError

NO_TORCH = """
import sys
from numkbqa.cli.app import run
commands = ["", "train", "pretrain", "ask", "evaluate", "score"]
commands += ["kb", "kb build", "kb doctor", "experiment", "demo"]
codes = {run([*words.split(), "--help"]) for words in commands}
heavy = sorted({"torch", "transformers", "numpy", "pyoxigraph", "pint"} & set(sys.modules))
print("heavy:", heavy, "codes:", codes, file=sys.stderr)
"""

SLOW = """
import time
from pathlib import Path
from numkbqa.cli.app import app, main
from numkbqa.files import write_aside
@app.command()
def wait(target: Path) -> None:
    with write_aside(target) as aside:
        aside.write_text("half")
        print("waiting", flush=True)
        time.sleep(60)
main()
"""


def numkbqa(*arguments: str | Path, **environment: str) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, "-m", "numkbqa", *map(str, arguments)]
    surroundings = {**os.environ, **environment}
    return subprocess.run(command, capture_output=True, text=True, env=surroundings, timeout=120, check=False)


def test_help_lists_every_command_of_the_design() -> None:
    shown = numkbqa("--help")
    assert shown.returncode == 0
    names = ("kb", "train", "ask", "evaluate", "score", "pretrain", "experiment", "demo")
    assert all(f"│ {name} " in shown.stdout for name in names)


def test_help_imports_nothing_heavy() -> None:
    run = subprocess.run([sys.executable, "-c", NO_TORCH], capture_output=True, text=True, check=True)
    assert run.stderr == "heavy: [] codes: {0}\n"
    assert "--questions" in run.stdout


def test_version_goes_to_stdout() -> None:
    shown = numkbqa("--version")
    assert shown.returncode == 0
    assert shown.stdout.startswith("numkbqa 0.")


@pytest.mark.parametrize(
    "arguments",
    [("fly",), ("ask",), ("ask", "absent", "why?"), ("train", ".", "--fly"), ("kb", "build", ".")],
)
def test_wrong_usage_exits_2_and_says_so_on_stderr(arguments: tuple[str, ...]) -> None:
    shown = numkbqa(*arguments)
    assert shown.returncode == 2
    assert shown.stdout == ""
    assert "Usage: numkbqa" in shown.stderr


def raising(error: BaseException) -> Callable[..., None]:
    def application(*arguments: object, **options: object) -> None:
        raise error

    return application


@pytest.mark.parametrize(
    ("error", "code", "message"),
    [
        (
            UserError("no such relation", where="f.nt", line=3, remedy="add it"),
            2,
            "error: f.nt:3: no such relation\n  add it\n",
        ),
        (Interrupted("the last checkpoint is kept"), 2, "interrupted: the last checkpoint is kept\n"),
        (KeyboardInterrupt(), 2, "interrupted\n"),
        (SystemExit(130), 2, "interrupted\n"),
    ],
)
def test_errors_become_a_line_and_an_exit_code(
    error: BaseException,
    code: int,
    message: str,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    monkeypatch.setattr(program, "app", raising(error))
    assert program.run([]) == code
    assert capsys.readouterr() == ("", message)


def test_our_fault_exits_1_and_shows_the_traceback_on_demand(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(program, "app", raising(ZeroDivisionError("oops")))
    monkeypatch.delenv("NUMKBQA_DEBUG", raising=False)
    assert program.run([]) == 1
    short = capsys.readouterr().err
    assert "ZeroDivisionError: oops" in short
    assert "NUMKBQA_DEBUG=1" in short
    assert "Traceback" not in short
    monkeypatch.setenv("NUMKBQA_DEBUG", "1")
    assert program.run([]) == 1
    assert "Traceback (most recent call last)" in capsys.readouterr().err


@pytest.mark.parametrize("stop", [signal.SIGINT, signal.SIGTERM])
def test_a_stopped_run_leaves_nothing_half_written_and_exits_2(tmp_path: Path, stop: signal.Signals) -> None:
    command = [sys.executable, "-c", SLOW, "wait", str(tmp_path / "file")]
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True) as run:
        assert run.stdout is not None
        assert run.stdout.readline() == "waiting\n"
        run.send_signal(stop)
        _, err = run.communicate(timeout=60)
    assert (run.returncode, err) == (2, "interrupted\n")
    assert list(tmp_path.iterdir()) == []
