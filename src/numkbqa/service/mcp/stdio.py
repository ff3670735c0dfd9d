"""The server over stdin and stdout, as agent hosts start it."""

import signal
from types import FrameType
from typing import Any, NoReturn

import anyio
from mcp.server.lowlevel import Server
from mcp.server.stdio import stdio_server

from numkbqa.service.ending import end_process


def serve_stdio(server: Server[Any]) -> NoReturn:
    """Serve until stdin is closed or a signal comes, and end the process, whatever call still runs.

    The SDK keeps the wire to itself: whatever else is printed to stdout goes to stderr.

    Args:
        server: the server.
    """
    for stop in (signal.SIGTERM, signal.SIGINT):
        signal.signal(stop, _end)
    anyio.run(_serve, server)
    end_process()


async def _serve(server: Server[Any]) -> None:
    async with stdio_server() as (read, write):
        await server.run(read, write, server.create_initialization_options())


def _end(signum: int, frame: FrameType | None) -> NoReturn:
    # at once: the thread that waits for a line of stdin cannot be interrupted, and the loop waits for it
    end_process()
