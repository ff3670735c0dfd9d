"""`/health` and `/metrics`: whether the service lives, what it serves, and what it has done."""

from datetime import datetime
from importlib.metadata import version
from typing import Literal

from fastapi import APIRouter, Request, Response
from prometheus_client import CONTENT_TYPE_LATEST
from pydantic import BaseModel, ConfigDict

from numkbqa.errors import UserError
from numkbqa.service.problems import documented
from numkbqa.service.refusals import is_of_server
from numkbqa.service.routes.examples import HEALTH, METRICS
from numkbqa.service.service import Service

LOGGED = "its files cannot be opened as they are; the server's log says why"
"""What is told instead of a reason that names files of the server."""


class State(BaseModel):
    """Base of what health tells."""

    model_config = ConfigDict(extra="forbid", frozen=True, use_attribute_docstrings=True)


class ServedModel(State):
    """A model that is served."""

    name: str
    """What requests call it."""
    kb: str
    """Content hash of its graph."""
    grown: bool
    """Whether facts came to the graph since the model was trained."""
    opened_at: datetime
    """When it was opened, or last reloaded."""
    reload_failed: str | None
    """Why its files as they are now could not be opened; null when they could. The old model goes on."""


class Health(State):
    """The health of the service."""

    status: Literal["ok", "degraded", "stopping"]
    """`degraded` when a reload failed, so that an old model goes on."""
    live: bool
    """Whether the process answers at all."""
    ready: bool
    """Whether it takes on questions."""
    version: str
    """Version of numkbqa."""
    waiting: int
    """Questions that wait."""
    models: tuple[ServedModel, ...]
    """The models; none where an API key is asked for and not given."""


def health_router(service: Service) -> APIRouter:
    """The routes of health and metrics.

    Args:
        service: what they tell of.

    Returns:
        The router.
    """
    router = APIRouter(tags=["operations"])

    @router.get("/health", summary="Health", responses=documented(HEALTH))
    async def health(request: Request) -> Health:
        """Whether the service lives and takes on questions, and which models it serves. Needs no key."""
        return health_of(service, known=getattr(request.state, "allowed", True))

    prometheus = {"description": "Prometheus text format", "content": {"text/plain": {"example": METRICS}}}

    @router.get(
        "/metrics",
        summary="Metrics",
        response_class=Response,
        responses={**documented(None), 200: prometheus},
    )
    async def metrics() -> Response:
        """Requests, latencies, queues, batch sizes, answers and reloads, in the text format of Prometheus."""
        return Response(service.metrics.text(), media_type=CONTENT_TYPE_LATEST)

    return router


def health_of(service: Service, *, known: bool) -> Health:
    """The health of a service.

    Args:
        service: the service.
        known: whether the client may know of the models.

    Returns:
        What `/health` tells.
    """
    failures = {name: service.shelf.failure(name) for name in service.names()}
    degraded = any(failures.values())
    return Health(
        status="stopping" if service.stopping else "degraded" if degraded else "ok",
        live=True,
        ready=not service.stopping,
        version=version("numkbqa"),
        waiting=len(service.questions),
        models=tuple(_served(service, name, failures[name]) for name in failures) if known else (),
    )


def _served(service: Service, name: str, failure: UserError | None) -> ServedModel:
    served = service.shelf.get(name)
    return ServedModel(
        name=name,
        kb=served.kb_hash,
        grown=served.model.answerer.system.graph_has_grown,
        opened_at=served.opened_at,
        reload_failed=None if failure is None else LOGGED if is_of_server(failure) else failure.what,
    )
