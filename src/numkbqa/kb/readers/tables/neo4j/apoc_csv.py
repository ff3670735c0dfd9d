"""APOC's export as one CSV: `_id,_labels,name,...,_start,_end,_type,since`, nodes and relationships together.

It is parted into a table for each first label of nodes and each type of relationships, with the headers of
Neo4j's import files.
"""

from collections.abc import Iterator, Sequence
from typing import Final

from numkbqa.kb.readers.tables.neo4j.header import END, ID, LABEL, START, TYPE
from numkbqa.kb.readers.tables.raw import RawColumn, RawTable, in_order, quoted
from numkbqa.kb.staging import Staging

UNLABELLED: Final = "node"
"""Table of the nodes without a label."""
NEITHER: Final = "neither a node nor a relationship"

_NODE: Final = ("_id", "_labels")
_RELATIONSHIP: Final = ("_start", "_end", "_type")


def is_apoc_csv(names: list[str]) -> bool:
    """Whether names of columns are those of an export of APOC, with or without types (`_id:id`)."""
    plain = set(map(_bare, names))
    return plain.issuperset(_NODE) or plain.issuperset(_RELATIONSHIP)


def part_rows(staging: Staging, table: RawTable) -> list[RawTable]:
    """Part a table of nodes and relationships.

    Args:
        staging: the database; rows that are neither go to its table `skipped`.
        table: the table; any other one is returned as it is.

    Returns:
        A table for each kind of nodes and relationships.
    """
    if not is_apoc_csv([column.name for column in table.columns]):
        return [table]
    sql = dict.fromkeys((*_NODE, *_RELATIONSHIP), "NULL::VARCHAR")
    sql |= {_bare(column.name): column.sql for column in table.columns if _bare(column.name) in sql}
    properties = [column for column in table.columns if _bare(column.name) not in sql]
    is_node, is_fact = (
        " AND ".join(f"{sql[name]} IS NOT NULL" for name in names) for names in (_NODE[:1], _RELATIONSHIP)
    )
    _report_neither(staging, table, f"NOT ({is_node}) AND NOT ({is_fact})")
    labels = f"string_split(ltrim({sql['_labels']}, ':'), ':')"
    label = f"CASE WHEN {is_node} THEN coalesce(nullif({labels}[1], ''), {quoted(UNLABELLED)}) END"
    type_ = f"CASE WHEN NOT ({is_node}) AND {is_fact} THEN {sql['_type']} END"
    node = [RawColumn(ID, sql["_id"]), RawColumn(LABEL, labels, is_list=True)]
    ends = zip((START, END, TYPE), _RELATIONSHIP, strict=True)
    fact = [RawColumn(name, sql[own]) for name, own in ends]
    return [
        *_parts(staging, table, label, node, properties),
        *_parts(staging, table, type_, fact, properties),
    ]


def _bare(name: str) -> str:
    return name.partition(":")[0]


def _report_neither(staging: Staging, table: RawTable, condition: str) -> None:
    rows = f"{table.view} WHERE {condition}"
    staging.execute(
        f"INSERT INTO skipped SELECT {table.source}, line, {quoted(NEITHER)}, '', false FROM {rows}"
    )


def _parts(
    staging: Staging, table: RawTable, kind: str, ends: list[RawColumn], properties: list[RawColumn]
) -> Iterator[RawTable]:
    """A table for each kind, with the properties that any of its rows has."""
    counts = ", ".join(["count(*)", *(f"count({column.sql})" for column in properties)])
    kinds = staging.rows(
        f"SELECT {kind} AS kind, {counts} FROM {table.view} WHERE kind IS NOT NULL"
        " GROUP BY kind ORDER BY min(row)"
    )
    for place, (name, rows, *filled) in enumerate(kinds):
        columns = [*ends, *(column for column, cells in zip(properties, filled, strict=True) if cells)]
        view = f"{table.view}_{len(ends)}_{place}"
        _make_part(staging, table, f"{kind} = {quoted(name)}", columns, view)
        named = tuple(
            RawColumn(column.name, f"c{number}", column.is_list) for number, column in enumerate(columns)
        )
        yield RawTable(name, view, table.source, table.path, named, rows)


def _make_part(
    staging: Staging, table: RawTable, condition: str, columns: Sequence[RawColumn], view: str
) -> None:
    cells = ", ".join(f"{column.sql} AS c{number}" for number, column in enumerate(columns))
    with in_order(staging):
        rows = f"SELECT line, {cells} FROM {table.view} WHERE {condition} ORDER BY row"
        staging.execute(f"CREATE TABLE {view}_read AS {rows}")
    staging.execute(f"CREATE VIEW {view} AS SELECT rowid + 1 AS row, * FROM {view}_read")
