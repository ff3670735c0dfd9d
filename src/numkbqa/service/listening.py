"""The address that a server listens on: who can reach it, and what it is called."""

import ipaddress
import os
import socket
from typing import TYPE_CHECKING, Final

from numkbqa.errors import UserError

if TYPE_CHECKING:
    from numkbqa.service.access import ApiKeys

LOOPBACK: Final = ("localhost", "127.0.0.1", "[::1]")
"""Names that a client on this machine calls a server by."""


def is_loopback(host: str) -> bool:
    """Whether an address can be reached from this machine alone."""
    try:
        return host == "localhost" or ipaddress.ip_address(host).is_loopback
    except ValueError:
        return False


def check_exposure(host: str, keys: "ApiKeys | None", remedy: str) -> None:
    """Refuse an address that others can reach, unless there is a key.

    Args:
        host: the address.
        keys: the API keys.
        remedy: what the command that asks takes instead.

    Raises:
        UserError: others could read the graphs without a key.
    """
    if keys is None and not is_loopback(host):
        what = "whoever reaches this address could read the graph: there is no API key"
        raise UserError(what, where=f"--host {host}", remedy=remedy)


def bound(host: str, port: int) -> socket.socket:
    """A socket that is bound, so that a taken port is told before the models are opened.

    Args:
        host: name or address.
        port: port; 0 takes a free one.

    Returns:
        The socket.

    Raises:
        UserError: the address is none of this machine's, or the port is taken.
    """
    try:
        family, *_, address = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM)[0]
        return socket.create_server(address[:2], family=family, backlog=2048)
    except (OSError, UnicodeError) as error:  # a name that no name server could be asked for is the latter
        raise UserError(
            f"cannot listen there ({_reason(error)})",
            where=f"{host}:{port}",
            remedy="choose another --host or --port (--port 0 takes a free one)",
        ) from None


def _reason(error: OSError | UnicodeError) -> str:
    """The system's words for it alone: Python adds the address to them, which is told already."""
    if isinstance(error, socket.gaierror):
        return error.strerror or str(error)  # its numbers are not those of the system
    return os.strerror(error.errno) if isinstance(error, OSError) and error.errno else str(error)


def in_url(host: str) -> str:
    """A name or address as URLs and the header `Host` hold it: that of IPv6 in brackets."""
    return f"[{host}]" if ":" in host else host


def url_of(listener: socket.socket) -> str:
    """The URL that a socket is reached by."""
    host, port = listener.getsockname()[:2]
    return f"http://{in_url(host)}:{port}/"
