"""`/entities`, `/relations` and `/rank`: what can be read off a graph without a question."""

from collections.abc import Callable
from functools import partial
from typing import Annotated, TypeVar

from fastapi import APIRouter, Body, Path, Query, Request
from fastapi.openapi.models import Example

from numkbqa.api import Model
from numkbqa.errors import UserError
from numkbqa.lookup import EntityHit, EntityRecord, Ranking, RelationRecord
from numkbqa.service.problems import documented
from numkbqa.service.refusals import NotFound
from numkbqa.service.routes import examples
from numkbqa.service.routes.requests import MAX_TEXT, ModelName, RankBody, while_connected
from numkbqa.service.service import Service

Found = TypeVar("Found")

_RANKINGS = {name: Example(summary=name, value=value) for name, value in examples.RANKINGS.items()}


def lookup_router(service: Service) -> APIRouter:
    """The routes of lookups.

    Args:
        service: looks things up.

    Returns:
        The router.
    """
    router, look_up = APIRouter(tags=["graph"]), _Lookups(service)
    for path, endpoint, summary, example in (
        ("/entities", look_up.entities, "Find entities", examples.HITS),
        ("/entities/{id:path}", look_up.entity, "Tell of an entity", examples.ENTITY),
        ("/relations", look_up.relations, "List numerical relations", examples.RELATIONS),
    ):
        shown = documented(example, 404, 422, 429, 504)
        router.add_api_route(path, endpoint, methods=["GET"], summary=summary, responses=shown)
    router.add_api_route(
        "/rank",
        look_up.rank,
        methods=["POST"],
        summary="Rank entities by a number",
        responses=documented(examples.RANKING, 400, 404, 408, 413, 422, 429, 504),
    )
    return router


class _Lookups:
    """What each route does."""

    def __init__(self, service: Service) -> None:
        self.service = service

    async def entities(
        self,
        request: Request,
        q: Annotated[
            str,
            Query(
                min_length=1, max_length=MAX_TEXT, description="The beginning of a name.", examples=["par"]
            ),
        ],
        limit: Annotated[int, Query(ge=1, le=100, description="How many at most.")] = 10,
        model: ModelName = None,
    ) -> list[EntityHit]:
        """Entities whose names start with the text, contain its words or are misspelled in it, best first."""
        return await self._found(request, model, lambda known: known.lookup.search(q, limit))

    async def entity(
        self,
        request: Request,
        id: Annotated[str, Path(description="Id of the entity, percent-encoded.", examples=["paris"])],  # noqa: A002 - as the path names it
        limit: Annotated[int, Query(ge=1, le=1000, description="How many facts at most.")] = 50,
        model: ModelName = None,
    ) -> EntityRecord:
        """All that is known of an entity: names, classes, numbers with unit and date, facts both ways."""
        return await self._found(request, model, partial(_entity, id, limit))

    async def relations(
        self,
        request: Request,
        q: Annotated[str, Query(max_length=MAX_TEXT, description="Words of the relation.")] = "",
        limit: Annotated[int, Query(ge=1, le=1000, description="How many at most.")] = 100,
        offset: Annotated[int, Query(ge=0, le=1_000_000, description="How many to pass over.")] = 0,
        model: ModelName = None,
    ) -> list[RelationRecord]:
        """The numerical relations: what entities can be ranked by, those with most values first."""
        return await self._found(request, model, lambda known: known.lookup.relations(q, limit, offset))

    async def rank(
        self, request: Request, asked: Annotated[RankBody, Body(openapi_examples=_RANKINGS)]
    ) -> Ranking:
        """Entities of a class, of a list, or all, in the order of a numerical relation; ties are whole."""

        def ranked(known: Model) -> Ranking:
            return known.lookup.rank(
                asked.relation,
                of=asked.of,
                entities=asked.entities,
                direction=asked.direction,
                k=asked.k,
                count=asked.count,
            )

        return await self._found(request, asked.model, ranked)

    async def _found(self, request: Request, model: str | None, work: Callable[[Model], Found]) -> Found:
        return await while_connected(request, self.service.look_up(model, work))


def _entity(entity_id: str, limit: int, model: Model) -> EntityRecord:
    try:
        return model.lookup.entity(entity_id, limit)
    except UserError as error:
        raise NotFound(error.what, where=error.where, remedy=error.remedy) from None
