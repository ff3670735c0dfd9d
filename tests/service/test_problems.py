from collections.abc import AsyncIterator
from pathlib import Path

import httpx
import pytest
from fastapi import FastAPI

from numkbqa.errors import UserError
from numkbqa.service.problems import Problem, handle_errors
from numkbqa.service.refusals import Busy, ClientGone, NotFound, Stopping, TimedOut, UnknownModel

pytestmark = pytest.mark.anyio


async def raised(error: Exception) -> httpx.Response:
    """What a client gets of an error."""
    app = FastAPI()
    handle_errors(app)

    @app.get("/")
    async def fail() -> None:
        raise error

    async with httpx.AsyncClient(transport=httpx.ASGITransport(app), base_url="http://localhost") as client:
        return await client.get("/")


@pytest.mark.parametrize(
    ("error", "status", "kind"),
    [
        (UserError("wrong"), 422, "bad-request"),
        (NotFound("no such entity"), 404, "not-found"),
        (UnknownModel("no such model"), 404, "unknown-model"),
        (Busy(7), 429, "busy"),
        (TimedOut(30), 504, "timed-out"),
        (Stopping(), 503, "stopping"),
    ],
)
async def test_every_error_is_a_problem_document(error: Exception, status: int, kind: str) -> None:
    response = await raised(error)
    assert response.headers["content-type"] == "application/problem+json"
    problem = Problem.model_validate(response.json())
    assert (response.status_code, problem.status) == (status, status)
    assert problem.type == f"urn:problem-type:numkbqa:{kind}"


async def test_a_problem_tells_what_where_and_what_to_do() -> None:
    problem = (await raised(UserError("wrong", where="topics", remedy="leave it out"))).json()
    assert (problem["detail"], problem["where"], problem["remedy"]) == ("wrong", "topics", "leave it out")


async def test_a_busy_service_says_when_to_come_back() -> None:
    assert (await raised(Busy(7))).headers["retry-after"] == "7"


async def test_trouble_with_a_file_of_the_server_is_no_business_of_the_client() -> None:
    response = await raised(UserError("the cache is broken", where=Path("/srv/cache.sqlite")))
    assert response.status_code == 500
    assert "srv" not in response.text
    assert "cache" not in response.text


async def test_a_client_that_left_is_told_nothing() -> None:
    assert (await raised(ClientGone())).status_code == 499


@pytest.mark.parametrize(
    ("body", "sent_as"),
    [
        (b'{"question": "x"}', "text/plain"),
        (b"[1]", "application/json"),
        (b"question=x", "application/json"),
    ],
)
async def test_a_body_that_is_no_json_object_is_told_what_to_be(
    body: bytes, sent_as: str, client: httpx.AsyncClient
) -> None:
    response = await client.post("/ask", content=body, headers={"Content-Type": sent_as})
    assert response.status_code == 422
    assert "Content-Type: application/json" in response.json()["remedy"]


async def test_a_large_body_is_one_kind_of_problem_however_it_comes(client: httpx.AsyncClient) -> None:
    async def parts() -> AsyncIterator[bytes]:
        yield b" " * 70_000

    for content in (b" " * 70_000, parts()):
        response = await client.post("/ask", content=content, headers={"Content-Type": "application/json"})
        assert response.status_code == 413
        assert response.json()["type"] == "urn:problem-type:numkbqa:content-too-large"
        assert response.json()["remedy"]


@pytest.mark.parametrize(("method", "path", "status"), [("GET", "/nothing", 404), ("POST", "/", 405)])
async def test_what_the_framework_refuses_is_a_problem_too(method: str, path: str, status: int) -> None:
    app = FastAPI(docs_url=None)
    handle_errors(app)
    app.get("/")(lambda: None)
    async with httpx.AsyncClient(transport=httpx.ASGITransport(app), base_url="http://localhost") as client:
        response = await client.request(method, path)
    assert response.status_code == status
    assert response.headers["content-type"] == "application/problem+json"
    problem = Problem.model_validate(response.json())
    assert problem.status == status
    assert problem.remedy
