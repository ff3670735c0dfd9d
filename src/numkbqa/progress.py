"""Progress on stderr: bars in a terminal, plain lines in a log, nothing when silenced; never on stdout."""

import resource
import sys
import time
from collections.abc import Callable, Iterable, Iterator, Sized
from contextlib import contextmanager
from pathlib import Path
from typing import TypeVar

from rich.console import Console
from rich.markup import escape
from rich.progress import (
    BarColumn,
    MofNCompleteColumn,
    Progress,
    TextColumn,
    TimeElapsedColumn,
    TimeRemainingColumn,
)

Item = TypeVar("Item")

TellProgress = Callable[[str, int], None]
"""Told a stage ("reading triples.tsv") and a count of what is done of it."""

STATUS = Path("/proc/self/status")
"""Where Linux tells the highest resident memory of a program."""

PLAIN_SECONDS = 20.0
"""In a log that is no terminal, a long loop says where it is this often."""

_state = {"silent": False}


def silence(silent: bool = True) -> None:
    """Switch progress off, or on again, for the whole process."""
    _state["silent"] = silent


def say(message: str) -> None:
    """Print one line to stderr, unless silenced.

    Args:
        message: the line, printed as it is (no markup).
    """
    if not _state["silent"]:
        _console().print(message, markup=False, highlight=False, soft_wrap=True)


@contextmanager
def stage(description: str) -> Iterator[None]:
    """Announce a stage, and say how many seconds it took when it ends well.

    Args:
        description: what is being done ("reading the graph").
    """
    console, start = _console(), time.monotonic()
    if _state["silent"]:
        yield
    elif console.is_terminal:
        with console.status(escape(description)):
            yield
    else:
        say(f"{description} ...")
        yield
    say(f"{description}: done in {time.monotonic() - start:.1f} s")


def track(iterable: Iterable[Item], description: str, total: int | None = None) -> Iterator[Item]:
    """Pass the items of a loop through and show how far it is.

    Args:
        iterable: what to loop over.
        description: what is being done.
        total: number of items; taken from the iterable when it knows its length.

    Yields:
        The items, unchanged.
    """
    if total is None and isinstance(iterable, Sized):
        total = len(iterable)
    console = _console()
    if _state["silent"]:
        yield from iterable
    elif console.is_terminal:
        yield from _bar(iterable, description, total, console)
    else:
        yield from _lines(iterable, description, total)


@contextmanager
def counting() -> Iterator[TellProgress]:
    """Show a count whose end nobody knows yet, stage by stage.

    Yields:
        A function to call with the stage ("reading triples.tsv") and its count so far.
    """
    console = _console()
    if _state["silent"]:
        yield lambda stage, count: None
    elif console.is_terminal:
        with console.status("") as status:
            yield lambda stage, count: status.update(escape(f"{stage}: {count:,}"))
    else:
        count = _PlainCount()
        yield count.tell
        count.flush()


def peak_memory() -> int:
    """Highest resident memory of this program so far, in bytes.

    Linux's `ru_maxrss` starts at what the parent held when it forked; `VmHWM` starts anew with the program.
    """
    if STATUS.exists():
        for line in STATUS.read_text(encoding="utf-8", errors="replace").splitlines():
            if line.startswith("VmHWM:"):
                return 1024 * int(line.split()[1])
    peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    return peak if sys.platform == "darwin" else peak * 1024


class _PlainCount:
    """Lines for a log: one when a stage begins, then one every `PLAIN_SECONDS`, and always its last count."""

    def __init__(self) -> None:
        self.stage, self.told = "", 0.0
        self.untold: int | None = None

    def tell(self, stage: str, count: int) -> None:
        now = time.monotonic()
        if stage != self.stage:
            self.flush()
        if stage != self.stage or now - self.told >= PLAIN_SECONDS:
            self.stage, self.told, self.untold = stage, now, None
            say(f"{stage}: {count:,}")
        else:
            self.untold = count

    def flush(self) -> None:
        if self.untold is not None:
            say(f"{self.stage}: {self.untold:,}")
        self.untold = None


def _console() -> Console:
    # Made anew each time: tests and callers may have redirected sys.stderr since.
    return Console(stderr=True)


def _bar(iterable: Iterable[Item], description: str, total: int | None, console: Console) -> Iterator[Item]:
    columns = (TextColumn("{task.description}", markup=False), BarColumn(), MofNCompleteColumn())
    with Progress(
        *columns, TimeElapsedColumn(), TimeRemainingColumn(), console=console, transient=True
    ) as progress:
        yield from progress.track(iterable, total=total, description=description)


def _rest(count: int, total: int | None, seconds: float) -> str:
    """What a line says beside the count: the total, and how long the rest takes at the pace so far."""
    if total is None:
        return ""
    left = seconds * (total - count) / count
    amount = f"{left:.0f} s" if left < 100 else f"{left / 60:.0f} min"
    return f" of {total}" + (f", about {amount} left" if total > count else "")


def _lines(iterable: Iterable[Item], description: str, total: int | None) -> Iterator[Item]:
    start = told = time.monotonic()
    count = 0
    for count, item in enumerate(iterable, start=1):
        yield item
        now = time.monotonic()
        if now - told >= PLAIN_SECONDS:
            told = now
            say(f"{description}: {count}{_rest(count, total, now - start)}")
    say(f"{description}: {count} done in {time.monotonic() - start:.1f} s")
