"""The doctor's reports of the served graphs: each is made once, in a thread of its own."""

import asyncio
from concurrent.futures import Future
from threading import Thread
from typing import Final

from markupsafe import Markup

from numkbqa.doctor import examine
from numkbqa.doctor.markup import fragment
from numkbqa.doctor.page import report
from numkbqa.kb import EmbeddedKnowledgeBase
from numkbqa.service.page.per_graph import PerGraph, fulfil

PATIENCE: Final = 20.0
"""Seconds that a browser waits for a report; a large graph takes minutes, and is looked at again."""


class Reports:
    """HTML of the reports, by name of the model."""

    def __init__(self) -> None:
        self._made: PerGraph[Markup] = PerGraph()

    async def of(self, name: str, kb: EmbeddedKnowledgeBase) -> Markup:
        """The report of a graph.

        Args:
            name: what the page calls it.
            kb: the graph.

        Returns:
            HTML of its content. Files have their names in it and not the folders of the server.

        Raises:
            TimeoutError: it is still being made.
        """

        def begin(goal: Future[Markup]) -> None:
            # a daemon: a server that stops waits for no report
            Thread(target=fulfil, args=(goal, lambda: _made(name, kb)), daemon=True).start()

        made = asyncio.wrap_future(self._made.of(name, kb.content_hash, begin))
        return await asyncio.wait_for(asyncio.shield(made), PATIENCE)


def _made(name: str, kb: EmbeddedKnowledgeBase) -> Markup:
    diagnosis = examine(kb, kb.report, folders=False)
    # every text in it was escaped when it was laid out
    return Markup(fragment(report(name, diagnosis)))  # noqa: S704
