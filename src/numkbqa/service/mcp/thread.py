"""One thread for all calls of the models, so that the protocol goes on while one of them works."""

import asyncio
from collections.abc import Callable
from concurrent.futures import Future
from queue import SimpleQueue
from threading import Thread
from typing import Any, Final, TypeVar

from numkbqa.errors import UserError

MAX_WAITING: Final = 64
"""Calls that wait at most; others are refused, so that a flood does not grow the process."""

Result = TypeVar("Result")


class ModelThread:
    """Runs one call after the other in a thread of its own.

    It is no `ThreadPoolExecutor`, because the interpreter waits for the threads of one before it exits; a
    server whose client is gone shall not finish a long call first.
    """

    def __init__(self) -> None:
        self._calls: SimpleQueue[tuple[Future[Any], Callable[[], Any]]] = SimpleQueue()
        self._thread = Thread(target=self._work, name="models", daemon=True)

    async def run(self, call: Callable[[], Result]) -> Result:
        """Run a call when those before it are done.

        Args:
            call: what to run. It is dropped when the caller is cancelled before it starts; one that runs
                already runs to its end.

        Returns:
            Its result.

        Raises:
            UserError: too many calls wait.
        """
        if self._calls.qsize() >= MAX_WAITING:
            raise UserError("too many calls are waiting for the model", remedy="call again in a moment")
        if not self._thread.is_alive():
            self._thread.start()
        future: Future[Result] = Future()
        self._calls.put((future, call))
        return await asyncio.wrap_future(future)

    def _work(self) -> None:
        while True:
            future, call = self._calls.get()
            if not future.set_running_or_notify_cancel():
                continue
            try:
                future.set_result(call())
            except BaseException as error:  # noqa: BLE001, RUF100 - it is raised where it is waited for
                future.set_exception(error)
