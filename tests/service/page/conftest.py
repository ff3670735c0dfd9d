from pathlib import Path

import pytest

from numkbqa.kb import EmbeddedKnowledgeBase, open_kb
from tests.support.canned_answers import CannedService


@pytest.fixture(scope="session")
def kb(world_kb: Path) -> EmbeddedKnowledgeBase:
    """The toy world's graph."""
    return open_kb(world_kb)


@pytest.fixture
def service(kb: EmbeddedKnowledgeBase) -> CannedService:
    """A service with one model and canned answers."""
    return CannedService(kb)
