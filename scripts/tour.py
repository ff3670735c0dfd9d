r"""Write the outputs into docs/tour.md: every command of the page is run, and what it prints is put under it.

make demo
.venv/bin/python -m scripts.tour demo

A command stands behind `$ ` in a block of the language `console`; all beneath it is output.
"""

import os
import re
import shlex
import sys
import tempfile
from pathlib import Path

from typer.testing import CliRunner

from numkbqa.cli.app import app
from numkbqa.world import question_file

ROOT = Path(__file__).resolve().parents[1]
PAGE = ROOT / "docs" / "tour.md"
_CONSOLE = re.compile(r"^```console\n(.*?)^```$", re.M | re.S)


def main(demo: str) -> None:
    """Run all commands of the page and write their outputs into it.

    Args:
        demo: the folder that `make demo` made, with kb and model in it.

    Raises:
        SystemExit: it is no such folder, or a command fails; the page stays as it is.
    """
    if not Path(demo, "model").is_dir():
        sys.exit(f"{demo}: no folder of `make demo`, which must be run first")
    text = PAGE.read_text(encoding="utf-8")
    with tempfile.TemporaryDirectory() as folder:
        Path(folder, "demo").symlink_to(Path(demo).resolve())
        Path(folder, "test.jsonl").symlink_to(question_file("test"))
        os.chdir(folder)
        filled = _CONSOLE.sub(lambda block: f"```console\n{_run_all(block[1])}```", text)
    PAGE.write_text(filled, encoding="utf-8")


def commands(block: str) -> list[str]:
    """The commands in the code of a block."""
    return [line.removeprefix("$ ") for line in block.splitlines() if line.startswith("$ ")]


def _run_all(block: str) -> str:
    return "\n".join(f"$ {command}\n{_output(command)}" for command in commands(block))


def _output(command: str) -> str:
    """What a command prints, without the spaces at the ends of lines."""
    done = CliRunner().invoke(app, shlex.split(command)[1:], env={"NO_COLOR": "1"})
    if done.exit_code:
        sys.exit(f"$ {command}\n{done.output}{done.exception or ''}")
    return "".join(f"{line.rstrip()}\n" for line in done.stdout.strip("\n").splitlines())


if __name__ == "__main__":
    main(*sys.argv[1:])
