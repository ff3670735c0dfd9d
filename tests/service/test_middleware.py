import asyncio
import json
import logging
from collections.abc import AsyncIterator
from types import SimpleNamespace
from typing import cast

import httpx
import pytest
from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import PlainTextResponse
from starlette.types import ASGIApp, Receive, Scope, Send

from numkbqa.service.logs import LOGGER, JsonFormatter, tell
from numkbqa.service.metrics import Metrics
from numkbqa.service.middleware import (
    HEADERS,
    HeadAsGet,
    KnownHosts,
    LimitedBody,
    LimitedConnections,
    Observed,
)
from numkbqa.service.service import Service

pytestmark = pytest.mark.anyio


async def answer(scope: Scope, receive: Receive, send: Send) -> None:
    """Echoes the size of a body; on /fault it fails, on /own it sets a header itself."""
    request = Request(scope, receive)
    if request.url.path == "/fault":
        raise ZeroDivisionError("by nothing")
    try:
        size = len(await request.body())
    except HTTPException as error:
        await PlainTextResponse(error.detail, error.status_code)(scope, receive, send)
        return
    tell(size=size)
    own = {"Cache-Control": "max-age=60"} if request.url.path == "/own" else {}
    await PlainTextResponse(str(size), headers=own)(scope, receive, send)


def client_of(app: ASGIApp) -> httpx.AsyncClient:
    return httpx.AsyncClient(transport=httpx.ASGITransport(app), base_url="http://localhost:8000")


@pytest.fixture
def lines(caplog: pytest.LogCaptureFixture) -> pytest.LogCaptureFixture:
    caplog.set_level(logging.INFO, LOGGER.name)
    return caplog


def logged(lines: pytest.LogCaptureFixture) -> list[dict[str, object]]:
    return [json.loads(JsonFormatter().format(record)) for record in lines.records]


async def test_every_request_is_numbered_counted_and_logged(lines: pytest.LogCaptureFixture) -> None:
    metrics = Metrics()
    async with client_of(Observed(answer, metrics)) as client:
        response = await client.post("/x", content=b"123", headers={"Authorization": "Bearer secret"})
    (line,) = logged(lines)
    assert line["id"] == response.headers["x-request-id"]
    assert {name: line[name] for name in ("event", "method", "path", "status", "size")} == {
        "event": "request", "method": "POST", "path": "/x", "status": 200, "size": 3,
    }  # fmt: skip
    assert isinstance(line["ms"], float)
    assert "secret" not in json.dumps(line)
    counted = 'numkbqa_requests_total{method="POST",route="other",status="200"} 1.0'
    assert counted in metrics.text().decode()


@pytest.mark.parametrize(("given", "kept"), [("trace-1", True), ("a b", False), ("x" * 65, False)])
async def test_a_proxy_may_number_the_request(given: str, kept: bool) -> None:
    async with client_of(Observed(answer, Metrics())) as client:
        response = await client.get("/", headers={"X-Request-ID": given})
    assert (response.headers["x-request-id"] == given) is kept


async def test_responses_say_what_browsers_may_do_unless_a_route_says_otherwise() -> None:
    async with client_of(Observed(answer, Metrics())) as client:
        plain, own = await client.get("/"), await client.get("/own")
    assert {name: plain.headers[name] for name in HEADERS} == HEADERS
    assert own.headers["cache-control"] == "max-age=60"


async def test_a_fault_of_ours_is_logged_and_tells_the_client_nothing(
    lines: pytest.LogCaptureFixture,
) -> None:
    async with client_of(Observed(answer, Metrics())) as client:
        response = await client.get("/fault")
    assert response.status_code == 500
    assert response.headers["content-type"] == "application/problem+json"
    assert "nothing" not in response.text
    fault, request = logged(lines)
    assert "ZeroDivisionError: by nothing" in str(fault["traceback"])
    assert request["status"] == 500


async def test_head_is_get_without_the_body(lines: pytest.LogCaptureFixture) -> None:
    metrics = Metrics()
    async with client_of(Observed(HeadAsGet(answer), metrics)) as client:
        head, got = await client.head("/own"), await client.get("/own")
    assert (head.status_code, head.content, got.content) == (200, b"", b"0")
    assert head.headers["content-length"] == got.headers["content-length"] == "1"
    assert head.headers["cache-control"] == "max-age=60"
    assert [line["method"] for line in logged(lines)] == ["HEAD", "GET"]


async def test_requests_above_the_limit_of_connections_are_refused_and_theirs_closed() -> None:
    service = cast(Service, SimpleNamespace(connections={1, 2}))
    async with client_of(LimitedConnections(answer, 2, service)) as client:
        assert (await client.get("/")).status_code == 200
        service.connections = {1, 2, 3}
        refused = await client.get("/")
    assert refused.status_code == 503
    assert refused.headers["content-type"] == "application/problem+json"
    assert refused.json()["detail"] == "more than 2 connections are open"
    assert (refused.headers["connection"], refused.headers["retry-after"]) == ("close", "1")


async def parts() -> AsyncIterator[bytes]:
    for _ in range(3):
        yield b"1234"


@pytest.mark.parametrize(
    ("content", "status"), [(b"1" * 10, 200), (b"1" * 11, 413), (parts(), 413)], ids=["fits", "long", "parts"]
)
async def test_a_large_body_is_refused_however_it_comes(
    content: bytes | AsyncIterator[bytes], status: int
) -> None:
    async with client_of(LimitedBody(answer, limit=10, seconds=60)) as client:
        assert (await client.post("/", content=content)).status_code == status


async def test_a_body_that_does_not_end_is_given_up() -> None:
    async def endless() -> AsyncIterator[bytes]:
        yield b"1"
        await asyncio.Event().wait()

    async with client_of(LimitedBody(answer, limit=10, seconds=0.01)) as client:
        assert (await client.post("/", content=endless())).status_code == 408


async def test_an_answer_may_take_longer_than_a_body() -> None:
    async def patient(scope: Scope, receive: Receive, send: Send) -> None:
        await Request(scope, receive).body()
        leaving = asyncio.ensure_future(receive())
        await asyncio.wait([leaving], timeout=0.1)
        await PlainTextResponse("left" if leaving.done() else "waits")(scope, receive, send)
        leaving.cancel()

    async with client_of(LimitedBody(patient, limit=10, seconds=0.01)) as client:
        assert (await client.post("/", content=b"1")).text == "waits"


@pytest.mark.parametrize(
    ("host", "status"),
    [
        ("localhost", 200),
        ("LOCALHOST:8000", 200),
        ("[::1]:8000", 200),
        ("[::1]", 200),
        ("evil.example", 421),
        ("localhost.evil.example", 421),
        ("", 421),
    ],
)
async def test_only_known_hosts_are_answered(host: str, status: int) -> None:
    async with client_of(KnownHosts(answer, ["localhost", "[::1]"])) as client:
        assert (await client.get("/", headers={"Host": host})).status_code == status


async def test_without_known_hosts_any_host_does() -> None:
    async with client_of(KnownHosts(answer, ())) as client:
        assert (await client.get("/", headers={"Host": "any.example"})).status_code == 200
