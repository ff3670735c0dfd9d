"""The server process: binds, says where it listens, answers, reloads on SIGHUP, drains on SIGTERM."""

import asyncio
import contextlib
import math
import signal
import socket
import sys
from collections.abc import Collection, Iterator, Mapping
from pathlib import Path
from typing import Final, NoReturn, cast

import uvicorn

from numkbqa.progress import say, silence
from numkbqa.service.access import ApiKeys
from numkbqa.service.app import create_app
from numkbqa.service.ending import end_process
from numkbqa.service.idle import Connection, IdleConnections
from numkbqa.service.listening import LOOPBACK, bound, check_exposure, in_url, is_loopback, url_of
from numkbqa.service.logs import configure, log
from numkbqa.service.service import Service
from numkbqa.service.settings import ServeSettings

TICKS: Final = 10
"""So many a second of uvicorn's loop."""


def serve(
    folders: Mapping[str, Path], settings: ServeSettings, keys: ApiKeys | None, *, openly: bool = False
) -> NoReturn:
    """Answer questions over HTTP until SIGTERM or Ctrl-C, which end the process.

    What is under way then is still answered. New connections are refused as soon as the log says `stopping`;
    new requests over open ones get 503, or find them closed.

    Args:
        folders: a model folder by name; the first one is the default.
        settings: where to listen, and how much to take on.
        keys: the API keys that are asked for; None asks for none.
        openly: whether others may reach the service without a key.

    Raises:
        UserError: a folder is no model, the address cannot be had, or others could reach it without a key.
    """
    if not openly:
        check_exposure(settings.host, keys, "give --api-key-file, or say --open if you mean it")
    settings = settings.model_copy(update={"hosts": known_hosts(settings, keys)})
    listener = bound(settings.host, settings.port)
    with contextlib.closing(listener), deaf_to_reloads():
        configure()
        service = Service(folders, settings)
        config = uvicorn.Config(
            create_app(service, keys),
            log_config=None,
            access_log=False,
            server_header=False,
            ws="none",
            timeout_graceful_shutdown=math.ceil(settings.drain),
        )
        _announce(listener, service)
        Server(config, service).run([listener])
    log("stopped")
    end_process()


class Server(uvicorn.Server):
    """uvicorn with our signals: SIGHUP reloads every model; SIGTERM and Ctrl-C drain and are no failure.

    Connections on which nothing comes are closed.

    Args:
        config: of uvicorn.
        service: whose models are reloaded, and which is shown the open connections.
    """

    def __init__(self, config: uvicorn.Config, service: Service) -> None:
        super().__init__(config)
        self._service = service
        service.connections = self.server_state.connections
        # without WebSocket, each of them is a `Connection`
        self._idle = IdleConnections(cast(Collection[Connection], self.server_state.connections))
        self._look_every = max(1, round(service.settings.timeout * TICKS))
        self._reloading: asyncio.Task[None] | None = None
        self._hung_up = False

    async def on_tick(self, counter: int) -> bool:
        """Look at the connections from time to time."""
        if counter % self._look_every == 0:
            self._idle.look()
        return await super().on_tick(counter)

    @contextlib.contextmanager
    def capture_signals(self) -> Iterator[None]:
        """Listen to the signals while the loop runs; uvicorn's own way would end the process by them."""
        loop = asyncio.get_running_loop()
        for number in (signal.SIGTERM, signal.SIGINT):
            loop.add_signal_handler(number, self._stop, number)
        loop.add_signal_handler(signal.SIGHUP, self._reload)
        yield

    def _stop(self, number: signal.Signals) -> None:
        # here and not in uvicorn's shutdown, which comes a moment later: who reads the line relies on it
        for listening in self.servers if self.started else ():
            listening.close()
        self._service.stopping = True
        log("stopping", signal=number.name, waiting=len(self._service.questions))
        self.handle_exit(number, None)

    def _reload(self) -> None:
        # however many hangups come while models are opened, one more reload sees all that they tell of
        self._hung_up = True
        if self._reloading is None or self._reloading.done():
            self._reloading = asyncio.create_task(self._reload_all())

    async def _reload_all(self) -> None:
        while self._hung_up:
            self._hung_up = False
            await self._service.reload(self._service.names())


@contextlib.contextmanager
def deaf_to_reloads() -> Iterator[None]:
    """Let SIGHUP pass while the models are opened, and at the end; by itself it ends the process."""
    before = signal.signal(signal.SIGHUP, signal.SIG_IGN)
    try:
        yield
    finally:
        signal.signal(signal.SIGHUP, before)


def known_hosts(settings: ServeSettings, keys: ApiKeys | None) -> tuple[str, ...]:
    """Names that requests may call the server by; none means any.

    Args:
        settings: may name them.
        keys: the API keys.

    Returns:
        Those of the settings, or, on loopback without a key, those of loopback and the address itself.
    """
    if settings.hosts or keys is not None or not is_loopback(settings.host):
        return settings.hosts
    return *LOOPBACK, in_url(settings.host)


def _announce(listener: socket.socket, service: Service) -> None:
    url = url_of(listener)
    if sys.stderr.isatty():
        say(f"answering questions at {url} (Ctrl-C stops)")
    silence()  # stderr is a log of JSON from here on
    log("listening", url=url, models=service.names())
