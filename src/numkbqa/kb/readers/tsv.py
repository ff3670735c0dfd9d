"""Tab-separated triples, numbers and names, without a header, as graphs for research are handed around.

| file | columns |
|---|---|
| triples | head, relation, tail |
| numbers | entity, relation, value, XSD datatype (optional), unit (optional) |
| names | entity or relation, name; the first name of a thing is its label, further ones are aliases |

The file's name decides (`triples...`, `numbers...`, `names...`, a few synonyms), else the number of columns
that most rows have. Quotes and `#` have no meaning, spaces around a field are dropped. Rows that do not fit
are left out and told. A file with a header is a table, which `tables/` reads.
"""

from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from itertools import chain, islice
from typing import IO, Final, NamedTuple

from numkbqa.errors import UserError
from numkbqa.kb.readers.record import ALIAS_RANK, LiteralFact, Name, Record, Skipped, UntypedFact
from numkbqa.kb.readers.source import Source
from numkbqa.kb.readers.tables import is_table
from numkbqa.values.datatype import is_measuring, is_untyped

NOT_UTF8: Final = "the row is not valid UTF-8"
RAGGED: Final = "the row has another number of columns"
EMPTY: Final = "a column of the row is empty"
_STEMS: Final = {
    "triples": ("triples", "facts", "edges"),
    "numbers": ("numbers", "numeric", "literals", "attributes"),
    "names": ("names", "labels", "aliases"),
}
_COLUMNS: Final = {"triples": (3,), "numbers": (3, 4, 5), "names": (2,)}
_SUFFIXES: Final = (".tsv", ".tab")
_ROWS_AHEAD: Final = 1000


class TsvReader:
    """Reads tab-separated files without a header."""

    formats = "tab-separated triples, numbers and names (.tsv)"

    def accepts_name(self, source: Source) -> bool:
        """Whether the file's name says that it is of this format, and it has no header."""
        return source.name.endswith(_SUFFIXES) and not is_table(source)

    def accepts_content(self, source: Source) -> bool:
        """Whether the first line holds two to five fields between tabs, and is no header."""
        return 1 <= source.head().split(b"\n")[0].count(b"\t") <= 4 and not is_table(source)

    def read(self, source: Source) -> Iterator[Record]:
        """Yield the records of a file.

        Args:
            source: the file.

        Yields:
            Untyped facts, literal facts or names, and what was left out.

        Raises:
            UserError: none of the first rows fits.
        """
        with source.open() as stream:
            rows = _rows(stream)
            ahead = list(islice(rows, _ROWS_AHEAD))
            if ahead:
                content = _content(source, [row for row in ahead if isinstance(row, _Row)])
                fitting = _fitting(chain(ahead, rows), _COLUMNS[content])
                yield from _RECORDS[content](fitting)


class _Row(NamedTuple):
    line: int
    fields: list[str]


def _rows(stream: IO[bytes]) -> Iterator[_Row | Skipped]:
    """The rows that are not blank."""
    for line, raw in enumerate(stream, start=1):
        try:
            text = raw.decode("utf-8")
        except UnicodeDecodeError:
            yield Skipped(line, NOT_UTF8, raw.decode("utf-8", errors="replace").rstrip("\r\n"))
            continue
        if text.strip():
            yield _Row(line, [field.strip() for field in text.rstrip("\r\n").split("\t")])


def _content(source: Source, rows: Sequence[_Row]) -> str:
    """What the file holds, by its name, else by the columns that most of its first rows have."""
    by_name = (content for content, stems in _STEMS.items() if source.name.startswith(stems))
    by_columns = Counter(content for row in rows if (content := _content_by_columns(row.fields)) is not None)
    content = next(by_name, None) or max(by_columns, key=by_columns.__getitem__, default=None)
    if content is not None and any(len(row.fields) in _COLUMNS[content] for row in rows):
        return content
    expected = " or ".join(map(str, _COLUMNS[content])) if content else "2, 3 or 4"
    what = f"the row has {_columns(rows[0])}, expected {expected}" if rows else NOT_UTF8
    raise UserError(
        what,
        where=source.path,
        line=rows[0].line if rows else None,
        remedy="Separate the fields with tabs: head, relation, tail; or entity, name; "
        "or entity, relation, value, xsd type. Save the file as UTF-8.",
    )


def _content_by_columns(row: list[str]) -> str | None:
    if len(row) in {4, 5}:
        return "numbers" if is_measuring(row[3]) or is_untyped(row[3]) else None
    return {2: "names", 3: "triples"}.get(len(row))


def _columns(row: _Row) -> str:
    return "1 column" if len(row.fields) == 1 else f"{len(row.fields)} columns"


def _fitting(rows: Iterator[_Row | Skipped], widths: tuple[int, ...]) -> Iterator[_Row | Skipped]:
    """The rows, with `Skipped` for those of another width or with an empty field among the needed ones."""
    for row in rows:
        if isinstance(row, Skipped):
            yield row
        elif len(row.fields) not in widths:
            yield Skipped(row.line, RAGGED, "\t".join(row.fields))
        elif not all(row.fields[: widths[0]]):
            yield Skipped(row.line, EMPTY, "\t".join(row.fields))
        else:
            yield row


def _triples(rows: Iterator[_Row | Skipped]) -> Iterator[Record]:
    for row in rows:
        if isinstance(row, Skipped):
            yield row
        else:
            head, relation, tail = row.fields
            yield UntypedFact(head, relation, tail, row.line)


def _numbers(rows: Iterator[_Row | Skipped]) -> Iterator[Record]:
    for row in rows:
        if isinstance(row, Skipped):
            yield row
        else:
            entity, relation, value, datatype, unit = (*row.fields, "", "")[:5]
            yield LiteralFact(entity, relation, value, datatype or None, unit or None, line=row.line)


def _names(rows: Iterator[_Row | Skipped]) -> Iterator[Record]:
    named: set[str] = set()
    for row in rows:
        if isinstance(row, Skipped):
            yield row
        else:
            thing, name = row.fields
            yield Name(thing, name, rank=ALIAS_RANK if thing in named else 0)
            named.add(thing)


_RECORDS: Final[dict[str, Callable[[Iterator[_Row | Skipped]], Iterator[Record]]]] = {
    "triples": _triples,
    "numbers": _numbers,
    "names": _names,
}
