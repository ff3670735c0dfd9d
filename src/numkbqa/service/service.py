"""The service behind every route: the open models, the queue in front of them, and what is counted."""

import asyncio
import contextlib
from collections.abc import AsyncIterator, Callable, Collection, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import TypeVar

from numkbqa.answering import Asked
from numkbqa.answering.schema import AnswerDocument
from numkbqa.api import Model
from numkbqa.errors import UserError
from numkbqa.service.batching import Batcher
from numkbqa.service.logs import log_fault, tell
from numkbqa.service.metrics import Metrics
from numkbqa.service.refusals import Busy, Stopping, TimedOut
from numkbqa.service.settings import ServeSettings
from numkbqa.service.shelf import Served, Shelf

Found = TypeVar("Found")

SIDE_THREADS = 2
"""Threads of lookups: a long one, such as the doctor's report, does not hold up autocompletion."""


class Service:
    """Answers questions about several graphs, each with its model, without ever blocking the event loop.

    Args:
        folders: a model folder by name; the first one is the default.
        settings: queue, timeouts and limits.

    Raises:
        UserError: a folder is no model, or its graph is not there.
    """

    def __init__(self, folders: Mapping[str, Path], settings: ServeSettings | None = None) -> None:
        self.settings = settings or ServeSettings()
        self.metrics = Metrics()
        self.shelf = Shelf(folders)
        self.stopping = False
        self.connections: Collection[object] = ()
        """The open connections of the server that answers for this service; it names them."""
        self._lookups = 0
        self._model_thread = ThreadPoolExecutor(1, thread_name_prefix="model")
        self._side_threads = ThreadPoolExecutor(SIDE_THREADS, thread_name_prefix="lookup")
        self._loader = ThreadPoolExecutor(1, thread_name_prefix="loader")
        self.questions = Batcher(
            self._model_thread,
            self.settings.max_waiting,
            self.settings.max_batch,
            self.settings.timeout,
            self.metrics.batch,
        )
        self.metrics.watch_queue("questions", lambda: len(self.questions))
        self.metrics.watch_queue("lookups", lambda: self._lookups)

    def names(self) -> list[str]:
        """Names of the models; the first one is the default."""
        return self.shelf.names()

    def model(self, name: str | None = None) -> Model:
        """The model of a name as it is now.

        Args:
            name: its name; None means the first one.

        Raises:
            UnknownModel: there is none of that name.
        """
        return self.served(name).model

    def served(self, name: str | None = None) -> Served:
        """The same with its name, its graph's hash and the time at which it was opened."""
        served = self.shelf.get(name)
        tell(model=served.name)
        return served

    async def ask(
        self, name: str | None, question: str, k: int = 5, topics: Sequence[str] = ()
    ) -> AnswerDocument:
        """Answer a question, together with others that wait.

        Args:
            name: the model to ask; None means the first one.
            question: the question in natural language.
            k: how many answers to give at most.
            topics: ids of the entities that it is about; those that its text mentions by default.

        Returns:
            The document of `ask --json`.

        Raises:
            Busy: too many questions wait.
            TimedOut: there was no answer in time.
            Stopping: the service is stopping.
            UnknownModel: there is no such model.
            UserError: the question is empty or too long, or the graph lacks one of the topics.
        """
        served = self._taken_on(name)
        if len(question) > self.settings.max_question:
            what = f"the question has {len(question)} characters, more than {self.settings.max_question}"
            raise UserError(what, remedy="ask a shorter one")
        if self.settings.log_questions:
            tell(question=question)
        document = await self.questions.ask(served, Asked(question, k, tuple(topics)))
        self.metrics.answer(served.name, document)
        return document

    async def look_up(self, name: str | None, work: Callable[[Model], Found]) -> Found:
        """Do something else with a model, beside the questions: search, rank, diagnose.

        Args:
            name: the model; None means the first one.
            work: what to do with it, in a thread of its own.

        Returns:
            What the work returns.

        Raises:
            Busy: too many lookups wait.
            TimedOut: it took too long.
            Stopping: the service is stopping.
            UnknownModel: there is no such model.
        """
        served = self._taken_on(name)
        if self._lookups >= self.settings.max_lookups:
            raise Busy(retry_after=1)
        self._lookups += 1
        try:
            async with asyncio.timeout(self.settings.timeout):
                loop = asyncio.get_running_loop()
                return await loop.run_in_executor(self._side_threads, lambda: work(served.model))
        except TimeoutError:
            raise TimedOut(self.settings.timeout) from None
        finally:
            self._lookups -= 1

    def _taken_on(self, name: str | None) -> Served:
        if self.stopping:
            raise Stopping
        return self.served(name)

    async def reload(self, names: Sequence[str]) -> None:
        """Open models again, one after another, while the old ones go on answering.

        Args:
            names: which ones.
        """
        loop = asyncio.get_running_loop()
        for name in names:
            done = await loop.run_in_executor(self._loader, self.shelf.reload, name)
            self.metrics.reload(name, done=done)
        await loop.run_in_executor(self._loader, self.shelf.let_go)

    @contextlib.asynccontextmanager
    async def running(self) -> AsyncIterator[None]:
        """Watch the folders of the models meanwhile; at the end, answer what still waits."""
        watching = asyncio.create_task(self._watch())
        try:
            yield
        finally:
            watching.cancel()
            await self.close()

    async def _watch(self) -> None:
        loop = asyncio.get_running_loop()
        while self.settings.watch:
            await asyncio.sleep(self.settings.watch)
            try:
                await self.reload(await loop.run_in_executor(self._loader, self.shelf.changed))
            except Exception as error:
                # whatever stands in a folder at the moment, the next look may find it mended
                log_fault("the folders of the models cannot be watched", error)

    async def close(self) -> None:
        """Take on nothing new, answer what waits, within `drain` seconds, and end the threads."""
        self.stopping = True
        with contextlib.suppress(TimeoutError):
            async with asyncio.timeout(self.settings.drain):
                await self.questions.drained()
        for threads in (self._model_thread, self._side_threads, self._loader):
            threads.shutdown(wait=False, cancel_futures=True)
