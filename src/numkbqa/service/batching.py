"""Micro-batching: questions that wait while the model works are answered together in its next run."""

import asyncio
import math
import time
from collections import deque
from collections.abc import Callable, Sequence
from concurrent.futures import Executor
from dataclasses import dataclass

from numkbqa.answering import Answer, Asked
from numkbqa.answering.schema import AnswerDocument
from numkbqa.errors import UserError
from numkbqa.service.logs import log_fault, tell
from numkbqa.service.refusals import Busy, TimedOut
from numkbqa.service.shelf import Served

Outcome = AnswerDocument | Exception
"""The answer to one question, or why there is none."""

SMOOTHING = 0.2
"""Weight of the newest batch in the average time of a question."""


@dataclass(eq=False, slots=True)
class _Waiting:
    """A question in the queue; `batch` is the size of the batch that it was answered in."""

    served: Served
    asked: Asked
    outcome: asyncio.Future[AnswerDocument]
    batch: int = 0


class Batcher:
    """A bounded queue of questions in front of one thread that does the model's work.

    A batch is never waited for: a question that finds the thread idle is answered at once and alone, and
    those that come meanwhile make the next batch.

    Args:
        thread: does the work; one thread, for a second one would only share the cores with the first.
        max_waiting: questions that may wait.
        max_batch: questions that are answered in one run.
        timeout: seconds after which a question is given up.
        observe: told the size of each batch.
    """

    def __init__(
        self,
        thread: Executor,
        max_waiting: int,
        max_batch: int,
        timeout: float,
        observe: Callable[[int], None] = lambda size: None,
    ) -> None:
        self._thread, self._observe = thread, observe
        self._max_waiting, self._max_batch, self._timeout = max_waiting, max_batch, timeout
        self._queue: deque[_Waiting] = deque()
        self._pump: asyncio.Task[None] | None = None
        self._seconds_each = 0.1

    def __len__(self) -> int:
        return len(self._queue)

    async def ask(self, served: Served, asked: Asked) -> AnswerDocument:
        """Wait for the answer to a question.

        Args:
            served: the model to ask.
            asked: the question.

        Returns:
            The answer.

        Raises:
            Busy: the queue is full.
            TimedOut: there was no answer in time; unless it is being computed, it never will be.
            UserError: the question cannot be answered as it is.
        """
        if len(self._queue) >= self._max_waiting:
            raise Busy(self.retry_after())
        waiting = _Waiting(served, asked, asyncio.get_running_loop().create_future())
        self._queue.append(waiting)
        if self._pump is None or self._pump.done():
            self._pump = asyncio.create_task(self._answer_waiting())
        try:
            async with asyncio.timeout(self._timeout):
                return await waiting.outcome
        except TimeoutError:
            raise TimedOut(self._timeout) from None
        finally:
            if waiting in self._queue:  # given up, by the clock or by its client, before its turn
                self._queue.remove(waiting)
            tell(batch=waiting.batch)

    def retry_after(self) -> int:
        """Seconds, at least one, in which the queue is worked off at the present pace."""
        return max(1, math.ceil(len(self._queue) * self._seconds_each))

    async def drained(self) -> None:
        """Wait until every question that waits is answered."""
        if self._pump is not None:
            await self._pump

    async def _answer_waiting(self) -> None:
        while batch := self._next_batch():
            asked = [waiting.asked for waiting in batch]
            start = time.monotonic()
            loop = asyncio.get_running_loop()
            outcomes = await loop.run_in_executor(self._thread, answer_all, batch[0].served, asked)
            self._learn_pace((time.monotonic() - start) / len(batch))
            self._observe(len(batch))
            for waiting, outcome in zip(batch, outcomes, strict=True):
                _settle(waiting, outcome, len(batch))

    def _next_batch(self) -> list[_Waiting]:
        """Take the first question and those behind it that ask the same model; others keep their places."""
        if not self._queue:
            return []
        served = self._queue[0].served
        batch = [waiting for waiting in self._queue if waiting.served is served][: self._max_batch]
        chosen = set(map(id, batch))
        self._queue = deque(waiting for waiting in self._queue if id(waiting) not in chosen)
        return batch

    def _learn_pace(self, seconds_each: float) -> None:
        self._seconds_each += SMOOTHING * (seconds_each - self._seconds_each)


def _settle(waiting: _Waiting, outcome: Outcome, batch: int) -> None:
    waiting.batch = batch
    if waiting.outcome.done():
        return  # given up while it was computed
    if isinstance(outcome, Exception):
        waiting.outcome.set_exception(outcome)
    else:
        waiting.outcome.set_result(outcome)


def answer_all(served: Served, asked: Sequence[Asked]) -> list[Outcome]:
    """Answer a batch of questions; one that cannot be answered leaves the others alone.

    Args:
        served: the model.
        asked: the questions.

    Returns:
        The outcome of each.
    """
    try:
        return [_outcome(found) for found in served.model.answerer.ask_all(asked)]
    except Exception as error:
        # one question must not fail those that wait beside it
        if len(asked) == 1:
            return [error]
        log_fault("a batch failed and is answered one by one", error, model=served.name, batch=len(asked))
        return [answer_all(served, [one])[0] for one in asked]


def _outcome(found: Answer | UserError) -> Outcome:
    return found if isinstance(found, UserError) else AnswerDocument.model_validate(found.to_json())
