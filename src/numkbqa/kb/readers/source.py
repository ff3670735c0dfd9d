"""Source files: opened with gzip, bzip2 and zstd undone, a byte order mark dropped, and folders expanded."""

import bz2
import gzip
import io
import re
import zlib
from collections import Counter
from collections.abc import Collection, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import IO, TYPE_CHECKING

import zstandard

from numkbqa.errors import UserError

if TYPE_CHECKING:
    from _typeshed import WriteableBuffer

_GZIP_MAGIC, _ZSTD_MAGIC = b"\x1f\x8b", b"\x28\xb5\x2f\xfd"
# "BZh9" alone may begin a text: the mark of a first block, or of the end, follows
_BZIP2_MAGIC = re.compile(rb"BZh[1-9](?:1AY&SY|\x17rE8P\x90)")
_SUFFIXES = (".gz", ".bz2", ".zst")
_BUFFER = 1 << 20
_ZSTD_INPUT = 1 << 14  # what it expands to is held at once
_BYTE_ORDER_MARK = b"\xef\xbb\xbf"


@dataclass(frozen=True, slots=True)
class Source:
    """One file to read.

    Args:
        path: where it is.
        tag: short name that no other source of the build has, independent of the order of the sources.
        named: whether the user named this very file, rather than a folder that holds it.
    """

    path: Path
    tag: str
    named: bool = True

    @property
    def name(self) -> str:
        """Lower-case file name without the suffix of its compression."""
        name = self.path.name.lower()
        return next((name.removesuffix(end) for end in _SUFFIXES if name.endswith(end)), name)

    @contextmanager
    def open(self) -> Iterator[IO[bytes]]:
        """Open for reading bytes, decompressed by what the file holds, not by its name.

        Raises:
            UserError: the file cannot be read, or its compression is damaged.
        """
        try:
            with self.path.open("rb") as raw, _decompressed(raw) as stream:
                if stream.peek(3)[:3] == _BYTE_ORDER_MARK:
                    stream.read(3)
                yield stream
        except (gzip.BadGzipFile, zlib.error, EOFError, zstandard.ZstdError) as error:
            raise self._damaged(error) from error
        except OSError as error:
            if error.errno is None:  # the bz2 module has no error class of its own
                raise self._damaged(error) from error
            raise UserError(f"cannot read the file: {error.strerror or error}", where=self.path) from error

    def head(self, size: int = 4096) -> bytes:
        """The first bytes of the file, decompressed."""
        with self.open() as stream:
            return stream.read(size)

    def _damaged(self, error: Exception) -> UserError:
        return UserError(
            f"the compressed file is damaged: {error}", where=self.path, remedy="Fetch the file again."
        )


class _ZstdStream(io.RawIOBase):
    """Frames of zstd one after the other; as with gzip and bzip2, one that breaks off is an error.

    The stream reader of the library takes the end of the file for the end of a frame.
    """

    def __init__(self, raw: IO[bytes]) -> None:
        self._raw = raw
        self._frame = zstandard.ZstdDecompressor().decompressobj()
        self._begun = False
        self._input = b""
        self._output = memoryview(b"")

    def readable(self) -> bool:
        return True

    def readinto(self, buffer: "WriteableBuffer") -> int:
        target = memoryview(buffer).cast("B")
        while not self._output and self._fill():
            self._output = memoryview(self._decompress())
        size = min(len(target), len(self._output))
        target[:size] = self._output[:size]
        self._output = self._output[size:]
        return size

    def _fill(self) -> bool:
        """Whether there is compressed input left.

        Raises:
            EOFError: the file ends within a frame.
        """
        self._input = self._input or self._raw.read(_ZSTD_INPUT)
        if not self._input and self._begun:
            raise EOFError("the file ends within a zstd frame")
        return bool(self._input)

    def _decompress(self) -> bytes:
        found = self._frame.decompress(self._input)
        self._begun, self._input = not self._frame.eof, self._frame.unused_data
        if self._frame.eof:
            self._frame = zstandard.ZstdDecompressor().decompressobj()
        return found


def _decompressed(raw: io.BufferedReader) -> io.BufferedReader:
    magic = raw.read(10)
    raw.seek(0)
    if magic.startswith(_GZIP_MAGIC):
        return io.BufferedReader(gzip.GzipFile(fileobj=raw), _BUFFER)
    if _BZIP2_MAGIC.match(magic):
        return io.BufferedReader(bz2.BZ2File(raw), _BUFFER)
    if magic.startswith(_ZSTD_MAGIC):
        return io.BufferedReader(_ZstdStream(raw), _BUFFER)
    return raw


def expand_sources(paths: Sequence[Path], taken: Collection[str] = ()) -> list[Source]:
    """Files named by the user and the files in folders named by the user, hidden ones left out.

    Args:
        paths: files and folders.
        taken: names of files whose tags are given away already.

    Returns:
        One source per file, in a stable order, each file once.

    Raises:
        UserError: a path does not exist, or there is no file at all.
    """
    named: dict[Path, bool] = {}
    for path in paths:
        if not path.exists():
            raise UserError("there is no such file or folder", where=path, remedy="Check the path.")
        for file in _files_below(path) if path.is_dir() else [path]:
            named[file.resolve()] = named.get(file.resolve(), False) or file == path
    if not named:
        raise UserError(
            "there is no file in the folder",
            where=", ".join(map(str, paths)),
            remedy="Name a folder with graph files; hidden ones do not count.",
        )
    files = sorted(named, key=lambda file: (file.name, str(file)))
    seen = Counter(taken)
    sources = []
    for file in files:
        seen[file.name] += 1
        tag = file.name if seen[file.name] == 1 else f"{file.name}.{seen[file.name]}"
        sources.append(Source(file, tag, named[file]))
    return sources


def _files_below(folder: Path) -> list[Path]:
    return [
        path
        for path in sorted(folder.rglob("*"))
        if path.is_file() and not any(part.startswith(".") for part in path.relative_to(folder).parts)
    ]
