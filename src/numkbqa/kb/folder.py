"""The folder of a store on disk: a manifest that names the folder of its arrays, replaced in one step.

```
KB/manifest.json          replaced by one rename, last of all; without it there is no knowledge base
KB/kb-data-<token>/       the arrays, the build report, and what the readers found (for `--append`)
KB/.building-<token>/     an unfinished build, locked while it runs; the next build removes a dead one
```

A build killed at any moment leaves the old knowledge base whole, or none. Readers that hold the old arrays
keep them: they are mapped, and their files live until the last map is gone.
"""

import errno
import fcntl
import hashlib
import json
import os
import re
import secrets
import shutil
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import IO, Any, Final

import duckdb
import numpy as np
from numpy.typing import NDArray

from numkbqa.errors import UserError
from numkbqa.files import sync, write_aside
from numkbqa.kb.arrays import Shapes, hash_arrays

FORMAT: Final = "numkbqa-kb"
VERSION: Final = 2
MANIFEST: Final = "manifest.json"
REPORT: Final = "report.json"
RECORDS: Final = "records"
"""Folder of what the readers found, as Parquet."""

_STARTING, _BUILDING, _DATA, _LOCK = ".starting-", ".building-", "kb-data-", ".lock"
_FULL: Final = (errno.ENOSPC, errno.EDQUOT, errno.EFBIG, errno.EROFS)
_CLOSED: Final = (errno.EACCES, errno.EPERM, errno.ENOTDIR)
_OURS: Final = re.compile(
    rf"(?:\.starting-|\.building-|{_DATA})[0-9a-f]{{8}}|\.{re.escape(MANIFEST)}\.[0-9a-f]+\.aside"
)
"""Names of what a killed build may leave; nothing else is ever removed."""

_TRIES: Final = 5
_REBUILD = "Build it again with `numkbqa kb build`."


def write_json(path: Path, content: dict[str, Any]) -> None:
    """Write one JSON document."""
    path.write_text(json.dumps(content, indent=1, ensure_ascii=False) + "\n", encoding="utf-8")


def content_hash(folder: Path, shapes: Shapes, schema: object) -> str:
    """SHA-256 over the content of a store.

    Args:
        folder: the folder of its arrays.
        shapes: dtype and shape of each array.
        schema: what of the manifest belongs to the content: relations, numerical relations, reasons.

    Returns:
        64 hexadecimal digits, equal for equal graphs.
    """
    digest = hashlib.sha256(json.dumps(schema, ensure_ascii=True).encode())
    hash_arrays(digest, folder, shapes)
    return digest.hexdigest()


@contextmanager
def building(output: Path) -> Iterator[Path]:
    """Hand out a folder to build a store in; `publish` gives it its place, anything else removes it.

    Args:
        output: the folder of the store; made when it is missing, and removed again when nothing came of it.

    Yields:
        A new, empty, locked folder inside `output`.

    Raises:
        UserError: something else than a knowledge base or an empty folder is there, or it cannot be written.
    """
    check_replaceable(output)
    made = not output.exists()
    token = secrets.token_hex(4)
    folder = output / f"{_BUILDING}{token}"
    lock = None
    try:
        lock = _make_locked(output / f"{_STARTING}{token}", folder)
        _remove_dead(output)
        yield folder
    except (OSError, duckdb.Error) as error:
        if (explained := _explained(error, output)) is None:
            raise
        raise explained from error
    finally:
        if lock is not None:
            lock.close()
        shutil.rmtree(folder, ignore_errors=True)
        if made:
            with suppress(OSError):  # it is empty only when no knowledge base came of it
                output.rmdir()


def _make_locked(start: Path, folder: Path) -> IO[str]:
    """Make a folder that is locked from the moment at which it has its name."""
    for _ in range(_TRIES):
        start.mkdir(parents=True)
        with suppress(FileNotFoundError):  # another build took it for a dead one, before it was locked
            lock = (start / _LOCK).open("w")
            fcntl.flock(lock, fcntl.LOCK_EX)
            start.rename(folder)
            return lock
    raise OSError(errno.EBUSY, os.strerror(errno.EBUSY), str(start))


def _explained(error: Exception, output: Path) -> UserError | None:
    """The error as one that a user can do something about; None when it is our fault."""
    if _is_about_the_disk(error):
        return UserError(
            f"cannot write there ({_first_line(error)})",
            where=output,
            remedy="Make room on the disk, or choose another place with -o.",
        )
    if isinstance(error, duckdb.OutOfMemoryException):
        return UserError(
            "the build needs more memory than it may use",
            where=output,
            remedy="Give it more (--memory 4GB): what all threads could not hold was tried with one.",
        )
    return None


def _is_about_the_disk(error: Exception) -> bool:
    """Whether an error says that a place takes no more, or nothing at all."""
    if isinstance(error, OSError):
        return error.errno in _FULL + _CLOSED
    # DuckDB opens nothing but its own files in a folder of ours, and sources, which may be closed to us
    text = str(error)
    return any(os.strerror(number) in text for number in _FULL) or "max_temp_directory_size" in text


def _first_line(error: Exception) -> str:
    return (error.strerror or str(error)) if isinstance(error, OSError) else str(error).partition("\n")[0]


def publish(folder: Path, manifest: dict[str, Any]) -> None:
    """Make a finished build the knowledge base of its place, in one step.

    Args:
        folder: the folder that `building` handed out, with everything in it.
        manifest: content of the manifest but for the format and the place of the arrays.
    """
    output = folder.parent
    data = output / folder.name.replace(_BUILDING, _DATA)
    for file in [*folder.rglob("*"), folder]:
        sync(file)
    folder.rename(data)
    content = {"format": FORMAT, "version": VERSION, "data": data.name, **manifest}
    try:
        with write_aside(output / MANIFEST) as aside:
            write_json(aside, content)
    except BaseException:
        if _named_data(output) != data.name:
            shutil.rmtree(data, ignore_errors=True)
        raise
    for old in _leftovers(output):
        if old.name.startswith(_DATA) and old != data:
            shutil.rmtree(old, ignore_errors=True)
    (data / _LOCK).unlink(missing_ok=True)


def _remove_dead(output: Path) -> None:
    """Remove what killed builds left: folders that nobody locks or names, and half a manifest."""
    named = _named_data(output)
    for path in _leftovers(output):
        if path.is_file():
            path.unlink(missing_ok=True)
        elif path.name != named and not _is_locked(path / _LOCK):
            shutil.rmtree(path, ignore_errors=True)


def _leftovers(output: Path) -> list[Path]:
    return [path for path in output.iterdir() if _OURS.fullmatch(path.name)]


def _is_locked(lock: Path) -> bool:
    try:
        with lock.open("r+") as file:
            fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError:
        return True
    except OSError:
        return False
    return False


def _named_data(output: Path) -> str | None:
    """Name of the data folder that the manifest names, if there is one that can be read."""
    name = _any_manifest(output).get("data")
    return name if isinstance(name, str) else None


def _any_manifest(folder: Path) -> dict[str, Any]:
    """The manifest of a folder, of any version; empty when there is none or it is damaged."""
    try:
        manifest = json.loads((folder / MANIFEST).read_text(encoding="utf-8"))
    except (OSError, ValueError):
        return {}
    return manifest if isinstance(manifest, dict) else {}


def read_manifest(folder: Path) -> dict[str, Any]:
    """Read and check the manifest of a store.

    Args:
        folder: the store.

    Returns:
        The manifest.

    Raises:
        UserError: there is none, or it is damaged, foreign or of another version.
    """
    path = folder / MANIFEST
    if not path.is_file():
        reason = "there is no knowledge base here" if folder.is_dir() else "there is no such folder"
        raise UserError(reason, where=folder, remedy="Build one with `numkbqa kb build SOURCE... -o KB`.")
    try:
        manifest = json.loads(path.read_text(encoding="utf-8"))
    except ValueError as error:
        raise UserError("the manifest is damaged", where=path, remedy=_REBUILD) from error
    if not isinstance(manifest, dict) or manifest.get("format") != FORMAT:
        raise UserError(
            "the folder is not a numkbqa knowledge base",
            where=folder,
            remedy="Name a folder that `numkbqa kb build` wrote.",
        )
    if manifest.get("version") != VERSION:
        what = f"the format version is {manifest.get('version')}, this program reads {VERSION}"
        raise UserError(what, where=folder, remedy=_REBUILD)
    return manifest


def data_folder(folder: Path, manifest: dict[str, Any]) -> Path:
    """The folder of a store's arrays, which the manifest names."""
    name = manifest["data"]
    if not isinstance(name, str) or not name.startswith(_DATA) or Path(name).name != name:
        raise ValueError(f"bad name of the data folder: {name!r}")
    return folder / name


def map_arrays(folder: Path, shapes: Shapes) -> dict[str, NDArray[Any]]:
    """Map the arrays of a store into memory.

    Args:
        folder: the folder of its arrays.
        shapes: dtype and shape of each array, as the manifest says.

    Returns:
        The arrays by name, read-only.

    Raises:
        UserError: an array is missing, cut short or of another shape.
    """
    return {name: _map_array(folder / f"{name}.npy", shape) for name, shape in shapes.items()}


def _map_array(path: Path, expected: dict[str, Any]) -> NDArray[Any]:
    try:
        empty = expected["shape"] == [0]  # an empty file cannot be mapped
        array = np.load(path, mmap_mode=None if empty else "r", allow_pickle=False)
    except FileNotFoundError as error:
        raise UserError("a file of the knowledge base is missing", where=path, remedy=_REBUILD) from error
    except (OSError, EOFError, ValueError) as error:
        raise UserError(
            f"a file of the knowledge base is damaged: {error}", where=path, remedy=_REBUILD
        ) from error
    if array.dtype.str != expected["dtype"] or list(array.shape) != expected["shape"]:
        raise UserError("a file of the knowledge base belongs to another one", where=path, remedy=_REBUILD)
    return np.asarray(array)  # the plain view of the same pages indexes faster than a memmap


def check_replaceable(output: Path) -> None:
    """Check that a store may be written to a path.

    Args:
        output: the folder to write.

    Raises:
        UserError: something else than a knowledge base, an empty folder or an unfinished build is there.
    """
    if not output.exists() or (output.is_dir() and set(output.iterdir()) <= set(_leftovers(output))):
        return
    if _any_manifest(output).get("format") != FORMAT:
        raise UserError(
            "something that is not a numkbqa knowledge base is already there",
            where=output,
            remedy="Choose another output folder, or remove it yourself.",
        )


def size_on_disk(folder: Path) -> int:
    """Bytes of all files below a folder."""
    return sum(os.stat(file).st_size for file in folder.rglob("*") if file.is_file())
