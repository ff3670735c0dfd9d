"""Records of a delimited text, read leniently: what cannot be meant as a quote is text.

A field is quoted where a quote opens it and another closes it before a delimiter or the end of the record.
Every other quote is a character like any other (`5" disk`, `O'Neill`), and a quote that opens a field and is
never closed does not swallow the lines after it.
"""

import io
import re
from collections import deque
from collections.abc import Iterable, Iterator
from typing import Final, NamedTuple

LONGEST: Final = 1000
"""Lines that one record may span before its quote counts as never closed."""


class Record(NamedTuple):
    """One record.

    Args:
        line: line at which it begins, from 1.
        fields: its fields as they stand, quotes undone.
        stray: whether a field begins with a quote that is never closed.
        text: its first line.
        size: number of lines that it spans.
    """

    line: int
    fields: list[str]
    stray: bool
    text: str
    size: int


class Fields(NamedTuple):
    """The fields of a text.

    Args:
        texts: the fields.
        stray: whether one of them begins with a quote that is not closed.
        open: whether such a quote may still be closed in a further line.
    """

    texts: list[str]
    stray: bool = False
    open: bool = False


class Dialect:
    """How a delimited text is written.

    Args:
        delimiter: one character.
        backslash: whether a quote inside quotes is escaped by a backslash rather than doubled.
    """

    def __init__(self, delimiter: str, *, backslash: bool = False) -> None:
        self.delimiter, self.backslash = delimiter, backslash
        escape = r"\\." if backslash else '""'
        plain = r'[^"\\]' if backslash else '[^"]'
        inner = f' *"({plain}*(?:{escape}{plain}*)*)'
        self._quoted = re.compile(f'{inner}" *(?={re.escape(delimiter)}|\\Z)', re.DOTALL)
        self._open = re.compile(f"{inner}\\Z", re.DOTALL)

    def split(self, text: str) -> Fields:
        """Split one record into its fields.

        Args:
            text: the record without its line end.

        Returns:
            The fields, and what became of quotes that are not closed.
        """
        if '"' not in text:
            return Fields(text.split(self.delimiter))
        fields, stray, is_open, place = [], False, False, 0
        while True:
            field, end, raw = self._field(text, place)
            fields.append(field)
            if raw and field.lstrip(" ").startswith('"'):
                stray, is_open = True, is_open or self._open.match(text, place) is not None
            if end == len(text):
                return Fields(fields, stray, is_open)
            place = end + 1

    def _field(self, text: str, place: int) -> tuple[str, int, bool]:
        """The field that begins at a place, where it ends, and whether it stands without quotes."""
        quoted = self._quoted.match(text, place)
        if quoted:
            inner = quoted[1]
            plain = re.sub(r"\\(.)", r"\1", inner) if self.backslash else inner.replace('""', '"')
            return plain, quoted.end(), False
        end = text.find(self.delimiter, place)
        end = len(text) if end < 0 else end
        return text[place:end], end, True


def read_records(lines: Iterable[str], dialect: Dialect, width: int | None = None) -> Iterator[Record]:
    """Read the records of a text; blank lines are none.

    Args:
        lines: its lines with their ends.
        dialect: how it is written.
        width: number of fields that a record should have; None where it is not known.

    Yields:
        The records.
    """
    ahead = _Ahead(lines)
    while (line := ahead.next()) is not None:
        number, text = ahead.number, line.rstrip("\r\n")
        if not text.strip():
            continue
        fields, size = dialect.split(text), 1
        if fields.open and (closed := _close(line, ahead, dialect, width)) is not None:
            fields, size = closed
            ahead.drop(size - 1)
        yield Record(number, fields.texts, fields.stray, text, size)


def text_lines(text: str) -> list[str]:
    """The lines of a text with their ends: line feeds, or carriage returns if there is no other."""
    return list(io.StringIO(text, newline="\n" if "\n" in text else "\r"))


class _Ahead:
    """Lines that can be looked at before they are taken."""

    def __init__(self, lines: Iterable[str]) -> None:
        self._lines, self._seen, self.number = iter(lines), deque[str](), 0

    def next(self) -> str | None:
        """Take the next line; None after the last."""
        self.number += 1
        return self._seen.popleft() if self._seen else next(self._lines, None)

    def peek(self, offset: int) -> str | None:
        """Look at the line `offset` lines further on; None after the last."""
        while len(self._seen) <= offset:
            line = next(self._lines, None)
            if line is None:
                return None
            self._seen.append(line)
        return self._seen[offset]

    def drop(self, count: int) -> None:
        """Take some lines that were looked at."""
        for _ in range(count):
            self.next()


def _close(first: str, ahead: _Ahead, dialect: Dialect, width: int | None) -> tuple[Fields, int] | None:
    """The fields of a record that goes on in further lines, and its lines; None when its quote is stray."""
    parts = [first]
    for offset in range(LONGEST):
        line = ahead.peek(offset)
        if line is None:
            return None
        parts.append(line)
        if '"' in line:
            fields = dialect.split("".join(parts).rstrip("\r\n"))
            if not fields.open:
                size = len(fields.texts)
                regular = not fields.stray and width in {None, size} and not _swallows(parts, dialect, size)
                return (fields, len(parts)) if regular else None
    return None


def _swallows(parts: list[str], dialect: Dialect, width: int) -> bool:
    """Whether the lines inside a quoted field look like records: then two stray quotes met."""
    inner = [part for part in parts[1:-1] if part.strip()]
    alike = all('"' not in part and part.count(dialect.delimiter) == width - 1 for part in inner)
    return alike and len(inner) >= lines_alike(width)


def lines_alike(width: int) -> int:
    """How many lines inside a quoted field may look like records of a width by chance; fewer are text."""
    return {1: LONGEST, 2: 5}.get(width, 2)
