"""The routes of the page: each shows a whole page, of which scripts take what changed."""

from collections.abc import Mapping, Sequence
from contextlib import suppress
from typing import Annotated, Any

from fastapi import APIRouter, Query
from fastapi.responses import HTMLResponse, Response

from numkbqa.errors import NumkbqaError
from numkbqa.service.page.assets import ASSETS
from numkbqa.service.page.examples import SHOWN, Examples
from numkbqa.service.page.headers import PAGE_HEADERS
from numkbqa.service.page.links import Links
from numkbqa.service.page.reports import Reports
from numkbqa.service.page.served import AskedModel, PageService
from numkbqa.service.page.suggest import Suggestion, suggest
from numkbqa.service.page.templates import render
from numkbqa.service.page.trouble import Trouble, trouble
from numkbqa.service.page.view import answer_view
from numkbqa.service.refusals import TimedOut

ModelName = Annotated[str | None, Query()]


def page_router(service: PageService) -> APIRouter:
    """Make the routes of the page.

    Args:
        service: answers the questions.

    Returns:
        The page at `/`, the report on the graph at `/graph`, suggestions, and the files they show with.
    """
    router, pages = APIRouter(include_in_schema=False), _Pages(service)
    for path, page in (
        ("/", pages.ask),
        ("/suggest", pages.suggest),
        ("/graph", pages.graph),
        ("/static/{digest}/{name:path}", ASSETS.response),
    ):
        router.add_api_route(path, page, methods=["GET"], response_class=Response)
    return router


class _Pages:
    """What each route shows."""

    def __init__(self, service: PageService) -> None:
        self.service = service
        self.examples = Examples()
        self.reports = Reports()

    async def ask(
        self, q: str = "", model: ModelName = None, topic: Annotated[Sequence[str], Query()] = ()
    ) -> Response:
        """The question box, with an answer when there is a question."""
        links = self._links(model)
        try:
            if q.strip():
                document = (await self.service.ask(model, q, topics=topic)).model_dump(mode="json")
                view = answer_view(document, links, topic)
            else:
                view = None
            examples = await self._examples(model)
        except NumkbqaError as error:
            return await self._troubled(q, model, trouble(error))
        return self._page("ask.html", model, question=q, answer=view, trouble=None, examples=examples)

    async def suggest(self, q: str = "", model: ModelName = None) -> Response:
        """Ways to go on with a question, as the options of a list."""

        def found(asked: AskedModel) -> list[Suggestion]:
            return suggest(q, asked, self.examples.of(self._name(model), asked))

        try:
            suggestions = await self.service.look_up(model, found)
        except NumkbqaError:
            suggestions = []  # who types is not told of trouble before the question is asked
        return HTMLResponse(render("suggestions.html", suggestions=suggestions), headers=PAGE_HEADERS)

    async def graph(self, model: ModelName = None) -> Response:
        """The doctor's report of the graph."""
        try:
            asked = await self.service.look_up(model, lambda found: found)
            made = await self.reports.of(self._name(model), asked)
        except TimeoutError:
            return self._page("graph.html", model, report=None, status=503, retry_after=10)
        except NumkbqaError as error:
            return await self._troubled("", model, trouble(error))
        return self._page("graph.html", model, report=made)

    async def _examples(self, model: str | None) -> Sequence[str]:
        name = self._name(model)
        try:
            return (await self.service.look_up(model, lambda asked: self.examples.of(name, asked)))[:SHOWN]
        except TimedOut:
            return []  # they adorn the page and are not worth an error

    def _name(self, model: str | None) -> str:
        return model or self.service.names()[0]

    def _links(self, model: str | None) -> Links:
        return Links(self._name(model) if len(self.service.names()) > 1 else None)

    async def _troubled(self, question: str, model: str | None, what: Trouble) -> Response:
        examples: Sequence[str] = []
        with suppress(NumkbqaError):  # there may be no such model, or no time for more
            examples = await self._examples(model)
        known: dict[str, Any] = {"question": question, "answer": None, "trouble": what, "examples": examples}
        return self._page("ask.html", model, status=what.status, retry_after=what.retry_after, **known)

    def _page(
        self,
        template: str,
        model: str | None,
        *,
        status: int = 200,
        retry_after: int | None = None,
        **known: Any,
    ) -> Response:
        names = self.service.names()
        current = model if model in names else names[0]
        others = [(name, Links(name)) for name in names] if len(names) > 1 else []
        text = render(template, links=self._links(current), model=current, models=others, **known)
        return HTMLResponse(text, status, headers=_headers(retry_after))


def _headers(retry_after: int | None) -> Mapping[str, str]:
    return PAGE_HEADERS if retry_after is None else {**PAGE_HEADERS, "Retry-After": str(retry_after)}
