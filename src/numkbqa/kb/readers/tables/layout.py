"""The layout of a delimited text: its delimiter, what stands before the table, whether it has a header."""

import re
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import islice
from typing import Final, NamedTuple

from numkbqa.kb.readers.tables.records import Dialect, Record, read_records, text_lines
from numkbqa.kb.relation_text import relation_text
from numkbqa.values import parse_value

DELIMITERS: Final = (",", ";", "\t", "|")
HEADER_WORDS: Final = frozenset(
    {
        "of", "id", "key", "code", "uri", "name", "label", "title", "type", "class", "kind", "category",
        "description", "date", "year", "unit", "value", "count", "head", "relation", "tail", "subject",
        "predicate", "object", "source", "target", "from", "to", "entity", "property", "attribute",
        "country", "city", "state", "region", "continent", "capital", "population", "area", "height",
        "weight", "length", "elevation", "age", "price", "rating", "genre", "iso", "language",
        "director", "author", "first", "last", "start", "end", "birth", "death", "url",
    }
)  # fmt: skip
_RECORDS: Final = 200
_NEO4J = re.compile(r"[^:]*:(ID|START_ID|END_ID|LABEL|TYPE)(\(.*\))?")
_ESCAPED = re.compile(r'\\"(?![,;\t|\r\n]|\Z)')
_YEAR = re.compile(r"(1[0-9]|20)[0-9]{2}")


@dataclass(frozen=True, slots=True)
class Layout:
    """How a delimited text is laid out.

    Args:
        dialect: delimiter and escapes.
        header: the fields of its header; None when it has none.
        width: number of fields of a record.
        skip: number of lines before the first record of data.
        preamble: what stands before the header and is no part of the table.
    """

    dialect: Dialect
    header: list[str] | None
    width: int
    skip: int
    preamble: list[Record]

    @property
    def names(self) -> list[str]:
        """The names of the columns, "column 1" and so on where the header says none."""
        cells = [" ".join(cell.split()) for cell in (self.header or [""] * self.width)]
        return [cell or f"column {number}" for number, cell in enumerate(cells, start=1)]


class _Trial(NamedTuple):
    dialect: Dialect
    records: list[Record]
    width: int

    def rank(self, place: int) -> tuple[bool, bool, float, int, int]:
        """How well the delimiter explains the text; `place` breaks ties."""
        widths = [len(record.fields) for record in self.records]
        share = widths.count(self.width) / len(widths)
        return self.width > 1, widths[0] == self.width, share, self.width, -place


def find_layout(
    head: str, name: str, *, delimiter: str | None = None, header: bool | None = None
) -> Layout | None:
    """Tell the layout of a text.

    Args:
        head: its first lines.
        name: its file name, in lower case and without the suffix of a compression.
        delimiter: the delimiter, where it is known.
        header: whether there is a header, where it is known.

    Returns:
        The layout; None when the text is blank.
    """
    if declared := re.match(r"sep=(.)\r?\n", head):  # Excel says its delimiter so
        layout = find_layout(head[declared.end() :], name, delimiter=delimiter or declared[1], header=header)
        return None if layout is None else _moved(layout, 1)
    trial = _best_trial(head, name, delimiter)
    if trial is None:
        return None
    start, first = _first_record(trial)
    rest = [record.fields for record in trial.records[start + 1 :]]
    present = _has_header(first, rest) if header is None else header
    ahead = trial.records[: start + present]
    skip = ahead[-1].line + ahead[-1].size - 1 if ahead else trial.records[start].line - 1
    return Layout(trial.dialect, first if present else None, len(first), skip, trial.records[:start])


def surely_has_header(layout: Layout, head: str) -> bool:
    """Whether the first record of a text can only be a header; a headerless triple must not pass for one.

    Args:
        layout: its layout.
        head: its first lines.

    Returns:
        True where half of its cells are words that headers are made of, it stands over a column of numbers,
        or the table is wider than anything else that numkbqa reads from tab-separated files.
    """
    if layout.header is None:
        return False
    rows = [record.fields for record in islice(read_records(text_lines(head), layout.dialect), _RECORDS)]
    rest = rows[len(layout.preamble) + 1 :]
    if _repeats(layout.header, rest):
        return False
    if _known_share(layout.header) >= 0.5:
        return True
    over_numbers = any(_over_numbers(place, rest) for place in range(layout.width))
    return over_numbers or layout.width > 5


def _moved(layout: Layout, lines: int) -> Layout:
    return Layout(layout.dialect, layout.header, layout.width, layout.skip + lines, layout.preamble)


def _best_trial(head: str, name: str, delimiter: str | None) -> _Trial | None:
    lines = text_lines(head)
    backslash = len(_ESCAPED.findall(head)) > head.count('""')
    order = ("\t", ",", ";", "|") if name.endswith((".tsv", ".tab")) else DELIMITERS
    trials = [
        _try(lines, Dialect(mark, backslash=backslash)) for mark in ([delimiter] if delimiter else order)
    ]
    found = [(place, trial) for place, trial in enumerate(trials) if trial is not None]
    return max(found, key=lambda pair: pair[1].rank(pair[0]))[1] if found else None


def _try(lines: Sequence[str], dialect: Dialect) -> _Trial | None:
    records = list(islice(read_records(lines, dialect), _RECORDS))
    if not records:
        return None
    widths = Counter(len(record.fields) for record in records)
    commonest = max(widths, key=lambda width: (widths[width], width))
    return _Trial(dialect, records, commonest)


def _first_record(trial: _Trial) -> tuple[int, list[str]]:
    """Where the table begins, behind titles and remarks, and its first record with a field for each column.

    A header that lacks one name stands over rows with a delimiter at their end, or over row names, as R
    writes them.
    """
    fields = [record.fields for record in trial.records]
    if len(fields) > 1 and len(fields[0]) == trial.width - 1 > 1 and _known_share(fields[0]) > 0:
        ended = not any(row[-1].strip() for row in fields if len(row) == trial.width)
        return 0, [*fields[0], ""] if ended else ["", *fields[0]]
    start = next(place for place, row in enumerate(fields) if len(row) >= trial.width)
    return start, fields[start]


def _has_header(first: list[str], rest: list[list[str]]) -> bool:
    """Whether the first record is a header: always, unless it holds values or repeats further down."""
    if any(_NEO4J.fullmatch(cell.strip()) for cell in first):
        return True
    if _repeats(first, rest):
        return False
    if _known_share(first) >= 0.5:
        return True
    named = first[1:] if not first[0].strip() else first
    while named and not named[-1].strip():
        named = named[:-1]
    return bool(named) and all(cell.strip() and not _is_value(cell) for cell in named)


def _repeats(first: list[str], rest: list[list[str]]) -> bool:
    """Whether a cell stands again further down in its column."""
    seen = [{row[place].strip() for row in rest if place < len(row)} for place in range(len(first))]
    return any(cell.strip() in column for cell, column in zip(first, seen, strict=True) if cell.strip())


def _known_share(cells: list[str]) -> float:
    known = [HEADER_WORDS.issuperset(relation_text(cell).split()) for cell in cells]
    return sum(known) / len(known)


def _over_numbers(place: int, rest: list[list[str]]) -> bool:
    cells = [row[place] for row in rest if place < len(row) and row[place].strip()]
    return bool(cells) and sum(map(_is_value, cells)) >= 0.8 * len(cells)


def _is_value(cell: str) -> bool:
    """Whether a cell reads as a number or date; a bare year may as well be the name of a column."""
    text = cell.strip()
    return _YEAR.fullmatch(text) is None and parse_value(text) is not None
