"""Shards made by several processes: each reads the graph by its memory maps, and writes its shards itself."""

import os
import signal
import threading
from collections.abc import Generator, Iterable, Iterator
from concurrent.futures import FIRST_COMPLETED, Future, ProcessPoolExecutor, as_completed, wait
from concurrent.futures.process import BrokenProcessPool
from contextlib import contextmanager
from dataclasses import dataclass
from multiprocessing import get_context, parent_process
from pathlib import Path

from numkbqa.errors import UserError
from numkbqa.kb.protocol import KnowledgeBase
from numkbqa.retrieval.examples.making import ExampleMaker, Prepared
from numkbqa.retrieval.examples.store import Dropped, Retrieved, write_examples
from numkbqa.retrieval.settings import RetrievalSettings

Written = Generator[int, None, None]
"""How many questions each shard has, shard by shard as they are written."""

ONE_THREAD = ("OMP_NUM_THREADS", "OPENBLAS_NUM_THREADS", "MKL_NUM_THREADS")
"""Variables that numerical libraries read once, when they are loaded."""


@dataclass(frozen=True, slots=True)
class Shard:
    """A part of the questions, linked and encoded.

    Args:
        path: the folder to write its examples to.
        key: what they depend on.
        prepared: its questions that have a topic entity.
        dropped: the others.
    """

    path: Path
    key: str
    prepared: list[Prepared]
    dropped: Dropped

    def __len__(self) -> int:
        return len(self.prepared) + len(self.dropped)


def write_here(maker: ExampleMaker, shards: Iterable[Shard]) -> Written:
    """Write shards one after the other in this process.

    Args:
        maker: makes examples.
        shards: what to write; taken no faster than it is written.

    Yields:
        How many questions each shard has.
    """
    for shard in shards:
        yield _write_shard(maker, shard)


def write_in_processes(maker: ExampleMaker, shards: Iterable[Shard], processes: int) -> Written:
    """Write shards in several processes, while this one prepares the next of them.

    Args:
        maker: says which graph and settings; each process makes its own.
        shards: what to write; taken no faster than it is written.
        processes: how many processes write.

    Yields:
        How many questions each shard has, in the order in which they are finished.

    Raises:
        UserError: a process died, or the graph was replaced meanwhile.
    """
    # Spawned, not forked: the parent may hold threads of the encoder.
    start = (maker.kb, maker.settings, maker.kb.content_hash)
    pool = ProcessPoolExecutor(processes, get_context("spawn"), _start, start)
    try:
        yield from _written(pool, shards, processes)
    except BrokenProcessPool:
        raise UserError(
            "a process that retrieves was killed, most likely because memory ran out",
            remedy="use fewer processes (`--set processes=1`); finished parts are kept",
        ) from None
    finally:
        pool.shutdown(cancel_futures=True)


def _written(pool: ProcessPoolExecutor, shards: Iterable[Shard], processes: int) -> Iterator[int]:
    running: set[Future[int]] = set()
    for shard in shards:
        with _one_thread(), _uninterrupted():  # it is in `submit` that processes are started
            running.add(pool.submit(_write, shard))
        # One more than there are processes, so that none waits for the next.
        if len(running) > processes:
            done, running = wait(running, return_when=FIRST_COMPLETED)
            yield from (future.result() for future in done)
    yield from (future.result() for future in as_completed(running))


def _write_shard(maker: ExampleMaker, shard: Shard) -> int:
    write_examples(shard.path, Retrieved(list(map(maker.make, shard.prepared)), shard.dropped), shard.key)
    return len(shard)


_worker: dict[str, ExampleMaker] = {}


def _start(kb: KnowledgeBase, settings: RetrievalSettings, content_hash: str) -> None:
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # the parent is interrupted too, and lets us finish
    signal.pthread_sigmask(signal.SIG_UNBLOCK, {signal.SIGINT})
    threading.Thread(target=_end_with_parent, daemon=True).start()
    if kb.content_hash == content_hash:
        _worker["maker"] = ExampleMaker(kb, settings)


def _write(shard: Shard) -> int:
    if "maker" not in _worker:
        raise UserError(
            "the knowledge base was replaced while examples were built from it",
            remedy="start again; nothing of the old one is mixed in",
        )
    return _write_shard(_worker["maker"], shard)


def _end_with_parent() -> None:
    """A killed parent tells nobody: without it, its processes would wait for work for ever."""
    parent = parent_process()
    if parent is not None:
        parent.join()
        os._exit(1)


@contextmanager
def _uninterrupted() -> Iterator[None]:
    """Processes that start now hear no interrupt, even while they import; this one hears it afterwards."""
    before = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)


@contextmanager
def _one_thread() -> Iterator[None]:
    """Processes that start now use one thread each: they share the cores among themselves."""
    before = {name: os.environ.get(name) for name in ONE_THREAD}
    os.environ.update(dict.fromkeys(ONE_THREAD, "1"))
    try:
        yield
    finally:
        for name, value in before.items():
            if value is None:
                del os.environ[name]
            else:
                os.environ[name] = value
