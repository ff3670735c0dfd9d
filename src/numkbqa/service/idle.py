"""Connections on which nothing is asked: whoever opens them, or vanishes, must not hold them for ever."""

from collections.abc import Collection
from typing import Protocol


class Cycle(Protocol):
    """A request and its response."""

    @property
    def response_complete(self) -> bool:
        """Whether the response has been sent."""


class Connection(Protocol):
    """An open connection, as uvicorn keeps it."""

    @property
    def cycle(self) -> Cycle | None:
        """The newest request; None before the first one has come whole."""

    def shutdown(self) -> None:
        """Close it, or, while a request is answered, close it after that."""


class IdleConnections:
    """Closes connections that are idle in two looks, one after another, without a request between them.

    uvicorn does so itself for those that wait for a further request, until a first byte of it comes. Those on
    which no request ever comes whole, or a body that nobody reads does not end, it would keep.

    Args:
        connections: the open ones.
    """

    def __init__(self, connections: Collection[Connection]) -> None:
        self._connections = connections
        self._idle: dict[Connection, Cycle | None] = {}

    def look(self) -> None:
        """Look at all of them, and close those that were idle the last time and have been since."""
        now = {
            one: one.cycle for one in self._connections if one.cycle is None or one.cycle.response_complete
        }
        for one, cycle in now.items():
            if one in self._idle and self._idle[one] is cycle:
                one.shutdown()
        self._idle = now
