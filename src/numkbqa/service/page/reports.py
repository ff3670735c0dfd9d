"""The doctor's reports of the served graphs: each is laid out once, in a thread of its own."""

import asyncio
from concurrent.futures import Future
from threading import Thread
from typing import Final

from markupsafe import Markup

from numkbqa.doctor.markup import fragment
from numkbqa.doctor.page import report
from numkbqa.service.page.per_graph import PerGraph, fulfil
from numkbqa.service.page.served import AskedModel

PATIENCE: Final = 20.0
"""Seconds that a browser waits for a report; a large graph takes minutes, and is looked at again."""


class Reports:
    """HTML of the reports, by name of the model."""

    def __init__(self) -> None:
        self._made: PerGraph[Markup] = PerGraph()

    async def of(self, name: str, model: AskedModel) -> Markup:
        """The report of a graph.

        Args:
            name: what the page calls it.
            model: the model that is asked about it.

        Returns:
            HTML of its content.

        Raises:
            TimeoutError: it is still being made.
        """

        def begin(goal: Future[Markup]) -> None:
            # a daemon: a server that stops waits for no report
            Thread(target=fulfil, args=(goal, lambda: _made(name, model)), daemon=True).start()

        made = asyncio.wrap_future(self._made.of(name, model.kb.content_hash, begin))
        return await asyncio.wait_for(asyncio.shield(made), PATIENCE)


def _made(name: str, model: AskedModel) -> Markup:
    # every text in it was escaped when it was laid out
    return Markup(fragment(report(name, model.diagnosis())))  # noqa: S704
