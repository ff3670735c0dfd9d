"""The outputs in the tour are whole, and of the shape that the commands print today."""

import io
import json
import re
import shlex
from typing import Any

import pytest
from rich.console import Console
from scripts.tour import PAGE, commands

from numkbqa.cli.output import WIDTH_OF_A_PIPE
from numkbqa.cli.render_answer import render_answer
from tests.support.answer_contract import checked
from tests.support.pages import blocks

OUTPUTS = {
    command: output
    for block in blocks(PAGE.read_text(encoding="utf-8"))
    if block.language == "console"
    for command, output in re.findall(r"^\$ (.+)\n((?:(?!\$ ).*\n)*)", block.code, re.M)
}
JSON = [command for command in OUTPUTS if command.endswith(" --json")]


def rendered(document: dict[str, Any]) -> str:
    """What `ask` prints of a document."""
    console = Console(width=WIDTH_OF_A_PIPE, file=io.StringIO())
    with console.capture() as capture:
        for part in render_answer(document):
            console.print(part, highlight=False)
    return capture.get()


def lines(output: str) -> list[str]:
    """The lines of an output without spaces at their ends, and without the times."""
    kept = [line.rstrip() for line in output.strip("\n").splitlines()]
    return [line for line in kept if not re.match(r"linking \d+ ms", line)]


def test_every_command_has_its_output() -> None:
    assert len(OUTPUTS) >= 9
    assert [command for command, output in OUTPUTS.items() if len(output.splitlines()) < 5] == []


def test_the_script_finds_every_command() -> None:
    found = [c for block in blocks(PAGE.read_text(encoding="utf-8")) for c in commands(block.code)]
    assert found == list(OUTPUTS)
    assert all(shlex.split(command)[0] == "numkbqa" for command in found)


@pytest.mark.parametrize("command", JSON)
def test_a_document_of_the_tour_is_one_of_today_and_prints_as_shown(command: str) -> None:
    document = json.loads(OUTPUTS[command])
    checked(document)
    assert lines(rendered(document)) == lines(OUTPUTS[command.removesuffix(" --json")])


def test_the_tour_shows_a_document() -> None:
    assert JSON
