"""`/docs`: the documentation of the API, out of what the wheel holds, without anything from elsewhere."""

from collections.abc import Iterator, Mapping
from functools import cache
from pathlib import Path
from typing import Any, Final, NamedTuple

from fastapi import APIRouter, Request
from fastapi.responses import FileResponse, HTMLResponse, Response
from jinja2 import Environment, PackageLoader

from numkbqa.service.refusals import NotFound

VENDOR: Final = Path(__file__).parents[1] / "page" / "static" / "vendor"
"""Where `make assets` puts Swagger UI."""

SWAGGER: Final = ("swagger-ui-bundle.js", "swagger-ui.css")

ICON: Final = VENDOR.with_name("icon.svg")
"""The icon of the page; browsers ask for another one where none is named."""

START: Final = """\
window.addEventListener("load", () => {
  SwaggerUIBundle({url: "openapi.json", dom_id: "#docs", deepLinking: true, validatorUrl: null});
});
"""
"""What Swagger UI is started with; a file of its own, since the policy forbids scripts inside of pages."""

_POLICY: Final = "; ".join(
    (
        "default-src 'none'",
        "script-src 'self'",
        "style-src 'self' 'unsafe-inline'",
        "img-src 'self' data:",
        "connect-src 'self'",
        "frame-ancestors 'none'",
        "base-uri 'none'",
    )
)
_HEADERS: Final = {"Content-Security-Policy": _POLICY, "Cache-Control": "no-cache"}


class Operation(NamedTuple):
    """A route, as the plain page shows it."""

    method: str
    path: str
    summary: str
    description: str
    statuses: list[str]


def documentation_router(vendor: Path = VENDOR) -> APIRouter:
    """The routes of the documentation.

    Args:
        vendor: folder that may hold Swagger UI; without it the page lists the routes in words.

    Returns:
        The router.
    """
    router = APIRouter(include_in_schema=False)
    swagger = all((vendor / name).is_file() for name in SWAGGER)

    @router.get("/docs")
    async def docs(request: Request) -> HTMLResponse:
        schema = request.app.openapi()
        page = _templates().get_template("docs.html")
        text = page.render(schema=schema, operations=list(operations(schema)), swagger=swagger)
        return HTMLResponse(text, headers=_HEADERS)

    @router.get("/docs/{name}")
    async def asset(name: str) -> Response:
        if name == "start.js":
            return Response(START, media_type="text/javascript", headers={"Cache-Control": "no-cache"})
        if name == ICON.name:
            return FileResponse(ICON, headers={"Cache-Control": "no-cache"})
        if name not in SWAGGER or not swagger:
            raise NotFound("there is no such file", remedy="/docs is the documentation")
        return FileResponse(vendor / name, headers={"Cache-Control": "no-cache"})

    return router


def operations(schema: Mapping[str, Any]) -> Iterator[Operation]:
    """The routes of an OpenAPI document.

    Args:
        schema: the document.

    Yields:
        Each method of each path, in the order of the document.
    """
    for path, methods in schema["paths"].items():
        for method, about in methods.items():
            statuses = list(about["responses"])
            yield Operation(method.upper(), path, about["summary"], about["description"], statuses)


@cache
def _templates() -> Environment:
    return Environment(loader=PackageLoader("numkbqa.service", "templates"), autoescape=True)
