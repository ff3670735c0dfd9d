import json
import re
import socket
import sys
from pathlib import Path

import pytest

from numkbqa.service.mcp.http import PATH
from numkbqa.training.manifest import FORMAT, MANIFEST
from tests.support.command_line import Program, assert_refused, within

ROOT = Path(__file__).resolve().parents[2]


@pytest.fixture
def program(capsys: pytest.CaptureFixture[str]) -> Program:
    return within(capsys)


def test_a_folder_that_is_no_model_is_refused(program: Program, tmp_path: Path) -> None:
    assert_refused(program("mcp", tmp_path), "this is no numkbqa model", str(tmp_path))


def test_two_models_of_one_name_are_refused(program: Program, tmp_path: Path) -> None:
    assert_refused(program("mcp", tmp_path, tmp_path), "several models are called", "--name first")


@pytest.fixture
def model(tmp_path: Path) -> Path:
    """A folder that looks like a model, as long as nothing is asked of it."""
    manifest = {"format": FORMAT, "kb": {"path": "", "hash": "", "relations": []}}
    (tmp_path / MANIFEST).write_text(json.dumps(manifest), encoding="utf-8")
    return tmp_path


@pytest.mark.parametrize(
    ("arguments", "missing", "extra"),
    [((), "mcp_types", "numkbqa[mcp]"), (("--http",), "uvicorn", "numkbqa[mcp,serve]")],
)
def test_what_is_not_installed_is_told(
    program: Program,
    model: Path,
    monkeypatch: pytest.MonkeyPatch,
    arguments: tuple[str, ...],
    missing: str,
    extra: str,
) -> None:
    for name in [name for name in sys.modules if name.startswith("numkbqa.service.mcp")]:
        monkeypatch.delitem(sys.modules, name)
    monkeypatch.setitem(sys.modules, missing, None)
    assert_refused(program("mcp", model, *arguments), missing, extra)


def test_others_are_not_let_in_without_a_key(program: Program, model: Path) -> None:
    assert_refused(program("mcp", model, "--http", "--host", "0.0.0.0"), "there is no API key", "--host")


def test_a_port_that_is_taken_is_told(program: Program, model: Path) -> None:
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = str(taken.getsockname()[1])
        assert_refused(program("mcp", model, "--http", "--port", port), f"127.0.0.1:{port}", "--port 0")


def test_the_documented_settings_of_hosts_are_ones_that_the_program_takes(program: Program) -> None:
    page = (ROOT / "docs" / "agents.md").read_text(encoding="utf-8")
    blocks = [
        json.loads(block) for block in re.findall(r"^```json\n(.*?)^```", page, re.MULTILINE | re.DOTALL)
    ]
    started, called = (block["mcpServers"]["numkbqa"] for block in blocks)
    name, model, *options = started["args"]
    shown = program(name, "--help").stdout
    assert Path(started["command"]).name == "numkbqa"
    assert Path(model).is_absolute()
    assert [option for option in options if option.startswith("-") and option not in shown] == []
    assert called["url"] == f"http://127.0.0.1:8001{PATH}"
