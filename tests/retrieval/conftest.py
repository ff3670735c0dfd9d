import pytest

from numkbqa.retrieval import ExampleBuilder
from numkbqa.text import CachedEncoder, load_encoder
from tests.support.toy_kb import ToyKB, toy_world


@pytest.fixture(scope="session")
def world() -> ToyKB:
    return toy_world()


@pytest.fixture(scope="session")
def encoder() -> CachedEncoder:
    return load_encoder("tiny")


@pytest.fixture(scope="session")
def builder(world: ToyKB, encoder: CachedEncoder) -> ExampleBuilder:
    return ExampleBuilder(world, encoder)
