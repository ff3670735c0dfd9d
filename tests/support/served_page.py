"""The page served to a browser, in a thread of the test's own process."""

import socket
import threading
from collections.abc import Iterator
from contextlib import contextmanager

import uvicorn
from fastapi import FastAPI

from numkbqa.service.page import page_router
from numkbqa.service.page.served import PageService


def page_app(service: PageService) -> FastAPI:
    """An application with the page alone."""
    app = FastAPI(openapi_url=None)
    app.include_router(page_router(service))
    return app


@contextmanager
def served(service: PageService) -> Iterator[str]:
    """Serve the page on a free port of this machine; gives its address."""
    # Who connects before the server runs waits in the queue of the socket.
    listening = socket.create_server(("127.0.0.1", 0))
    server = uvicorn.Server(uvicorn.Config(page_app(service), log_level="error", lifespan="off"))
    thread = threading.Thread(target=server.run, args=([listening],), daemon=True)
    thread.start()
    yield f"http://127.0.0.1:{listening.getsockname()[1]}"
    server.should_exit = True
    thread.join(30)
