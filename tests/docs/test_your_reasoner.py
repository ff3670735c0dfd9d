"""The reasoner of "Bring your own reasoner" is installed, trained, saved, opened and asked."""

import json
import os
import shlex
import subprocess
import sys
import tomllib
from pathlib import Path

import pytest

from numkbqa.training.manifest import MANIFEST
from tests.support.brought import write_package
from tests.support.pages import DOCS, blocks
from tests.support.small_world import QUICK

PAGE = blocks((DOCS / "your-reasoner.md").read_text(encoding="utf-8"))
FILES = {block.title: block.code for block in PAGE if block.title}
TRAIN, ASK = (line for block in PAGE if block.language == "bash" for line in block.code.splitlines())


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Where the package of the page is installed."""
    folder = tmp_path_factory.mktemp("site")
    points = tomllib.loads(FILES["pyproject.toml"])["project"]["entry-points"]
    write_package(folder, "one_step", FILES["one_step.py"], points["numkbqa.basic_reasoners"])
    return folder


def run(line: str, site: Path, folder: Path, *more: str) -> str:
    """Run a line of the page, and options that make it quick, in a process of its own."""
    program, *arguments = shlex.split(line)
    assert program == "numkbqa"
    environment = {**os.environ, "PYTHONPATH": str(site), "XDG_CACHE_HOME": str(folder / "cache")}
    return subprocess.run(
        [sys.executable, "-m", "numkbqa", *arguments, *more],
        cwd=folder,
        env=environment,
        check=True,
        capture_output=True,
        text=True,
    ).stdout


@pytest.fixture(scope="module")
def trained(site: Path, world_kb: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The folder in which the page's model was trained."""
    folder = tmp_path_factory.mktemp("followed")
    (folder / "kb").symlink_to(world_kb)
    quick = [part for setting in QUICK for part in ("--set", setting)]
    stages = json.loads(run(TRAIN, site, folder, *quick, "--json"))["stages"]
    assert stages["basic"]
    assert stages["numbers"]
    return folder


def test_the_model_of_the_page_is_opened_and_asked(site: Path, trained: Path) -> None:
    answer = json.loads(run(ASK, site, trained, "--json"))
    assert answer["question"] == shlex.split(ASK)[-1]
    assert answer["answers"] or answer["abstained"]
    settings = json.loads((trained / "model" / MANIFEST).read_text(encoding="utf-8"))["settings"]
    assert (settings["basic"], settings["own"]) == ("one-step", {"width": 32})


def test_a_model_without_its_package_says_what_is_missing(trained: Path, tmp_path: Path) -> None:
    with pytest.raises(subprocess.CalledProcessError) as error:
        run(ASK, tmp_path, trained)
    assert error.value.returncode == 2
    assert "there is no basic reasoner 'one-step'" in error.value.stderr
