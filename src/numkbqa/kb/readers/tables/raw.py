"""A table as it was read: a view of text columns in the staging database, and the SQL to speak about it."""

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from numkbqa.kb.staging import Staging

SPACES: Final = "".join(chr(code) for code in range(0x3001) if chr(code).isspace())


@dataclass(frozen=True, slots=True)
class RawColumn:
    """A column.

    Args:
        name: its name, unique in its table.
        sql: its name in the view.
        is_list: whether a cell is a list of texts.
        datatype: XSD type of its cells (`xsd:date`); None where the source declares none.
    """

    name: str
    sql: str
    is_list: bool = False
    datatype: str | None = None


@dataclass(frozen=True, slots=True)
class RawTable:
    """A table of the staging database.

    Every cell is a text without surrounding space, or NULL where the source has none. Beside the columns the
    view has `row` (from 1, in the order of the source) and `line` (of the source, from 1).

    Args:
        name: unique name of the table.
        view: its view.
        source: number of its file in the staging database.
        path: its file.
        columns: its columns.
        rows: number of rows.
        named: whether the source names the columns.
        parent: table whose cells hold the rows of this one; its first column numbers the parent's row.
    """

    name: str
    view: str
    source: int
    path: Path
    columns: tuple[RawColumn, ...]
    rows: int
    named: bool = True
    parent: str | None = None

    def column(self, name: str) -> RawColumn:
        """The column of a name."""
        return next(column for column in self.columns if column.name == name)


def quoted(text: str) -> str:
    """A text as SQL writes it."""
    return "'" + text.replace("'", "''") + "'"


def identifier(name: str) -> str:
    """A name as SQL writes it."""
    return '"' + name.replace('"', '""') + '"'


def unique_names(names: list[str]) -> list[str]:
    """Names with a number behind those that were used before; letter case makes no difference."""
    seen: set[str] = set()
    unique = []
    for name in names:
        number, chosen = 1, name
        while chosen.casefold() in seen:
            number += 1
            chosen = f"{name} {number}"
        seen.add(chosen.casefold())
        unique.append(chosen)
    return unique


def clean_cell(sql: str, null_values: tuple[str, ...] = ()) -> str:
    """SQL of a cell in Unicode NFC without surrounding space; NULL when nothing is left, or it says so."""
    # trimming many kinds of space is slow, and hardly any cell needs it
    first, last = (f"unicode({end}({sql}, 1))" for end in ("left", "right"))
    tidy = " AND ".join(
        f"{end} > 32 AND {end} NOT BETWEEN 127 AND {ord(SPACES[-1])}" for end in (first, last)
    )
    text = f"CASE WHEN {tidy} THEN {sql} ELSE nullif(trim({sql}, {quoted(SPACES)}), '') END"
    # keys that are spelled in two ways would not be found; bytes and characters of ASCII are as many
    text = f"CASE WHEN strlen({sql}) = length({sql}) THEN {text} ELSE nfc_normalize({text}) END"
    if not null_values:
        return text
    return f"CASE WHEN {text} NOT IN ({', '.join(map(quoted, null_values))}) THEN {text} END"


@contextmanager
def in_order(staging: Staging) -> Iterator[None]:
    """Within the block, tables that are made keep the order of what they are made of."""
    staging.execute("SET preserve_insertion_order = true")
    try:
        yield
    finally:
        staging.execute("SET preserve_insertion_order = false")


def working_folder(staging: Staging) -> Path:
    """The folder of the database, which has room for copies of files."""
    return Path(staging.scalar("SELECT current_setting('temp_directory')")).parent


def count_rows(staging: Staging, view: str) -> int:
    """Number of rows of a view."""
    return int(staging.scalar(f"SELECT count(*) FROM {view}"))


def plain_key(sql: str) -> str:
    """SQL of a key as it is compared: tools write "3" as "3.0" where a neighbour of it is missing."""
    whole = f"suffix({sql}, '.0') AND regexp_full_match({sql}, '-?[0-9]+\\.0')"
    return f"CASE WHEN {whole} THEN left({sql}, -2) ELSE {sql} END"


def cells_of(rows: str, column: RawColumn, split: str | None = None, name: str = "cell") -> str:
    """SQL of a subquery with the cells of a column that are not missing.

    Args:
        rows: a table, view or subquery with its rows.
        column: the column; the members of a list are cells.
        split: what stands between the members of a list written into one cell.
        name: name of the cell.

    Returns:
        The subquery in brackets; it has all columns of `rows` besides.
    """
    if split is None and not column.is_list:
        return f"(SELECT *, {column.sql} AS {name} FROM {rows} WHERE {column.sql} IS NOT NULL)"
    members = column.sql if column.is_list else f"string_split({column.sql}, {quoted(split or '')})"
    member = clean_cell("member")
    rows = f"(SELECT *, unnest({members}) AS member FROM {rows})"
    return f"(SELECT * EXCLUDE (member), {member} AS {name} FROM {rows} WHERE {member} IS NOT NULL)"
