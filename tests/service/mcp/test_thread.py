import threading
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

import anyio
import anyio.to_thread
import pytest

from numkbqa.errors import UserError
from numkbqa.service.mcp.thread import MAX_WAITING, ModelThread


@asynccontextmanager
async def held(thread: ModelThread) -> AsyncIterator[None]:
    """The thread is busy with a call that ends with the block."""
    began, may_end = threading.Event(), threading.Event()

    def hold() -> None:
        began.set()
        assert may_end.wait(60)

    async with anyio.create_task_group() as group:
        group.start_soon(thread.run, hold)
        await anyio.to_thread.run_sync(began.wait)
        try:
            yield
        finally:
            may_end.set()


def nothing() -> None:
    pass


def test_a_call_gives_its_result_or_raises() -> None:
    async def calls() -> None:
        thread = ModelThread()
        assert await thread.run(lambda: 3) == 3
        with pytest.raises(UserError, match="no"):
            await thread.run(refuse)
        assert await thread.run(threading.get_ident) == await thread.run(threading.get_ident)

    def refuse() -> None:
        raise UserError("no")

    anyio.run(calls)


def test_calls_run_one_after_the_other() -> None:
    running, most = 0, 0

    def count() -> None:
        nonlocal running, most
        running += 1
        most = max(most, running)
        running -= 1

    async def calls() -> None:
        thread = ModelThread()
        async with anyio.create_task_group() as group:
            for _ in range(MAX_WAITING // 2):
                group.start_soon(thread.run, count)

    anyio.run(calls)
    assert most == 1


def test_a_call_that_is_cancelled_before_it_starts_never_runs() -> None:
    ran: list[str] = []

    async def calls() -> None:
        thread = ModelThread()
        async with held(thread):
            with anyio.move_on_after(0.01):
                await thread.run(lambda: ran.append("cancelled"))
        await thread.run(lambda: ran.append("next"))

    anyio.run(calls)
    assert ran == ["next"]


def test_too_many_waiting_calls_are_refused() -> None:
    async def calls() -> None:
        thread = ModelThread()
        async with held(thread), anyio.create_task_group() as group:
            for _ in range(MAX_WAITING):
                group.start_soon(thread.run, nothing)
            await anyio.sleep(0)
            with pytest.raises(UserError, match="too many"):
                await thread.run(nothing)
            group.cancel_scope.cancel()

    anyio.run(calls)
