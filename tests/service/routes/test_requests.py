import asyncio
from collections.abc import Iterator

import pytest
from fastapi import Request
from starlette.exceptions import HTTPException
from starlette.types import Message

from numkbqa.service.refusals import ClientGone
from numkbqa.service.routes.requests import while_connected

pytestmark = pytest.mark.anyio


def request_of(messages: Iterator[Message]) -> Request:
    """A request whose client sends these messages, and then nothing for ever."""

    async def receive() -> Message:
        for message in messages:
            return message
        await asyncio.Event().wait()
        raise AssertionError("unreachable")

    return Request({"type": "http"}, receive)


async def test_work_is_done_while_the_client_waits() -> None:
    async def work() -> str:
        await asyncio.sleep(0)
        return "done"

    assert await while_connected(request_of(iter(())), work()) == "done"


async def test_work_is_given_up_when_the_client_leaves() -> None:
    given_up = asyncio.Event()

    async def work() -> None:
        try:
            await asyncio.Event().wait()
        finally:
            given_up.set()

    leaving = request_of(iter([{"type": "http.request"}, {"type": "http.disconnect"}]))
    with pytest.raises(ClientGone):
        await while_connected(leaving, work())
    await given_up.wait()


async def test_what_is_wrong_with_the_rest_of_the_body_is_raised() -> None:
    async def receive() -> Message:
        raise HTTPException(413, "too large")

    with pytest.raises(HTTPException, match="too large"):
        await while_connected(Request({"type": "http"}, receive), asyncio.Event().wait())


async def test_an_error_of_the_work_is_raised() -> None:
    async def work() -> None:
        raise ZeroDivisionError("here")

    with pytest.raises(ZeroDivisionError, match="here"):
        await while_connected(request_of(iter(())), work())
