"""A server in a process of its own, as users run it."""

import json
import os
import queue
import signal
import subprocess
import sys
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import httpx

Line = dict[str, Any]

ROOT = Path(__file__).resolve().parents[2]

PATIENCE = 300.0
"""Seconds after which what should have happened is taken to be missing."""


class Server:
    """A running server: its URL, its log line by line, and its process."""

    def __init__(self, process: subprocess.Popen[str]) -> None:
        self.process = process
        self.lines: list[Line] = []
        self._new: queue.Queue[Line] = queue.Queue()
        self._reader = threading.Thread(target=self._read, daemon=True)
        self._reader.start()
        self.url = str(self.until("listening")["url"])

    def _read(self) -> None:
        assert self.process.stderr is not None
        for text in self.process.stderr:
            self._new.put(json.loads(text) if text.startswith("{") else {"event": "text", "text": text})
        self._new.put({"event": "end of log"})

    def until(self, event: str, **facts: object) -> Line:
        """Wait for a line of the log that tells an event, with these facts among others."""
        while True:
            line = self._new.get(timeout=PATIENCE)
            self.lines.append(line)
            if line["event"] == event and facts.items() <= line.items():
                return line
            if line["event"] == "end of log":
                raise AssertionError(f"the server ended before {event}: {self.lines}")

    def client(self, **options: Any) -> httpx.Client:
        """A client of it."""
        return httpx.Client(base_url=self.url, timeout=PATIENCE, **options)

    def signal(self, number: signal.Signals) -> None:
        """Send it a signal."""
        self.process.send_signal(number)

    def ended(self) -> int:
        """Wait for its end, and give its exit code."""
        code = self.process.wait(timeout=PATIENCE)
        self._reader.join(timeout=PATIENCE)
        while not self._new.empty():
            self.lines.append(self._new.get())
        return code


@contextmanager
def serving(*arguments: str | Path, module: str = "numkbqa", **environment: str) -> Iterator[Server]:
    """Run `numkbqa serve ARGUMENTS` on a free port; it is killed at the end if it still runs.

    Args:
        arguments: models and options.
        module: what to run instead of `numkbqa`.
        environment: further variables.

    Yields:
        The server, which listens.
    """
    process = subprocess.Popen(
        [sys.executable, "-m", module, "serve", *map(str, arguments), "--port", "0"],
        stderr=subprocess.PIPE,
        stdout=subprocess.DEVNULL,
        text=True,
        cwd=ROOT,
        env={**os.environ, **environment},
    )
    try:
        yield Server(process)
    finally:
        process.kill()
        process.wait()
        if process.stderr is not None:
            process.stderr.close()
