from collections.abc import Callable
from pathlib import Path

import pytest

from numkbqa.answering import Answerer
from numkbqa.training.checkpoint import load_system
from numkbqa.training.train import train
from tests.hostile.every import CASES
from tests.support.command_line import numkbqa
from tests.support.hostile import LEARNING, Built, Case, World, build, write_files
from tests.support.small_world import settings_of


@pytest.fixture(scope="session")
def built(tmp_path_factory: pytest.TempPathFactory) -> Callable[[Case], Built]:
    """Builds the knowledge base of a case, once."""
    done: dict[str, Built] = {}

    def get(case: Case) -> Built:
        if case.name not in done:
            done[case.name] = build(case.files, tmp_path_factory.mktemp("hostile"))
        return done[case.name]

    return get


@pytest.fixture(scope="session")
def hostile_kb(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """One knowledge base out of the sources of all cases with a question, of five formats, by the program."""
    folder = tmp_path_factory.mktemp("hostile_world")
    asked = [case for case in CASES if case.asked]
    sources = [write_files(folder / case.folder, case.files) for case in asked]
    done = numkbqa("kb", "build", *sources, "-o", folder / "kb", "--json")
    assert done.returncode == 0, done.stderr
    return folder / "kb"


@pytest.fixture(scope="session")
def world(hostile_kb: Path, tmp_path_factory: pytest.TempPathFactory) -> World:
    """A model that learned the hostile graph from pseudo questions alone."""
    folder = tmp_path_factory.mktemp("hostile_model")
    settings = settings_of(LEARNING, folder / "cache")
    train(hostile_kb, folder / "model", settings=settings)
    return World(hostile_kb, folder / "model", Answerer(load_system(folder / "model")))
