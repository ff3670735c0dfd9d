"""The folder of a store that is being built: finished shards, and a lock that one process holds.

```
STORE/                  the finished store, placed by one rename
STORE.partial/.lock     locked while a process builds; a process that dies unlocks it
STORE.partial/shard-*   finished shards, each placed by one rename
```
"""

import fcntl
import os
import shutil
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import IO

from numkbqa.errors import UserError
from numkbqa.progress import say
from numkbqa.retrieval.examples.store import read_examples

LOCK = ".lock"


def partial_folder(path: Path) -> Path:
    """Where a store is built: beside its own place."""
    return path.with_name(f"{path.name}.partial")


@contextmanager
def held(folder: Path) -> Iterator[None]:
    """Hold a folder for this process alone; wait as long as another one holds it.

    Args:
        folder: the folder; made when it is missing, and removed when nothing is left in it.

    Raises:
        UserError: it cannot be written.
    """
    while True:
        with _lock_file(folder) as lock:
            _wait_for(lock, folder)
            if _is_in_place(lock, folder / LOCK):
                _remove_rests(folder)
                try:
                    yield
                finally:
                    _remove_empty(folder)
                return
            # The one who held it finished and removed the folder; the lock we got locks nothing any more.


def is_finished(shard: Path, key: str) -> bool:
    """Whether a whole shard of that key is there.

    Args:
        shard: its folder.
        key: what its examples must depend on.
    """
    try:
        read_examples(shard, key)
    except UserError:
        return False
    return True


def _lock_file(folder: Path) -> IO[str]:
    while True:
        try:
            folder.mkdir(parents=True, exist_ok=True)
            return (folder / LOCK).open("w")
        except FileNotFoundError:
            continue  # the folder was removed between both lines
        except OSError as error:
            raise UserError(f"cannot write examples there ({error.strerror})", where=folder) from None


def _wait_for(lock: IO[str], folder: Path) -> None:
    try:
        fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError:
        say(f"waiting for another process that builds the same examples ({folder})")
        fcntl.flock(lock, fcntl.LOCK_EX)


def _is_in_place(lock: IO[str], place: Path) -> bool:
    try:
        return os.path.samestat(os.fstat(lock.fileno()), place.stat())
    except FileNotFoundError:
        return False


def _remove_empty(folder: Path) -> None:
    """Remove the folder when it holds nothing but the lock."""
    if all(path.name == LOCK for path in folder.glob("*")):
        shutil.rmtree(folder, ignore_errors=True)


def _remove_rests(folder: Path) -> None:
    """Remove what killed writers left of shards that they did not finish."""
    for rest in folder.glob(".*.aside"):
        shutil.rmtree(rest, ignore_errors=True)
