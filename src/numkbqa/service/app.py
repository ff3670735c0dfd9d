"""The application: routes, what happens to every request, and the documentation."""

import contextlib
from collections.abc import AsyncIterator
from importlib.metadata import version
from typing import Any

from fastapi import FastAPI
from fastapi.middleware.cors import CORSMiddleware
from pydantic.json_schema import models_json_schema

from numkbqa.service.access import ApiKeys, RequireKey
from numkbqa.service.middleware import HeadAsGet, KnownHosts, LimitedBody, LimitedConnections, Observed
from numkbqa.service.page import page_router
from numkbqa.service.problems import Problem, handle_errors
from numkbqa.service.routes.ask import ask_router
from numkbqa.service.routes.documentation import documentation_router
from numkbqa.service.routes.health import health_router
from numkbqa.service.routes.lookups import lookup_router
from numkbqa.service.service import Service
from numkbqa.service.settings import ServeSettings

DESCRIPTION = """\
Ask questions of a knowledge graph, and get the ordinal ones right: largest, latest, second highest, first.

Nothing here writes: every route reads. An error is a problem document (RFC 9457): `detail` says what is
wrong, `where` in which part of the request, and `remedy` what to do about it.
"""

SCHEMAS = "#/components/schemas/{model}"


def create_app(service: Service, keys: ApiKeys | None = None) -> FastAPI:
    """Put the application together.

    Args:
        service: answers; its settings say what is allowed.
        keys: the API keys that are asked for; None asks for none.

    Returns:
        An ASGI application, which starts and ends the service with its own life.
    """

    @contextlib.asynccontextmanager
    async def life(app: FastAPI) -> AsyncIterator[None]:
        async with service.running():
            yield

    app = _Application(
        title="numkbqa",
        version=version("numkbqa"),
        description=DESCRIPTION,
        lifespan=life,
        docs_url=None,
        redoc_url=None,
    )
    handle_errors(app)
    for router in (
        ask_router(service),
        lookup_router(service),
        health_router(service),
        documentation_router(),
        page_router(service),
    ):
        app.include_router(router)
    _add_middleware(app, service, keys)
    return app


class _Application(FastAPI):
    """An application whose documentation holds the schema of problem documents, which no route returns."""

    def openapi(self) -> dict[str, Any]:
        """The documentation (OpenAPI)."""
        schema = super().openapi()
        _, problems = models_json_schema([(Problem, "serialization")], ref_template=SCHEMAS)
        schema["components"]["schemas"] |= problems["$defs"]
        return schema


def _add_middleware(app: FastAPI, service: Service, keys: ApiKeys | None) -> None:
    """The last one added is the first one that a request meets."""
    settings = service.settings
    app.add_middleware(LimitedBody, limit=settings.max_body, seconds=settings.timeout)
    if keys is not None:
        app.add_middleware(RequireKey, keys=keys)
    if settings.origins:
        _allow_origins(app, settings)
    app.add_middleware(HeadAsGet)
    app.add_middleware(KnownHosts, hosts=settings.hosts)
    app.add_middleware(LimitedConnections, limit=settings.max_connections, service=service)
    app.add_middleware(Observed, metrics=service.metrics)


def _allow_origins(app: FastAPI, settings: ServeSettings) -> None:
    app.add_middleware(
        CORSMiddleware,
        allow_origins=settings.origins,
        allow_methods=["GET", "HEAD", "POST"],
        allow_headers=["Authorization", "Content-Type", "X-API-Key"],
        expose_headers=["X-Request-ID", "Retry-After"],
    )
