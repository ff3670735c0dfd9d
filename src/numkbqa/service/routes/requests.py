"""What requests may hold, and how long they are worked for."""

import asyncio
from collections.abc import Coroutine
from typing import Annotated, Any, Literal, TypeVar

from fastapi import Query, Request
from pydantic import BaseModel, ConfigDict, Field

from numkbqa.service.model_names import MAX_NAME
from numkbqa.service.refusals import ClientGone

Done = TypeVar("Done")

MAX_K = 100
MAX_TOPICS = 50
MAX_ENTITIES = 1_000
MAX_RANK = 1_000_000
MAX_TEXT = 200
MAX_ID = 2_000

Id = Annotated[str, Field(max_length=MAX_ID)]

ModelName = Annotated[
    str | None, Query(max_length=MAX_NAME, description="Name of the model; the first one by default.")
]


class Body(BaseModel):
    """Base of every request body: closed, and no text passes for a number."""

    model_config = ConfigDict(extra="forbid", frozen=True, strict=True, use_attribute_docstrings=True)


class AskBody(Body):
    """A question."""

    question: str = Field(min_length=1)
    """The question in natural language."""

    k: int = Field(5, ge=1, le=MAX_K)
    """How many answers to give at most; tied winners, lists and values are always given whole."""

    topics: tuple[Id, ...] = Field((), max_length=MAX_TOPICS, strict=False)
    """Ids of the entities that it is about; by default those that its text mentions."""

    model: str | None = Field(None, max_length=MAX_NAME)
    """Name of the model; the first one by default."""


class RankBody(Body):
    """What to rank, by what, and which ranks to tell."""

    relation: str = Field(min_length=1, max_length=MAX_ID)
    """Id of the numerical relation, or its words."""

    of: str | None = Field(None, max_length=MAX_ID)
    """A class whose members are ranked: its id, or its name in the singular or plural."""

    entities: tuple[Id, ...] = Field((), max_length=MAX_ENTITIES, strict=False)
    """Ids of the entities to rank, instead of a class; with neither, all that have a value."""

    direction: Literal["max", "min"] = "max"
    """`max` for the largest or latest first, `min` for the smallest or earliest."""

    k: int = Field(1, ge=1, le=MAX_RANK)
    """The rank to start at."""

    count: int = Field(10, ge=1, le=1_000)
    """How many ranks."""

    model: str | None = Field(None, max_length=MAX_NAME)
    """Name of the model; the first one by default."""


async def while_connected(request: Request, work: Coroutine[Any, Any, Done]) -> Done:
    """Do something for a client, and give it up when the client leaves.

    Args:
        request: the request, whose body has been read.
        work: what to do.

    Returns:
        What the work returns.

    Raises:
        ClientGone: the client left first.
        HTTPException: what it goes on sending is more than a body may be.
    """
    task = asyncio.ensure_future(work)
    leaving = asyncio.ensure_future(_disconnected(request))
    try:
        await asyncio.wait((task, leaving), return_when=asyncio.FIRST_COMPLETED)
        if leaving.done():
            leaving.result()
        if not task.done():
            raise ClientGone
        return task.result()
    finally:
        task.cancel()
        leaving.cancel()
        await asyncio.wait((task, leaving))  # so that nothing of it goes on behind the response


async def _disconnected(request: Request) -> None:
    while (await request.receive())["type"] != "http.disconnect":
        pass
