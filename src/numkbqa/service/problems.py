"""What an error looks like on the wire: a problem document (RFC 9457) with what, where and what to do."""

import json
from collections.abc import Mapping
from http import HTTPStatus
from typing import Any

from fastapi import FastAPI, Request, Response
from fastapi.exceptions import RequestValidationError
from pydantic import BaseModel, ConfigDict
from starlette.exceptions import HTTPException

from numkbqa.errors import UserError, shown
from numkbqa.service.logs import log_fault, tell
from numkbqa.service.refusals import (
    Busy,
    ClientGone,
    NotFound,
    Stopping,
    TimedOut,
    UnknownModel,
    is_of_server,
)

MEDIA_TYPE = "application/problem+json"
TYPES = "urn:problem-type:numkbqa:"

CLIENT_GONE = 499
"""Status of a request whose client left before the response, in log and metrics."""

ANYWHERE = (401, 421, 500, 503)
"""Statuses of the problems that any route may answer."""

MAX_FAULTS = 10
"""Faults of a request that are listed, at most."""

_DOCS = "/docs says what each route takes"
_KINDS = {413: "content-too-large"}
"""Kinds of the framework's problems whose status has another name in each version of Python."""

REMEDIES = {
    400: "send the body as JSON in UTF-8",
    404: "/docs lists the routes",
    405: "/docs says which method each route takes",
    408: "send the body at once",
    413: "send less: a question and the ids of its topics, or fewer entities",
}
"""What to do about the framework's problems, by status."""


class Fault(BaseModel):
    """One thing that is wrong with a request."""

    model_config = ConfigDict(frozen=True, use_attribute_docstrings=True)

    where: str
    """The part of the request: `body.question`, `query.limit`."""
    what: str
    """What is wrong with it."""


class Problem(BaseModel):
    """Why a request was not answered (RFC 9457)."""

    model_config = ConfigDict(frozen=True, use_attribute_docstrings=True)

    type: str
    """What kind of problem it is, as a URN that programs can compare."""
    title: str
    """The HTTP status in words."""
    status: int
    """The HTTP status."""
    detail: str
    """What is wrong, as a sentence."""
    where: str | None = None
    """The part of the request that is wrong."""
    remedy: str | None = None
    """What to do about it."""
    faults: tuple[Fault, ...] = ()
    """Everything that is wrong with a request that breaks the schema."""


def problem(
    status: int,
    kind: str,
    detail: str,
    *,
    headers: Mapping[str, str] | None = None,
    **more: Any,
) -> Response:
    """A response that tells a problem.

    Args:
        status: HTTP status.
        kind: the kind of problem, the last part of its type.
        detail: what is wrong.
        headers: further headers.
        more: other fields of `Problem`.

    Returns:
        The response.
    """
    title = HTTPStatus(status).phrase
    document = Problem(type=TYPES + kind, title=title, status=status, detail=detail, **more)
    tell(problem=kind)
    body = json.dumps(document.model_dump(exclude_defaults=True))
    return Response(body, status, headers, MEDIA_TYPE)


def fault_of_ours(error: BaseException) -> Response:
    """The response to a fault of ours: the log gets the traceback, and the client learns nothing of it."""
    log_fault("internal error", error)
    remedy = "report it; the server's log holds the details"
    return problem(500, "internal-error", "the service failed", remedy=remedy)


def handle_errors(app: FastAPI) -> None:
    """Let an application answer every error with a problem document."""
    app.add_exception_handler(UserError, _user_error)
    app.add_exception_handler(RequestValidationError, _invalid)
    app.add_exception_handler(HTTPException, _http_error)
    app.add_exception_handler(Busy, _busy)
    app.add_exception_handler(TimedOut, _timed_out)
    app.add_exception_handler(Stopping, _stopping)
    app.add_exception_handler(ClientGone, _client_gone)


async def _user_error(request: Request, error: Exception) -> Response:
    assert isinstance(error, UserError)  # noqa: S101 - what it is registered for
    if is_of_server(error):
        return fault_of_ours(error)
    status, kind = 422, "bad-request"
    if isinstance(error, UnknownModel):
        status, kind = 404, "unknown-model"
    elif isinstance(error, NotFound):
        status, kind = 404, "not-found"
    return problem(status, kind, error.what, where=error.where, remedy=error.remedy)


async def _invalid(request: Request, error: Exception) -> Response:
    assert isinstance(error, RequestValidationError)  # noqa: S101 - what it is registered for
    errors = error.errors()[:MAX_FAULTS]
    faults = tuple(Fault(where=shown(".".join(map(str, one["loc"]))), what=one["msg"]) for one in errors)
    detail = "; ".join(f"{fault.where}: {fault.what}" for fault in faults)
    whole = any(one["loc"] == ("body",) or one["type"] == "json_invalid" for one in errors)
    remedy = f"send a JSON object, with Content-Type: application/json; {_DOCS}" if whole else _DOCS
    return problem(422, "invalid-request", detail, where=faults[0].where, remedy=remedy, faults=faults)


async def _http_error(request: Request, error: Exception) -> Response:
    assert isinstance(error, HTTPException)  # noqa: S101 - what it is registered for
    status = error.status_code
    kind = _KINDS.get(status, HTTPStatus(status).name.lower().replace("_", "-"))
    return problem(status, kind, str(error.detail), remedy=REMEDIES.get(status), headers=error.headers)


async def _busy(request: Request, error: Exception) -> Response:
    assert isinstance(error, Busy)  # noqa: S101 - what it is registered for
    remedy = f"try again in {error.retry_after} s"
    headers = {"Retry-After": str(error.retry_after)}
    return problem(429, "busy", str(error), remedy=remedy, headers=headers)


async def _timed_out(request: Request, error: Exception) -> Response:
    return problem(504, "timed-out", str(error), remedy="ask again later, or something simpler")


async def _stopping(request: Request, error: Exception) -> Response:
    return problem(503, "stopping", str(error), remedy="ask again later", headers={"Retry-After": "5"})


async def _client_gone(request: Request, error: Exception) -> Response:
    return Response(status_code=CLIENT_GONE)  # nobody reads it; the log and the metrics tell it apart


def documented(example: object, *statuses: int) -> dict[int | str, dict[str, Any]]:
    """The `responses` of a route.

    Args:
        example: what it answers, for example.
        statuses: HTTP statuses of its problems; those that every route may answer come by themselves.

    Returns:
        What FastAPI takes.
    """
    schema = {"$ref": "#/components/schemas/Problem"}
    problems: dict[int | str, dict[str, Any]] = {
        status: {
            "description": HTTPStatus(status).phrase,
            "content": {MEDIA_TYPE: {"schema": schema, "example": _example(status)}},
        }
        for status in sorted({*statuses, *ANYWHERE})
    }
    return {200: {"content": {"application/json": {"example": example}}}, **problems}


def _example(status: int) -> dict[str, Any]:
    kind, detail = _EXAMPLES[status]
    return {
        "type": TYPES + kind,
        "title": HTTPStatus(status).phrase,
        "status": status,
        "detail": detail,
    }


_EXAMPLES = {
    400: ("bad-request", "There was an error parsing the body"),
    401: ("no-key", "this needs an API key"),
    404: ("unknown-model", 'there is no model "moon"'),
    408: ("request-timeout", "the body did not come within 30 s"),
    413: ("content-too-large", "the body is larger than 65536 bytes"),
    421: ("unknown-host", "the server is not called so"),
    422: ("bad-request", "the question is empty"),
    429: ("busy", "too many requests are waiting"),
    500: ("internal-error", "the service failed"),
    503: ("stopping", "the service is stopping"),
    504: ("timed-out", "no answer within 30 s"),
}
