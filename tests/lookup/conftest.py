import pytest

from numkbqa.lookup import Lookup
from numkbqa.retrieval.linking import EntityLinker
from tests.support.toy_kb import ToyKB, toy_world


@pytest.fixture(scope="session")
def world() -> ToyKB:
    return toy_world()


@pytest.fixture(scope="session")
def lookup(world: ToyKB) -> Lookup:
    return Lookup(world, EntityLinker(world))
