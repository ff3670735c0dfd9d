import socket
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest
import yaml

from numkbqa.service.access import VARIABLE
from numkbqa.service.settings import ServiceSettings
from tests.support.command_line import Program, assert_refused, within


@pytest.fixture
def program(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> Program:
    monkeypatch.delenv(VARIABLE, raising=False)
    return within(capsys)


@pytest.mark.parametrize("host", ["0.0.0.0", "::", "192.0.2.1", "example.org"])
def test_others_do_not_reach_it_without_a_key(host: str, program: Program, tmp_path: Path) -> None:
    run = program("serve", tmp_path, "--host", host)
    assert_refused(run, f"--host {host}", "there is no API key", "--api-key-file", "--open")


def test_a_folder_that_is_no_model_is_refused(program: Program, tmp_path: Path) -> None:
    assert_refused(program("serve", tmp_path, "--port", "0"), str(tmp_path), "no numkbqa model")


@pytest.fixture
def taken() -> Iterator[int]:
    with socket.create_server(("127.0.0.1", 0)) as listener:
        yield listener.getsockname()[1]


def test_a_taken_port_is_told(taken: int, program: Program, tmp_path: Path) -> None:
    assert_refused(
        program("serve", tmp_path, "--port", str(taken)), f"127.0.0.1:{taken}", "cannot listen there"
    )


def test_a_host_that_cannot_be_asked_for_is_told(program: Program, tmp_path: Path) -> None:
    run = program("serve", tmp_path, "--open", "--host", f"{'a' * 64}.example")
    assert_refused(run, "cannot listen there", "choose another --host")


def test_an_endless_time_is_refused(program: Program, tmp_path: Path) -> None:
    assert_refused(program("serve", tmp_path, "--set", "serve.drain=.inf"), "serve.drain", "finite number")


def test_an_unknown_setting_is_told(program: Program, tmp_path: Path) -> None:
    run = program("serve", tmp_path, "--set", "serve.max_batches=3")
    assert_refused(run, 'unknown setting "serve.max_batches"', 'did you mean "serve.max_batch"')


def test_a_bad_key_file_is_told(program: Program, tmp_path: Path) -> None:
    (tmp_path / "key").write_text("short", encoding="utf-8")
    run = program("serve", tmp_path, "--api-key-file", tmp_path / "key")
    assert_refused(run, str(tmp_path / "key"), "at least 16 characters")


def test_the_settings_are_listed_with_their_meaning(program: Program) -> None:
    run = program("config", "serve")
    assert run.returncode == 0
    assert ServiceSettings.model_validate(yaml.safe_load(run.stdout)) == ServiceSettings()
    assert "# Questions that may wait for the model; one more is refused (429)." in run.stdout


def test_a_missing_package_is_told_with_the_extra(
    program: Program, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    for module in [name for name in sys.modules if name.startswith("numkbqa.service")]:
        monkeypatch.delitem(sys.modules, module)
    monkeypatch.setitem(sys.modules, "uvicorn", None)
    run = program("serve", tmp_path)
    assert_refused(run, "needs uvicorn, which is not installed", 'pip install "numkbqa[serve]"')
