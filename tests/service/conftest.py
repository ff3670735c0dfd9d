from collections.abc import AsyncIterator

import httpx
import pytest

from numkbqa.service.app import create_app
from numkbqa.service.service import Service
from tests.support.small_world import Trained


@pytest.fixture(scope="session")
def anyio_backend() -> str:
    return "asyncio"


@pytest.fixture(scope="session")
def service(trained: Trained) -> Service:
    """A service with the toy world's model under two names."""
    return Service({"toy": trained.model, "again": trained.model})


@pytest.fixture
async def client(service: Service) -> AsyncIterator[httpx.AsyncClient]:
    """A client of the service's application."""
    transport = httpx.ASGITransport(create_app(service))
    async with httpx.AsyncClient(transport=transport, base_url="http://localhost") as client:
        yield client
