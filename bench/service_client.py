"""A `numkbqa serve` process, and many clients that ask it at the same time over connections they keep."""

import http.client
import json
import os
import re
import signal
import subprocess
import sys
import threading
import time
from collections import Counter
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Final, NamedTuple
from urllib.parse import urlsplit

Json = dict[str, Any]

PATIENCE: Final = 600.0
"""Seconds that a client waits for a response."""


@dataclass
class Load:
    """What happened while clients asked.

    Args:
        seconds: from the first request to the last response.
        latencies: seconds of each request, by HTTP status; status 0 for a connection that broke.
        answers: the documents of those that were answered, by place of the question.
    """

    seconds: float = 0.0
    latencies: dict[int, list[float]] = field(default_factory=dict)
    answers: dict[int, Json] = field(default_factory=dict)

    @property
    def statuses(self) -> dict[int, int]:
        """Number of requests by status."""
        return {status: len(found) for status, found in sorted(self.latencies.items())}


class Memory(NamedTuple):
    """Memory of a process in bytes.

    Args:
        own: what it has allocated (`RssAnon`).
        resident: the same and the pages of mapped files that it has read (`VmRSS`).
    """

    own: int
    resident: int


class Batches(NamedTuple):
    """Runs of the model so far, and the questions in them."""

    runs: float
    questions: float


class Server:
    """A server under load.

    Args:
        process: its process; it says on stderr where it listens.
    """

    def __init__(self, process: subprocess.Popen[str]) -> None:
        self.process = process
        self.events: Counter[str] = Counter()
        self.address = self._address()
        self._follower = threading.Thread(target=self._follow, daemon=True)
        self._follower.start()

    def _lines(self) -> Iterator[Json]:
        assert self.process.stderr is not None
        for line in self.process.stderr:
            if line.startswith("{"):
                yield json.loads(line)
            else:
                sys.stderr.write(line)

    def _address(self) -> tuple[str, int]:
        for line in self._lines():
            if line["event"] == "listening":
                url = urlsplit(line["url"])
                return str(url.hostname), int(url.port or 80)
        raise RuntimeError("the server did not start")

    def _follow(self) -> None:
        for line in self._lines():
            self.events[line["event"]] += 1

    def memory(self) -> Memory:
        """Its memory, as Linux tells it."""
        status = Path(f"/proc/{self.process.pid}/status").read_text(encoding="ascii")
        kilobytes = dict(re.findall(r"^(\w+):\s+(\d+) kB$", status, re.M))
        return Memory(1024 * int(kilobytes["RssAnon"]), 1024 * int(kilobytes["VmRSS"]))

    def batches(self) -> Batches:
        """How many batches it has answered, and of how many questions."""
        text = self._get("/metrics")
        found = dict(re.findall(r"^numkbqa_batch_size_(sum|count) (\S+)$", text, re.M))
        return Batches(float(found["count"]), float(found["sum"]))

    def _get(self, path: str) -> str:
        connection = http.client.HTTPConnection(*self.address, timeout=PATIENCE)
        connection.request("GET", path)
        text = connection.getresponse().read().decode()
        connection.close()
        return text

    def stop(self) -> int:
        """End it politely, and give its exit code."""
        self.process.send_signal(signal.SIGTERM)
        return self.process.wait(timeout=PATIENCE)

    def close(self) -> None:
        """Let go of its log, once it has ended."""
        self._follower.join(timeout=PATIENCE)
        if self.process.stderr is not None:
            self.process.stderr.close()

    def ask(self, questions: Sequence[str], clients: int) -> Load:
        """Let clients ask questions, each the next one that nobody has asked yet.

        Args:
            questions: what to ask, once each.
            clients: how many of them.

        Returns:
            What happened.
        """
        load, places, lock = Load(), iter(range(len(questions))), threading.Lock()

        def work() -> None:
            connection = http.client.HTTPConnection(*self.address, timeout=PATIENCE)
            while True:
                with lock:
                    place = next(places, None)
                if place is None:
                    break
                start = time.perf_counter()
                status, body = _post(connection, questions[place])
                seconds = time.perf_counter() - start
                with lock:
                    load.latencies.setdefault(status, []).append(seconds)
                    if status == 200:
                        load.answers[place] = json.loads(body)
            connection.close()

        threads = [threading.Thread(target=work) for _ in range(clients)]
        start = time.perf_counter()
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        load.seconds = time.perf_counter() - start
        return load


def _post(connection: http.client.HTTPConnection, question: str) -> tuple[int, bytes]:
    body = json.dumps({"question": question})
    try:
        connection.request("POST", "/ask", body, {"Content-Type": "application/json"})
        response = connection.getresponse()
        return response.status, response.read()
    except (OSError, http.client.HTTPException):
        connection.close()
        return 0, b""


@contextmanager
def serving(model: Path, cache: Path, *settings: str) -> Iterator[Server]:
    """Run a server on a free port.

    Args:
        model: the model.
        cache: folder of its text cache.
        settings: `serve.key=value`.

    Yields:
        The server.
    """
    options = [word for setting in settings for word in ("--set", setting)]
    process = subprocess.Popen(
        [sys.executable, "-m", "numkbqa", "serve", str(model), "--port", "0", *options],
        stderr=subprocess.PIPE,
        text=True,
        env={**os.environ, "NUMKBQA_CACHE": str(cache)},
    )
    server = Server(process)
    try:
        yield server
    finally:
        process.kill()
        process.wait()
        server.close()
