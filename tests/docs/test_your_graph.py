"""Every example of "Bring your own graph" is built, and `kb doctor` finds in it what the page says."""

import json
import re
import shlex
import subprocess
from pathlib import Path
from typing import Any

import pytest
from typer.testing import CliRunner

from numkbqa.cli.app import app
from tests.support.pages import DOCS, Block, blocks, sections

SECTIONS = {
    title: blocks(text)
    for title, text in sections((DOCS / "your-graph.md").read_text(encoding="utf-8")).items()
    if any(block.language == "table" for block in blocks(text))
}
HEAD = "| number | unit | entities | smallest | largest |\n|---|---|---:|---|---|\n"


def run(line: str) -> str:
    """Run a line of a page in the working folder: our own command here, others by the shell."""
    if not line.startswith("numkbqa "):
        return subprocess.run(["bash", "-c", line], check=True, capture_output=True, text=True).stdout
    result = CliRunner().invoke(app, shlex.split(line)[1:])
    assert result.exit_code == 0, f"{line}\n{result.output}"
    return result.stdout


def build(line: str) -> None:
    """Build a knowledge base; nothing of an example is left out."""
    report = json.loads(run(f"{line} --json"))
    assert (report["skipped"], report["skipped_files"], report["set_aside"]) == ([], [], {})


def doctor_table() -> str:
    found = json.loads(run("numkbqa kb doctor kb --json"))["relations"]
    return HEAD + "".join(
        f"| {one['text']} | {one['unit'] or one['kind']} | {one['entities']} | {end(one['lowest'])}"
        f" | {end(one['highest'])} |\n"
        for one in found
    )


def end(extreme: dict[str, Any]) -> str:
    return f"{extreme['label']}: {extreme['lexical']}"


def follow(block: Block) -> None:
    if block.title is not None:
        Path(block.title).parent.mkdir(parents=True, exist_ok=True)
        Path(block.title).write_text(block.code, encoding="utf-8")
    elif block.language == "bash":
        for line in block.code.splitlines():
            build(line) if re.match(r"numkbqa kb build .*-o kb$", line) else run(line)
    elif block.language == "table":
        assert block.code == doctor_table()


@pytest.mark.parametrize("title", SECTIONS)
def test_the_example_is_built_and_holds_what_the_page_says(
    title: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    for block in SECTIONS[title]:
        follow(block)


def test_every_kind_of_graph_has_its_example() -> None:
    assert len(SECTIONS) >= 9
    assert all(
        "kb build" in "".join(b.code for b in found if b.language == "bash") for found in SECTIONS.values()
    )
