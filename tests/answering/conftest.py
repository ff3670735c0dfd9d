import pytest

from numkbqa.answering import Answerer
from numkbqa.training.checkpoint import System


@pytest.fixture(scope="module")
def answerer(system: System) -> Answerer:
    return Answerer(system)
