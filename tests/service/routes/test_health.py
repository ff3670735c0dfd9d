from pathlib import Path

import httpx
import pytest

from numkbqa.errors import UserError
from numkbqa.service.routes.health import LOGGED
from numkbqa.service.service import Service
from tests.support.small_world import QUESTIONS

pytestmark = pytest.mark.anyio


async def test_health_tells_the_models_with_the_hash_of_their_graph(
    client: httpx.AsyncClient, service: Service
) -> None:
    health = (await client.get("/health")).json()
    assert (health["status"], health["live"], health["ready"]) == ("ok", True, True)
    assert [model["name"] for model in health["models"]] == ["toy", "again"]
    assert health["models"][0]["kb"] == service.model().kb.content_hash


@pytest.fixture
def failing(service: Service, monkeypatch: pytest.MonkeyPatch) -> None:
    failure = UserError("the weights cannot be read", where="/srv/model")
    monkeypatch.setattr(service.shelf, "failure", lambda name: failure if name == "toy" else None)


@pytest.mark.usefixtures("failing")
async def test_a_failed_reload_shows_and_the_service_is_still_ready(client: httpx.AsyncClient) -> None:
    health = (await client.get("/health")).json()
    assert (health["status"], health["ready"]) == ("degraded", True)
    assert health["models"][0]["reload_failed"] == "the weights cannot be read"
    assert health["models"][1]["reload_failed"] is None


async def test_the_reason_of_a_failed_reload_names_no_file_of_the_server(
    client: httpx.AsyncClient, service: Service, monkeypatch: pytest.MonkeyPatch
) -> None:
    failure = UserError("the graph is not at /srv/secret any more", where=Path("/srv/secret/model"))
    monkeypatch.setattr(service.shelf, "failure", lambda name: failure)
    response = await client.get("/health")
    assert response.json()["models"][0]["reload_failed"] == LOGGED
    assert "secret" not in response.text


async def test_metrics_tell_of_questions_by_route_and_kind(client: httpx.AsyncClient) -> None:
    await client.post("/ask", json={"question": QUESTIONS[0][0], "model": "again"})
    await client.post("/ask", json={"question": "who lives in Atlantis?", "model": "again"})
    response = await client.get("/metrics")
    assert response.headers["content-type"].startswith("text/plain")
    for line in (
        'numkbqa_answers_total{abstained="",kind="entity",model="again"} 1.0',
        'numkbqa_answers_total{abstained="no_topic",kind="none",model="again"} 1.0',
        'numkbqa_requests_total{method="POST",route="/ask",status="200"}',
    ):
        assert line in response.text
