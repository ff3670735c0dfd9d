"""Tab-separated triples, numbers and names, without a header, as graphs for research are handed around.

| file | columns |
|---|---|
| triples | head, relation, tail |
| numbers | entity, relation, value, XSD datatype (optional), unit (optional) |
| names | entity or relation, name; the first name of a thing is its label, further ones are aliases |

The file's name decides (`triples...`, `numbers...`, `names...`, a few synonyms), else the number of columns.
Quotes and `#` have no meaning, spaces around a field are dropped.
"""

from collections.abc import Callable, Iterator
from typing import IO

from numkbqa.errors import UserError
from numkbqa.kb.readers.record import ALIAS_RANK, LiteralFact, Name, Record, UntypedFact
from numkbqa.kb.readers.source import Source
from numkbqa.values.datatype import is_measuring, is_untyped

_STEMS = {
    "triples": ("triples", "facts", "edges"),
    "numbers": ("numbers", "numeric", "literals", "attributes"),
    "names": ("names", "labels", "aliases"),
}
_COLUMNS = {"triples": (3,), "numbers": (3, 4, 5), "names": (2,)}
_SUFFIXES = (".tsv", ".tab")


class TsvReader:
    """Reads tab-separated files."""

    formats = "tab-separated triples, numbers and names (.tsv)"

    def accepts_name(self, source: Source) -> bool:
        """Whether the file's name says that it is of this format."""
        return source.name.endswith(_SUFFIXES)

    def accepts_content(self, source: Source) -> bool:
        """Whether the first line holds two to five fields between tabs."""
        return 1 <= source.head().split(b"\n")[0].count(b"\t") <= 4

    def read(self, source: Source) -> Iterator[Record]:
        """Yield the records of a file.

        Args:
            source: the file.

        Yields:
            Untyped facts, literal facts or names.

        Raises:
            UserError: a row has another number of columns than the first one, or an empty field.
        """
        with source.open() as stream:
            rows = _rows(source, stream)
            first = next(rows, None)
            if first is None:
                return
            content = _content(source, first)
            yield from _RECORDS[content](_regular(source, first, rows))


def _rows(source: Source, stream: IO[bytes]) -> Iterator[tuple[int, list[str]]]:
    """Number and fields of each row that is not blank."""
    for line, raw in enumerate(stream, start=1):
        try:
            text = raw.decode("utf-8")
        except UnicodeDecodeError as error:
            raise UserError(
                "the row is not valid UTF-8", where=source.path, line=line, remedy="Save the file as UTF-8."
            ) from error
        if text.strip():
            yield line, [field.strip() for field in text.rstrip("\r\n").split("\t")]


def _content(source: Source, first: tuple[int, list[str]]) -> str:
    """What the file holds, by its name, else by its columns."""
    line, row = first
    by_name = (content for content, stems in _STEMS.items() if source.name.startswith(stems))
    content = next(by_name, None) or _content_by_columns(row)
    if content is None or len(row) not in _COLUMNS[content]:
        expected = " or ".join(map(str, _COLUMNS[content])) if content else "2, 3 or 4"
        raise UserError(
            f"the row has {_columns(len(row))}, expected {expected}",
            where=source.path,
            line=line,
            remedy="Separate the fields with tabs: head, relation, tail; or entity, name; "
            "or entity, relation, value, xsd type.",
        )
    return content


def _content_by_columns(row: list[str]) -> str | None:
    if len(row) in {4, 5}:
        return "numbers" if is_measuring(row[3]) or is_untyped(row[3]) else None
    return {2: "names", 3: "triples"}.get(len(row))


def _regular(
    source: Source, first: tuple[int, list[str]], rows: Iterator[tuple[int, list[str]]]
) -> Iterator[list[str]]:
    """The rows, checked to have as many fields as the first, and no empty one among the needed ones."""
    width = len(first[1])
    needed = min(width, 3)
    yield _filled(source, first, needed)
    for line, row in rows:
        if len(row) != width:
            raise UserError(
                f"the row has {_columns(len(row))}, the rows before it have {width}",
                where=source.path,
                line=line,
                remedy="Every row of a file needs the same columns; tabs inside a field are not allowed.",
            )
        yield _filled(source, (line, row), needed)


def _filled(source: Source, numbered: tuple[int, list[str]], needed: int) -> list[str]:
    line, row = numbered
    if not all(row[:needed]):
        empty = row.index("") + 1
        raise UserError(f"column {empty} of the row is empty", where=source.path, line=line)
    return row


def _columns(count: int) -> str:
    return "1 column" if count == 1 else f"{count} columns"


def _triples(rows: Iterator[list[str]]) -> Iterator[Record]:
    for head, relation, tail in rows:
        yield UntypedFact(head, relation, tail)


def _numbers(rows: Iterator[list[str]]) -> Iterator[Record]:
    for row in rows:
        datatype = row[3] if len(row) > 3 else ""
        unit = row[4] if len(row) > 4 else ""
        yield LiteralFact(row[0], row[1], row[2], datatype or None, unit or None)


def _names(rows: Iterator[list[str]]) -> Iterator[Record]:
    named: set[str] = set()
    for thing, name in rows:
        yield Name(thing, name, rank=ALIAS_RANK if thing in named else 0)
        named.add(thing)


_RECORDS: dict[str, Callable[[Iterator[list[str]]], Iterator[Record]]] = {
    "triples": _triples,
    "numbers": _numbers,
    "names": _names,
}
