"""The doctor's reports of the served graphs: each is made once, in a thread of its own."""

import asyncio
from concurrent.futures import Future
from threading import Lock, Thread
from typing import Final

from markupsafe import Markup

from numkbqa.doctor import examine
from numkbqa.doctor.markup import fragment
from numkbqa.doctor.page import report
from numkbqa.kb import EmbeddedKnowledgeBase

PATIENCE: Final = 20.0
"""Seconds that a browser waits for a report; a large graph takes minutes, and is looked at again."""


class Reports:
    """HTML of the reports, by name of the model and content hash of the graph."""

    def __init__(self) -> None:
        self._made: dict[tuple[str, str], Future[Markup]] = {}
        self._lock = Lock()

    async def of(self, name: str, kb: EmbeddedKnowledgeBase) -> Markup:
        """The report of a graph.

        Args:
            name: what the page calls it.
            kb: the graph.

        Returns:
            HTML of its content.

        Raises:
            TimeoutError: it is still being made.
        """
        made = asyncio.wrap_future(self._begun(name, kb))
        return await asyncio.wait_for(asyncio.shield(made), PATIENCE)

    def _begun(self, name: str, kb: EmbeddedKnowledgeBase) -> Future[Markup]:
        key = (name, kb.content_hash)
        with self._lock:
            if key not in self._made or _failed(self._made[key]):
                self._made[key] = Future()
                # a daemon: a server that stops waits for no report
                Thread(target=_make, args=(self._made[key], name, kb), daemon=True).start()
            return self._made[key]


def _failed(made: Future[Markup]) -> bool:
    return made.done() and made.exception() is not None


def _make(goal: Future[Markup], name: str, kb: EmbeddedKnowledgeBase) -> None:
    try:
        # every text in it was escaped when it was laid out
        goal.set_result(Markup(fragment(report(name, examine(kb, kb.report)))))  # noqa: S704
    except BaseException as error:  # whoever waits for it learns of it
        goal.set_exception(error)
