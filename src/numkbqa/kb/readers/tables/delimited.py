"""Loads delimited text: by DuckDB as it is where it keeps its format, repaired first where it does not.

DuckDB reads a regular file at full speed. Its result counts only when it accounts for every line of the file
and no cell holds what looks like records swallowed by stray quotes; then the line of a row is known too. Of
any other file `repair.py` keeps what it can and tells what it could not.
"""

from dataclasses import dataclass, replace
from pathlib import Path
from typing import Final

import duckdb

from numkbqa.errors import UserError
from numkbqa.kb.readers.record import Skipped
from numkbqa.kb.readers.source import Source
from numkbqa.kb.readers.tables.layout import Layout, find_layout
from numkbqa.kb.readers.tables.mapping import TableMapping
from numkbqa.kb.readers.tables.neo4j.separate_headers import SeparateHeader
from numkbqa.kb.readers.tables.raw import (
    RawColumn,
    RawTable,
    clean_cell,
    count_rows,
    in_order,
    quoted,
    unique_names,
)
from numkbqa.kb.readers.tables.records import Dialect, lines_alike
from numkbqa.kb.readers.tables.repair import repair
from numkbqa.kb.readers.tables.text_file import TextFile
from numkbqa.kb.staging import Staging

PREAMBLE: Final = "stands before the header"
REPEATED: Final = "the header repeats a name"
_MAX_LINE: Final = 1 << 24


@dataclass(frozen=True, slots=True)
class Delimited:
    """A delimited file to load.

    Args:
        source: the file.
        number: its number in the staging database.
        text: its text.
        name: name of the table.
        given: what the user's mapping says about it.
        folder: where a repaired copy goes when one is needed.
        header: its header, where it stands in another file.
    """

    source: Source
    number: int
    text: TextFile
    name: str
    given: TableMapping
    folder: Path
    header: SeparateHeader | None = None


def load_delimited(staging: Staging, file: Delimited, table: str) -> RawTable:
    """Load a delimited file into a table of the staging database.

    Args:
        staging: the database; what was odd goes to its table `skipped`.
        file: the file.
        table: a free name for the table.

    Returns:
        The loaded table.

    Raises:
        UserError: the file is empty, or holds a header and nothing else, or does not fit its separate header.
    """
    layout = _layout(file)
    names = unique_names(layout.names)
    columns = [RawColumn(name, f"c{place}") for place, name in enumerate(names)]
    if not _load_regular(staging, file, layout, table):
        _load_repaired(staging, file, layout, table)
    _report_layout(staging, file, layout, names)
    if not (rows := count_rows(staging, table)):
        raise _empty(file, "the table has a header and no row")
    kept = tuple(column for column in columns if not _is_void(staging, layout, table, column))
    return RawTable(file.name, table, file.number, file.source.path, kept, rows, layout.header is not None)


def _layout(file: Delimited) -> Layout:
    given, separate = file.given, file.header
    delimiter = given.delimiter if separate is None else separate.delimiter
    has_header = given.header if separate is None else False
    layout = find_layout(file.text.head(), file.source.name, delimiter=delimiter, header=has_header)
    if layout is None:
        raise _empty(file, "the file is empty")
    return layout if separate is None else _with_header(file, layout, separate)


def _with_header(file: Delimited, layout: Layout, separate: SeparateHeader) -> Layout:
    if layout.width != len(separate.names):
        raise UserError(
            f"its rows have {layout.width} fields, and its header in {separate.path.name} has"
            f" {len(separate.names)}",
            where=file.source.path,
            remedy="Give the header that belongs to the file.",
        )
    return replace(layout, header=separate.names)


def _empty(file: Delimited, what: str) -> UserError:
    return UserError(what, where=file.source.path, remedy="Give a table with rows, or leave the file out.")


def _load_regular(staging: Staging, file: Delimited, layout: Layout, table: str) -> bool:
    """Load by DuckDB; False, with nothing loaded, when the file is not regular."""
    names = [f"c{place}" for place in range(layout.width)]
    scan = _scan(file.text.path, layout.dialect, names, layout.skip)
    if file.text.damaged or not _read(staging, file, scan, names, table):
        return False
    breaks = _line_breaks(staging, f"{table}_read", names, layout)
    if breaks is None or layout.skip + count_rows(staging, f"{table}_read") + breaks != file.text.lines:
        staging.execute(f"DROP TABLE {table}_read")
        return False
    line, kind = f"rowid + {layout.skip + 1}", "VIEW"
    if breaks:
        inside = " + ".join(map(_breaks_of, names))
        line += f" + sum({inside}) OVER (ORDER BY rowid ROWS UNBOUNDED PRECEDING) - ({inside})"
        kind = "TABLE"  # so that the running sum is not computed again by every query
    staging.execute(f"CREATE {kind} {table} AS SELECT rowid + 1 AS row, {line} AS line, * FROM {table}_read")
    return True


def _load_repaired(staging: Staging, file: Delimited, layout: Layout, table: str) -> None:
    """Load by DuckDB what `repair` makes of the file."""
    names = [f"c{place}" for place in range(layout.width)]
    target = file.folder / f"{table}.repaired"
    repair(file.text, layout, target, lambda skipped: staging.add(skipped, file.number))
    scan = _scan(target, Dialect(layout.dialect.delimiter), ["line", *names], ends=", new_line = '\\n'")
    if not _read(staging, file, scan, names, table, "line::BIGINT AS line, "):
        raise UserError(
            "the table has a row that is too long",
            where=file.source.path,
            remedy="Look for a quote that is never closed, or give the delimiter in a mapping.",
        )
    target.unlink()
    staging.execute(f"CREATE VIEW {table} AS SELECT rowid + 1 AS row, * FROM {table}_read")


def _read(staging: Staging, file: Delimited, scan: str, names: list[str], table: str, line: str = "") -> bool:
    cells = ", ".join(f"{clean_cell(name, file.given.null_values)} AS {name}" for name in names)
    try:
        with in_order(staging):
            staging.execute(f"CREATE TABLE {table}_read AS SELECT {line}{cells} FROM {scan}")
    except duckdb.InvalidInputException:
        return False
    return True


def _scan(path: Path, dialect: Dialect, names: list[str], skip: int = 0, ends: str = "") -> str:
    columns = ", ".join(f"'{name}': 'VARCHAR'" for name in names)
    escape = "'\\'" if dialect.backslash else "'\"'"
    return (
        f"read_csv({quoted(str(path))}, auto_detect = false, header = false, skip = {skip},"
        f" delim = {quoted(dialect.delimiter)}, quote = '\"', escape = {escape}, columns = {{{columns}}},"
        f" strict_mode = true, null_padding = false, compression = 'none', max_line_size = {_MAX_LINE}{ends})"
    )


def _line_breaks(staging: Staging, table: str, names: list[str], layout: Layout) -> int | None:
    """Number of line ends inside cells; None when a cell looks as if it swallowed records."""
    total = 0
    for name in names:
        counted = f"coalesce(sum({_breaks_of(name)}), 0), coalesce(bool_or({_swallows(name, layout)}), false)"
        cells = f"{table} WHERE contains({name}, chr(10))"
        breaks, swallowed = staging.rows(f"SELECT {counted} FROM {cells}")[0]
        if swallowed:
            return None
        total += int(breaks)
    return total


def _breaks_of(name: str) -> str:
    return f"coalesce(length({name}) - length(replace({name}, chr(10), '')), 0)"


def _swallows(name: str, layout: Layout) -> str:
    """SQL that is true where the inner lines of a cell look like records."""
    mark = quoted(layout.dialect.delimiter)
    inner = f"list_filter(str_split({name}, chr(10))[2:-2], lambda part: trim(part) <> '')"
    marks = f"length(part) - length(replace(part, {mark}, ''))"
    plain = f"{marks} = {layout.width - 1} AND NOT contains(part, '\"')"
    alike = f"list_transform({inner}, lambda part: {plain})"
    return f"len({inner}) >= {lines_alike(layout.width)} AND list_bool_and({alike})"


def _report_layout(staging: Staging, file: Delimited, layout: Layout, names: list[str]) -> None:
    """Tell what is odd about the file as a whole and about its header."""
    if file.text.note is not None:
        staging.add(Skipped(None, f"the file is {file.text.note}", "", kept=True), file.number)
    for record in layout.preamble:
        staging.add(Skipped(record.line, PREAMBLE, record.text), file.number)
    for old, new in zip(layout.names, names, strict=True):
        if old != new:
            staging.add(
                Skipped(layout.skip, REPEATED, f"{old}: its column is read as {new}", kept=True), file.number
            )


def _is_void(staging: Staging, layout: Layout, table: str, column: RawColumn) -> bool:
    """Whether a column has neither a name nor a cell, as behind a delimiter at the end of each row."""
    if layout.header is None or not column.name.startswith("column "):
        return False
    return not staging.scalar(f"SELECT count({column.sql}) FROM {table}")
