"""The server process: binds, says where it listens, answers, reloads on SIGHUP, drains on SIGTERM."""

import asyncio
import contextlib
import ipaddress
import math
import signal
import socket
import sys
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import NoReturn

import uvicorn

from numkbqa.errors import UserError
from numkbqa.progress import say
from numkbqa.service.access import ApiKeys
from numkbqa.service.app import create_app
from numkbqa.service.ending import end_process
from numkbqa.service.logs import configure, log
from numkbqa.service.service import Service
from numkbqa.service.settings import ServeSettings

LOOPBACK = ("localhost", "127.0.0.1", "[::1]")
"""Names that a client on this machine calls the server by."""


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
    check_exposure(settings.host, keys, openly=openly)
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
            limit_concurrency=settings.max_connections,
            timeout_graceful_shutdown=math.ceil(settings.drain),
        )
        _announce(listener, service)
        Server(config, service).run([listener])
    log("stopped")
    end_process()


class Server(uvicorn.Server):
    """uvicorn with our signals: SIGHUP reloads every model; SIGTERM and Ctrl-C drain and are no failure.

    Args:
        config: of uvicorn.
        service: whose models are reloaded.
    """

    def __init__(self, config: uvicorn.Config, service: Service) -> None:
        super().__init__(config)
        self._service = service
        self._reloading: asyncio.Task[None] | None = None
        self._hung_up = False

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


def is_loopback(host: str) -> bool:
    """Whether an address can be reached from this machine alone."""
    try:
        return host == "localhost" or ipaddress.ip_address(host).is_loopback
    except ValueError:
        return False


def check_exposure(host: str, keys: ApiKeys | None, *, openly: bool) -> None:
    """Refuse an address that others can reach, unless there is a key or the user says that he means it.

    Args:
        host: the address.
        keys: the API keys.
        openly: whether he means it.

    Raises:
        UserError: others could read the graphs without a key.
    """
    if keys is None and not openly and not is_loopback(host):
        what = "whoever reaches this address could read the graph: there is no API key"
        raise UserError(
            what, where=f"--host {host}", remedy="give --api-key-file, or say --open if you mean it"
        )


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
    return *LOOPBACK, f"[{settings.host}]" if ":" in settings.host else settings.host


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
        reason = getattr(error, "strerror", None) or str(error)
        raise UserError(
            f"cannot listen there ({reason})",
            where=f"{host}:{port}",
            remedy="choose another --host or --port",
        ) from None


def url_of(listener: socket.socket) -> str:
    """The URL that a socket is reached by."""
    host, port = listener.getsockname()[:2]
    return f"http://[{host}]:{port}/" if ":" in host else f"http://{host}:{port}/"


def _announce(listener: socket.socket, service: Service) -> None:
    url = url_of(listener)
    if sys.stderr.isatty():
        say(f"answering questions at {url} (Ctrl-C stops)")
    log("listening", url=url, models=service.names())
