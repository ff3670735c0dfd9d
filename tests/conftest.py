import os
import signal
from collections.abc import Iterator
from pathlib import Path

import pytest
import torch

import numkbqa
from numkbqa.api import Model
from numkbqa.training.checkpoint import System, load_system
from numkbqa.training.train import train
from tests.support.small_world import LEARNING, Trained, build_world, settings_of


def pytest_configure() -> None:
    # Models of a test are tiny: on a busy machine a second thread only waits, and makes seconds into minutes.
    torch.set_num_threads(1)
    os.environ["OMP_NUM_THREADS"] = "1"
    # A shell's background jobs ignore Ctrl-C, and so would the commands that tests start and interrupt.
    if signal.getsignal(signal.SIGINT) == signal.SIG_IGN:
        signal.signal(signal.SIGINT, signal.default_int_handler)


def pytest_make_parametrize_id(val: object, argname: str) -> str | None:
    """Bytes go by their argument: packed bytes hold a time, and every worker must collect the same tests."""
    return argname if isinstance(val, bytes) else None


@pytest.fixture(scope="session", autouse=True)
def own_cache(tmp_path_factory: pytest.TempPathFactory) -> Iterator[None]:
    """The user's cache is neither read nor written, by subprocesses neither."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("NUMKBQA_CACHE", str(tmp_path_factory.mktemp("user_cache")))
        yield


@pytest.fixture(scope="session")
def world_kb(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Folder of the toy world's knowledge base."""
    return build_world(tmp_path_factory.mktemp("world"))


@pytest.fixture(scope="session")
def trained(world_kb: Path, tmp_path_factory: pytest.TempPathFactory) -> Trained:
    """A model that learned the toy world's ordinal questions from pseudo questions alone."""
    folder = tmp_path_factory.mktemp("trained")
    settings = settings_of(LEARNING, folder / "cache")
    report = train(world_kb, folder / "model", settings=settings)
    return Trained(world_kb, folder / "model", settings, report)


@pytest.fixture(scope="session")
def system(trained: Trained) -> System:
    """The trained model, opened."""
    return load_system(trained.model, cache=trained.cache)


@pytest.fixture(scope="session")
def opened(trained: Trained) -> Iterator[Model]:
    """The trained model as Python code opens it."""
    with numkbqa.load(trained.model) as model:
        yield model
