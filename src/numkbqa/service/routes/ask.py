"""`POST /ask`: a question in, the document of `ask --json` out."""

from typing import Annotated

from fastapi import APIRouter, Body, Request
from fastapi.openapi.models import Example

from numkbqa.answering.schema import AnswerDocument
from numkbqa.service.problems import documented
from numkbqa.service.routes.examples import ANSWER, QUESTIONS
from numkbqa.service.routes.requests import AskBody, while_connected
from numkbqa.service.service import Service

_EXAMPLES = {name: Example(summary=name, value=value) for name, value in QUESTIONS.items()}


def ask_router(service: Service) -> APIRouter:
    """The route of questions.

    Args:
        service: answers them.

    Returns:
        The router.
    """
    router = APIRouter(tags=["answering"])

    @router.post(
        "/ask",
        summary="Answer a question",
        response_model_exclude_unset=True,
        responses=documented(ANSWER, 400, 404, 408, 413, 422, 429, 504),
    )
    async def ask(
        request: Request, asked: Annotated[AskBody, Body(openapi_examples=_EXAMPLES)]
    ) -> AnswerDocument:
        """Answer a question in natural language, with the compared numbers as evidence.

        A question that cannot be answered gets a document too: `abstained` says why, or `clarification` asks
        back which entity is meant. Questions that arrive at the same time are answered together.
        """
        return await while_connected(request, service.ask(asked.model, asked.question, asked.k, asked.topics))

    return router
