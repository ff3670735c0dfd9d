"""Flattens rows of structs and lists, as Parquet and JSON hold them, into plain tables of text.

The members of a struct become columns with dotted names, lists of plain values become cells with several
values, and a list of structs becomes a table of its own, whose first column numbers the row that holds it.
"""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any, Final, NamedTuple

from numkbqa.kb.readers.tables.raw import (
    RawColumn,
    RawTable,
    clean_cell,
    count_rows,
    identifier,
    in_order,
    unique_names,
)
from numkbqa.kb.readers.tables.words import singular
from numkbqa.kb.relation_text import relation_text
from numkbqa.kb.staging import Staging

_INTEGERS: Final = frozenset(
    {
        "tinyint", "smallint", "integer", "bigint", "hugeint", "utinyint", "usmallint", "uinteger",
        "ubigint", "uhugeint", "bignum",
    }
)  # fmt: skip
_TIMESTAMPS: Final = frozenset({"timestamp", "timestamp_s", "timestamp_ms", "timestamp_ns"})


class _Leaf(NamedTuple):
    """A value inside a row: its path, its SQL, its type and whether there are several."""

    path: tuple[str, ...]
    sql: str
    type: Any
    is_list: bool


@dataclass(frozen=True, slots=True)
class Rows:
    """Rows to flatten.

    Args:
        view: a table with the column `item`, a struct, and `line`; `parent` besides, where they stand in a
            row of another table.
        name: name of the table that they become.
        source: number of their file.
        path: their file.
        datatypes: datatypes of values that stand as texts, by path.
        null_values: cells that mean that there is no value.
        line: SQL of the line of a row.
        parent: name of the table whose rows hold these.
    """

    view: str
    name: str
    source: int
    path: Path
    datatypes: Mapping[tuple[str, ...], str] = field(default_factory=dict)
    null_values: tuple[str, ...] = ()
    line: str = "line"
    parent: str | None = None


def flatten(staging: Staging, rows: Rows, table: str) -> list[RawTable]:
    """Make plain tables out of rows of structs.

    Args:
        staging: the database.
        rows: the rows; their table is dropped.
        table: a free name for the first table; further ones begin with it.

    Returns:
        The table of the rows, and the tables of the lists of structs in them.
    """
    leaves, inner = _parts(staging, rows)
    columns = _columns(rows, leaves)
    cells = [] if rows.parent is None else ["parent::VARCHAR"]
    cells += [_cell(leaf, rows.null_values) for leaf in leaves]
    named = [f"{cell} AS {column.sql}" for cell, column in zip(cells, columns, strict=True)]
    selected = ", ".join([f"{rows.line} AS line", *named])
    with in_order(staging):
        staging.execute(f"CREATE TABLE {table}_read AS SELECT {selected} FROM {rows.view}")
    children = [_child(staging, rows, leaf, f"{table}_{place}") for place, leaf in enumerate(inner)]
    staging.execute(f"DROP TABLE {rows.view}")
    staging.execute(f"CREATE VIEW {table} AS SELECT rowid + 1 AS row, * FROM {table}_read")
    count = count_rows(staging, table)
    loaded = RawTable(rows.name, table, rows.source, rows.path, tuple(columns), count, parent=rows.parent)
    return [loaded, *(further for child in children for further in child)]


def _child(staging: Staging, rows: Rows, leaf: _Leaf, table: str) -> list[RawTable]:
    """The tables of a list of structs."""
    items = f"SELECT {rows.line} AS line, rowid + 1 AS parent, unnest({leaf.sql}) AS item FROM {rows.view}"
    with in_order(staging):
        staging.execute(f"CREATE TABLE {table}_item AS SELECT * FROM ({items}) WHERE item IS NOT NULL")
    if not count_rows(staging, f"{table}_item"):
        return []
    datatypes = {
        path[len(leaf.path) :]: kind
        for path, kind in rows.datatypes.items()
        if path[: len(leaf.path)] == leaf.path
    }
    name = ".".join((rows.name, *leaf.path))
    below = replace(rows, view=f"{table}_item", name=name, datatypes=datatypes, line="line", parent=rows.name)
    return flatten(staging, below, table)


def _parts(staging: Staging, rows: Rows) -> tuple[list[_Leaf], list[_Leaf]]:
    """The plain values and lists of values inside the rows, and the lists of structs."""
    kind = staging.connection.sql(f"SELECT item FROM {rows.view}").types[0]
    leaves, inner = [], []
    for leaf in _walk((), "item", kind):
        if leaf.is_list and leaf.type.id == "struct":
            inner.append(leaf)
        else:
            leaves.append(_settled(staging, rows, leaf) if str(leaf.type) == "JSON" else leaf)
    return leaves, inner


def _settled(staging: Staging, rows: Rows, leaf: _Leaf) -> _Leaf:
    """A value that is now plain and now a list in JSON is a list everywhere."""
    if leaf.is_list:
        return leaf
    has_lists = staging.scalar(f"SELECT bool_or(json_type({leaf.sql}) = 'ARRAY') FROM {rows.view}")
    if not has_lists:
        return leaf
    members = f"CASE json_type({leaf.sql}) WHEN 'ARRAY' THEN {leaf.sql}::JSON[] ELSE [{leaf.sql}] END"
    return leaf._replace(sql=members, is_list=True)


def _walk(path: tuple[str, ...], sql: str, kind: Any) -> Iterator[_Leaf]:
    if kind.id == "struct":
        for name, member in kind.children:
            yield from _walk((*path, name), f"{sql}.{identifier(name)}", member)
    elif kind.id in {"list", "array"}:
        yield _Leaf(path, sql, kind.children[0][1], is_list=True)
    else:
        yield _Leaf(path, sql, kind, is_list=False)


def _columns(rows: Rows, leaves: list[_Leaf]) -> list[RawColumn]:
    number = [] if rows.parent is None else [singular(relation_text(rows.parent.rpartition(".")[2]))]
    names = unique_names([*number, *(".".join(leaf.path) or "value" for leaf in leaves)])
    columns = [RawColumn(name, f"c{place}") for place, name in enumerate(names[: len(number)])]
    for place, leaf in enumerate(leaves, start=len(number)):
        datatype = _datatype(leaf.type) or rows.datatypes.get(leaf.path)
        columns.append(RawColumn(names[place], f"c{place}", leaf.is_list, datatype))
    return columns


def _datatype(kind: Any) -> str | None:
    if kind.id in _INTEGERS:
        return "xsd:integer"
    if kind.id in _TIMESTAMPS or kind.id == "timestamp with time zone":
        return "xsd:dateTime"
    return {
        "decimal": "xsd:decimal", "double": "xsd:double", "float": "xsd:double",
        "boolean": "xsd:boolean", "date": "xsd:date",
    }.get(kind.id)  # fmt: skip


def _cell(leaf: _Leaf, null_values: tuple[str, ...]) -> str:
    """SQL of the text of a value, or of the texts of a list."""
    if not leaf.is_list:
        return clean_cell(_text(leaf.sql, leaf.type), null_values)
    return f"list_transform({leaf.sql}, lambda member: {clean_cell(_text('member', leaf.type), null_values)})"


def _text(sql: str, kind: Any) -> str:
    """SQL of the text of a value as XSD writes it."""
    if kind.id == "date":
        return f"CASE WHEN isfinite({sql}) THEN {_day(sql)} ELSE {sql}::VARCHAR END"
    if kind.id in _TIMESTAMPS or kind.id == "timestamp with time zone":
        instant = f"({sql} AT TIME ZONE 'UTC')" if kind.id.endswith("zone") else f"{sql}"
        zone = "'Z'" if kind.id.endswith("zone") else "''"
        clock = f"regexp_extract({instant}::VARCHAR, '[0-9]+:[0-9]+:[0-9.]+')"
        text = f"{_day(instant)} || 'T' || {clock} || {zone}"
        return f"CASE WHEN isfinite({sql}) THEN {text} ELSE {sql}::VARCHAR END"
    if str(kind) == "JSON":
        return f"({sql} ->> '$')"
    if kind.id in {"double", "float"}:
        plain = f"{sql}::VARCHAR"
        names = "WHEN 'inf' THEN 'INF' WHEN '-inf' THEN '-INF' WHEN 'nan' THEN 'NaN'"
        return f"CASE {plain} {names} ELSE {plain} END"
    return f"{sql}::VARCHAR"


def _day(sql: str) -> str:
    """SQL of an ISO date: DuckDB writes 44 BC as "0044 (BC)", ISO as the year -0043."""
    digits = f"printf('%04d-%02d-%02d', abs(year({sql})), month({sql}), day({sql}))"
    return f"CASE WHEN year({sql}) < 0 THEN '-' ELSE '' END || {digits}"
