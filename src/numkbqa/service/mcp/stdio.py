"""The server over stdin and stdout, as agent hosts start it."""

import os
import signal
import sys
from types import FrameType
from typing import Any, NoReturn

import anyio
from mcp.server.lowlevel import Server
from mcp.server.stdio import stdio_server


def serve_stdio(server: Server[Any]) -> None:
    """Serve until stdin is closed, or until a signal stops the process.

    The SDK keeps the wire to itself: whatever else is printed to stdout goes to stderr.

    Args:
        server: the server.
    """
    for stop in (signal.SIGTERM, signal.SIGINT):
        signal.signal(stop, _end)
    anyio.run(_serve, server)


async def _serve(server: Server[Any]) -> None:
    async with stdio_server() as (read, write):
        await server.run(read, write, server.create_initialization_options())


def _end(signum: int, frame: FrameType | None) -> NoReturn:
    # The thread that waits for a line of stdin cannot be interrupted, and an exit in order waits for it.
    # There is nothing to put in order: the server only reads.
    sys.stderr.flush()
    os._exit(0)
