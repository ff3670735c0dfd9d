"""The server over streamable HTTP, for agents that are not on this machine or share a server."""

import logging
from collections.abc import Sequence
from contextlib import suppress
from pathlib import Path
from typing import Any, Final, NoReturn

import uvicorn
from mcp.server.lowlevel import Server
from mcp.server.transport_security import TransportSecuritySettings
from starlette.types import ASGIApp

from numkbqa.progress import say
from numkbqa.service.access import ApiKeys, RequireKey, read_keys
from numkbqa.service.ending import end_process
from numkbqa.service.listening import LOOPBACK, bound, check_exposure, in_url, url_of

PATH: Final = "/mcp"
MAX_BODY: Final = 64 * 1024
"""Bytes of a request at most."""

DRAIN: Final = 5
"""Seconds that calls under way may still take when the server is stopped."""


def serve_http(
    server: Server[Any], host: str, port: int, *, names: Sequence[str] = (), keys: Path | None = None
) -> NoReturn:
    """Serve until a signal comes, and end the process, whatever call still runs.

    Args:
        server: the server.
        host: address to listen on.
        port: port to listen on; 0 takes a free one.
        names: further names that clients call this machine by.
        keys: file of API keys, one of which every request must show; None for no key.

    Raises:
        UserError: the address cannot be listened on, the key file cannot be read, or others can reach the
            address and there is no key.
    """
    known = read_keys(keys)
    check_exposure(host, known, "give --api-key-file, or leave --host at 127.0.0.1")
    listener = bound(host, port)
    say(f"agents find the tools at {url_of(listener).rstrip('/')}{PATH}")
    logging.basicConfig(level=logging.WARNING, format="%(levelname)s: %(message)s")
    config = uvicorn.Config(
        application(server, (in_url(host), *names), known),
        log_config=None,
        access_log=False,
        server_header=False,
        timeout_graceful_shutdown=DRAIN,
    )
    # uvicorn drains, then raises the signal that stopped it once more
    with suppress(KeyboardInterrupt):
        uvicorn.Server(config).run(sockets=[listener])
    end_process()


def application(server: Server[Any], hosts: Sequence[str], keys: ApiKeys | None = None) -> ASGIApp:
    """The server as an application; each request stands alone, so that no session can be stolen or lost.

    Args:
        server: the server.
        hosts: names that clients call it by, besides those of loopback; requests to other names and from
            pages of other origins are refused, as those of a page that rebinds its name to this machine.
        keys: API keys, one of which every request must show; None for no key.

    Returns:
        The application, for uvicorn.
    """
    names = dict.fromkeys((*LOOPBACK, *hosts))
    known = [form for name in names for form in (name, f"{name}:*")]
    security = TransportSecuritySettings(
        allowed_hosts=known,
        allowed_origins=[f"{scheme}://{form}" for scheme in ("http", "https") for form in known],
    )
    app = server.streamable_http_app(
        streamable_http_path=PATH,
        stateless_http=True,
        transport_security=security,
        max_request_body_size=MAX_BODY,
    )
    return app if keys is None else RequireKey(app, keys)
