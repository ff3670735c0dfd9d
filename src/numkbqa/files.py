"""Files that are whole or absent: write aside in the same folder, then move into place; and their hashes."""

import fcntl
import hashlib
import os
import secrets
import shutil
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from numkbqa.errors import UserError


@contextmanager
def write_aside(path: Path) -> Iterator[Path]:
    """Hand out a temporary path to write a file to; it takes its place only when the block ends well.

    Args:
        path: where the file shall stand; an older file there is replaced in one step.

    Yields:
        A path in the same folder, not yet existing.

    Raises:
        UserError: nothing can be written there, or a folder stands there.
    """
    if path.is_dir():
        raise UserError("a folder stands where the file shall go", where=path, remedy="name a file")
    aside = _name_aside(path)
    try:
        yield aside
        sync(aside)
        aside.replace(path)
        sync(path.parent)
    finally:
        aside.unlink(missing_ok=True)


@contextmanager
def write_folder_aside(path: Path, marker: str) -> Iterator[Path]:
    """Hand out a temporary folder to fill; it takes its place only when the block ends well.

    Args:
        path: where the folder shall stand.
        marker: name of a file that every such folder holds. An older folder is replaced only when it is empty
            or holds this file, so that `-o ~` deletes nobody's home.

    Yields:
        A new, empty folder beside `path`.

    Raises:
        UserError: nothing can be written there, or what stands there was not written by us.
    """
    _check_replaceable(path, marker)
    aside = _name_aside(path)
    old = _name_aside(path)
    try:
        aside.mkdir()
        yield aside
        _sync_all(aside)
        if path.exists():
            path.rename(old)
        aside.rename(path)
        sync(path.parent)
    finally:
        if old.exists() and not path.exists():
            old.rename(path)
        for leftover in (aside, old):
            shutil.rmtree(leftover, ignore_errors=True)


@contextmanager
def write_folder_once(path: Path) -> Iterator[Path]:
    """Hand out a temporary folder to fill with what any process would fill it with alike.

    Of processes that do so at the same time the first one to end counts: what stands at the place is never
    moved away from those who read it.

    Args:
        path: where the folder shall stand; nothing or an empty folder stands there.

    Yields:
        A new, empty folder beside `path`.

    Raises:
        UserError: nothing can be written there.
    """
    aside = _name_aside(path)
    try:
        aside.mkdir()
        yield aside
        _sync_all(aside)
        try:
            aside.rename(path)
        except OSError:
            # a folder with anything in it cannot be renamed over: another process was first
            if not path.is_dir():
                raise
        sync(path.parent)
    finally:
        shutil.rmtree(aside, ignore_errors=True)


def make_folder(path: Path) -> None:
    """Make a folder and those above it, as far as they are missing.

    Args:
        path: the folder.

    Raises:
        UserError: it cannot be made; a file may stand there.
    """
    try:
        path.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise UserError(f"cannot make the folder ({error.strerror})", where=path) from None


@contextmanager
def locked(folder: Path) -> Iterator[None]:
    """Hold a folder alone among all who ask for it in this way; others wait.

    Args:
        folder: a folder that exists.

    Yields:
        Nothing; the folder is free again when the block or the process ends.
    """
    handle = os.open(folder, os.O_RDONLY)
    try:
        fcntl.flock(handle, fcntl.LOCK_EX)
        yield
    finally:
        os.close(handle)


def sha256_of(path: Path) -> str:
    """Hash a file.

    Args:
        path: a file of any size; it is read in blocks.

    Returns:
        The SHA-256 of its bytes, 64 hexadecimal digits.
    """
    with path.open("rb") as file:
        return hashlib.file_digest(file, "sha256").hexdigest()


def _name_aside(path: Path) -> Path:
    """Name a free path beside `path`, and make sure that its folder exists and takes files."""
    parent = path.absolute().parent
    make_folder(parent)
    if not os.access(parent, os.W_OK | os.X_OK):
        raise UserError(
            "no right to write in the folder", where=parent, remedy="choose another place with -o"
        )
    return parent / f".{path.absolute().name}.{secrets.token_hex(4)}.aside"


def _check_replaceable(path: Path, marker: str) -> None:
    if not path.exists() and not path.is_symlink():
        return
    if not path.is_dir() or path.is_symlink():
        raise UserError("something that is no folder stands where the folder shall go", where=path)
    if any(path.iterdir()) and not (path / marker).exists():
        raise UserError(
            f"the folder holds other things (no {marker}) and will not be replaced",
            where=path,
            remedy="choose another place with -o, or remove the folder yourself",
        )


def sync(path: Path) -> None:
    """Push a file or folder to the disk: a rename must not survive a crash that loses its content."""
    descriptor = os.open(path, os.O_RDONLY)
    try:
        os.fsync(descriptor)
    finally:
        os.close(descriptor)


def _sync_all(folder: Path) -> None:
    for file in sorted(folder.rglob("*")):
        sync(file)
    sync(folder)
