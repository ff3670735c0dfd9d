"""What happens to every request, whatever its route: a number, a log line, headers, and limits."""

import asyncio
import re
import secrets
import time
from collections.abc import Sequence
from typing import Any

from starlette.datastructures import Headers, MutableHeaders
from starlette.exceptions import HTTPException
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from numkbqa.service.logs import begin_request, log
from numkbqa.service.metrics import Metrics
from numkbqa.service.problems import CLIENT_GONE, REMEDIES, fault_of_ours, problem
from numkbqa.service.service import Service

HEADERS = {
    "X-Content-Type-Options": "nosniff",
    "X-Frame-Options": "DENY",
    "Referrer-Policy": "no-referrer",
    "Cross-Origin-Resource-Policy": "same-origin",
    "Content-Security-Policy": "default-src 'none'; frame-ancestors 'none'",
    "Cache-Control": "no-store",
}
"""Headers of every response that does not set them itself."""

_REQUEST_ID = re.compile(r"[A-Za-z0-9._-]{1,64}")


class Observed:
    """Numbers, times, counts and logs each request, and turns a fault of ours into a problem document.

    Args:
        app: what answers.
        metrics: where requests are counted.
    """

    def __init__(self, app: ASGIApp, metrics: Metrics) -> None:
        self.app, self.metrics = app, metrics

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Handle one connection; only those of HTTP are requests."""
        if scope["type"] != "http":
            await self.app(scope, receive, send)
            return
        facts, start = begin_request(), time.perf_counter()
        facts |= {"id": _request_id(scope), "status": CLIENT_GONE}

        async def send_on(message: Message) -> None:
            if message["type"] == "http.response.start":
                facts["status"] = message["status"]
                _complete(MutableHeaders(scope=message), facts["id"])
            await send(message)

        try:
            await self._answer(scope, receive, send_on, facts)
        finally:
            self._note(scope, facts, time.perf_counter() - start)

    async def _answer(self, scope: Scope, receive: Receive, send: Send, facts: dict[str, Any]) -> None:
        try:
            await self.app(scope, receive, send)
        except Exception as error:
            response = fault_of_ours(error)
            if facts["status"] != CLIENT_GONE:
                raise  # the response has begun: breaking it off is all that tells the client
            await response(scope, receive, send)

    def _note(self, scope: Scope, facts: dict[str, Any], seconds: float) -> None:
        route = getattr(scope.get("route"), "path", "other")
        self.metrics.request(scope["method"], route, facts["status"], seconds)
        about = {"method": scope["method"], "path": scope["path"], "ms": round(1000 * seconds, 1)}
        log("request", **{"id": facts["id"], **about, **facts})


def _request_id(scope: Scope) -> str:
    """The number that a proxy gave the request, or one of our own."""
    given = Headers(scope=scope).get("x-request-id", "")
    return given if _REQUEST_ID.fullmatch(given) else secrets.token_hex(8)


def _complete(headers: MutableHeaders, request_id: str) -> None:
    headers["X-Request-ID"] = request_id
    for name, value in HEADERS.items():
        headers.setdefault(name, value)


class HeadAsGet:
    """Answers HEAD as GET is answered, without the body, on every route that takes GET.

    Args:
        app: what answers.
    """

    def __init__(self, app: ASGIApp) -> None:
        self.app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Handle one connection."""
        if scope["type"] != "http" or scope["method"] != "HEAD":
            await self.app(scope, receive, send)
            return
        # the server looks at the scope as it gave it to see that no body may follow
        asked = {**scope, "method": "GET"}

        async def send_head(message: Message) -> None:
            await send({**message, "body": b""} if message["type"] == "http.response.body" else message)

        try:
            await self.app(asked, receive, send_head)
        finally:
            scope["route"] = asked.get("route")


class LimitedConnections:
    """Refuses requests while more connections are open than may be, and closes theirs, until it is so.

    Args:
        app: what answers.
        limit: connections at a time.
        service: knows the open ones.
    """

    def __init__(self, app: ASGIApp, limit: int, service: Service) -> None:
        self.app, self.limit, self.service = app, limit, service

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Handle one connection."""
        if scope["type"] == "http" and len(self.service.connections) > self.limit:
            what, remedy = f"more than {self.limit} connections are open", "try again in 1 s"
            headers = {"Connection": "close", "Retry-After": "1"}
            refusal = problem(503, "too-many-connections", what, remedy=remedy, headers=headers)
            await refusal(scope, receive, send)
            return
        await self.app(scope, receive, send)


class KnownHosts:
    """Refuses requests that call the server by another name, as a web page does after DNS rebinding.

    Args:
        app: what answers.
        hosts: its names, without port; none means any.
    """

    def __init__(self, app: ASGIApp, hosts: Sequence[str]) -> None:
        self.app, self.hosts = app, {host.lower() for host in hosts}

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Handle one connection."""
        if scope["type"] == "http" and self.hosts and self._host(scope) not in self.hosts:
            what = "the server is not called so"
            remedy = "name the host in the setting serve.hosts"
            await problem(421, "unknown-host", what, where="Host", remedy=remedy)(scope, receive, send)
            return
        await self.app(scope, receive, send)

    @staticmethod
    def _host(scope: Scope) -> str:
        host = Headers(scope=scope).get("host", "").lower()
        return re.sub(r":\d*$", "", host)


class LimitedBody:
    """Refuses bodies above a size, by what they announce and by what comes, and those that do not end.

    Args:
        app: what answers.
        limit: bytes.
        seconds: time in which the whole body must come.
    """

    def __init__(self, app: ASGIApp, limit: int, seconds: float) -> None:
        self.app, self.limit, self.seconds = app, limit, seconds

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Handle one connection."""
        if scope["type"] != "http":
            await self.app(scope, receive, send)
            return
        announced = Headers(scope=scope).get("content-length", "0")
        if announced.isdecimal() and int(announced) > self.limit:
            refusal = problem(413, "content-too-large", self._what(), remedy=REMEDIES[413])
            await refusal(scope, receive, send)
            return
        size = 0
        deadline: float | None = asyncio.get_running_loop().time() + self.seconds

        async def counted() -> Message:
            nonlocal size, deadline
            message = await self._by(deadline, receive)
            size += len(message.get("body", b""))
            if size > self.limit:
                raise HTTPException(413, self._what())
            if not message.get("more_body"):
                deadline = None  # what comes now is that the client leaves
            return message

        await self.app(scope, counted, send)

    async def _by(self, deadline: float | None, receive: Receive) -> Message:
        try:
            async with asyncio.timeout_at(deadline):
                return await receive()
        except TimeoutError:
            raise HTTPException(408, f"the body did not come within {self.seconds:g} s") from None

    def _what(self) -> str:
        return f"the body is larger than {self.limit} bytes"
