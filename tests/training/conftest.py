from pathlib import Path

import pytest

from numkbqa.kb import open_kb
from numkbqa.training.workbench import Workbench
from tests.support.small_world import QUICK, settings_of


@pytest.fixture(scope="session")
def workbench(world_kb: Path, tmp_path_factory: pytest.TempPathFactory) -> Workbench:
    """The toy world with quick settings and a cache of its own."""
    return Workbench(open_kb(world_kb), settings_of(QUICK, tmp_path_factory.mktemp("workbench") / "cache"))
