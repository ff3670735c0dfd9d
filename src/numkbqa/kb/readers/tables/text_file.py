"""The text of a delimited or JSON file as DuckDB reads it: UTF-8, decompressed, without a byte order mark."""

import codecs
import io
import re
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import IO, Final

from numkbqa.errors import UserError
from numkbqa.kb.readers.source import Source

CHUNK: Final = 1 << 20
_PACKED: Final = (b"\x1f\x8b", b"\x28\xb5\x2f\xfd", b"\xef\xbb\xbf")
_UTF16_MARKS: Final = (b"\xff\xfe", b"\xfe\xff")
_WIDE = re.compile("[^\x00-\x7f\ufffd]")
_IN_WORDS: Final = {
    "utf-16": "UTF-16", "utf-16-le": "UTF-16", "utf-16-be": "UTF-16", "cp1252": "Latin-1 (windows-1252)",
}  # fmt: skip


@dataclass(frozen=True, slots=True)
class TextFile:
    """A text in UTF-8.

    Args:
        path: the source itself where it is plain UTF-8, else a copy.
        lines: number of lines up to the last one that is not blank.
        note: what was odd about the encoding; None for UTF-8.
        damaged: whether places that are no text stand as U+FFFD.
    """

    path: Path
    lines: int
    note: str | None = None
    damaged: bool = False

    def open(self) -> IO[str]:
        """Open for reading by lines that end with line feeds, or with carriage returns if there are none."""
        end = "\n" if self.lines > 1 else "\r"
        return self.path.open(encoding="utf-8", errors="replace", newline=end)

    def head(self, size: int = 1 << 18) -> str:
        """The first whole lines of the text, about `size` characters."""
        with self.open() as stream:
            text = stream.read(size)
            return text + stream.readline() if len(text) == size else text


def text_file(source: Source, folder: Path) -> TextFile:
    """Bring a text file into the form that DuckDB reads.

    UTF-16 is told by its mark or its zero bytes. What is not UTF-8 is UTF-8 with damaged places where most
    of it decodes, else Latin-1 as Windows has it.

    Args:
        source: the file.
        folder: where a copy goes when one is needed.

    Returns:
        The text.

    Raises:
        UserError: the file is no text, or cannot be read.
    """
    encoding, clean = _encoding(source)
    plain = encoding == "utf-8" and clean and not _first_bytes(source).startswith(_PACKED)
    path = source.path if plain else _copy(source, encoding, folder / f"{source.tag}.utf8")
    damaged = encoding == "utf-8" and not clean
    note = "UTF-8 with damaged characters" if damaged else _IN_WORDS.get(encoding)
    return TextFile(path, _count_lines(path), note, damaged)


def sniff_text(head: bytes) -> str | None:
    """The beginning of a file as text; None when it is none.

    Args:
        head: first bytes of the file, without a UTF-8 byte order mark.

    Returns:
        The text up to its last whole character.
    """
    encoding = _encoding_of_head(head)
    if encoding is None:
        return None
    return codecs.getincrementaldecoder(encoding)("replace").decode(head)


def _first_bytes(source: Source) -> bytes:
    with source.path.open("rb") as raw:
        return raw.read(4)


def _encoding_of_head(head: bytes) -> str | None:
    if head.startswith(_UTF16_MARKS):
        return "utf-16"
    if b"\x00" not in head:
        return "utf-8"
    zeros = [head[start::2].count(0) for start in (0, 1)]
    if min(zeros) * 10 < max(zeros) and max(zeros) * 4 > len(head):
        return "utf-16-le" if zeros[1] > zeros[0] else "utf-16-be"
    return None


def _encoding(source: Source) -> tuple[str, bool]:
    """The encoding of a file, and whether every byte of it belongs to that encoding."""
    encoding = _encoding_of_head(source.head())
    if encoding is None:
        raise UserError(
            "the file is binary, not text",
            where=source.path,
            remedy="Give its name the suffix of its own format (.parquet), or export it as text.",
        )
    if encoding != "utf-8":
        return encoding, True
    decoder = codecs.getincrementaldecoder("utf-8")()
    wide = False
    with source.open() as stream:
        for chunk in _chunks(stream):
            try:
                wide |= not decoder.decode(chunk).isascii()
            except UnicodeDecodeError:
                return ("utf-8" if wide or _mostly_utf8(chunk) else "cp1252"), False
    return "utf-8", not decoder.getstate()[0]


def _mostly_utf8(chunk: bytes) -> bool:
    """Whether at least as many characters decode as do not: by chance, Latin-1 hardly ever decodes."""
    text = chunk.decode("utf-8", errors="replace")
    return len(_WIDE.findall(text)) >= text.count("\ufffd")


def _copy(source: Source, encoding: str, path: Path) -> Path:
    with source.open() as stream, path.open("w", encoding="utf-8", newline="") as copy:
        text = io.TextIOWrapper(stream, encoding, errors="replace", newline="")
        while chunk := text.read(CHUNK):
            copy.write(chunk)
        text.detach()
    return path


def _count_lines(path: Path) -> int:
    """Lines as line feeds end them, blank ones at the end of the file left out."""
    ended = lines = 0
    with path.open("rb") as stream:
        for chunk in _chunks(stream):
            text = chunk.rstrip(b"\r\n")
            if text:
                lines = ended + text.count(b"\n") + 1
            ended += chunk.count(b"\n")
    return lines


def _chunks(stream: IO[bytes]) -> Iterator[bytes]:
    while chunk := stream.read(CHUNK):
        yield chunk
