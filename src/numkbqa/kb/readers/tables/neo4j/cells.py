"""The cells of nodes and relationships: arrays, points, durations and times with the name of their zone.

A point becomes a latitude and a longitude; one in a plane has no order, and is told as left out.
"""

from collections.abc import Iterator
from dataclasses import replace
from typing import Final, NamedTuple

from numkbqa.kb.readers.tables.neo4j.header import Property, is_neo4j, read_property
from numkbqa.kb.readers.tables.raw import RawColumn, RawTable, identifier, quoted, unique_names
from numkbqa.kb.staging import Staging

NO_DEGREES: Final = "the point has no latitude and longitude"

_DATATYPES: Final = {
    "int": "xsd:integer", "long": "xsd:integer", "short": "xsd:integer", "byte": "xsd:integer",
    "float": "xsd:double", "double": "xsd:double", "boolean": "xsd:boolean", "date": "xsd:date",
    "datetime": "xsd:dateTime", "localdatetime": "xsd:dateTime", "duration": "xsd:duration",
    "time": "xsd:time", "localtime": "xsd:time",
}  # fmt: skip
_NUMBER: Final = r"-?[0-9]+(?:\.[0-9]+)?(?:[eE][-+]?[0-9]+)?"
_PART: Final = r"-?[0-9]+(\.[0-9]+)?"
_CLOCK: Final = r"[0-9]{2}:[0-9]{2}(:[0-9]{2}(\.[0-9]+)?)?"
_ZONE: Final = r"(Z|[-+][0-9]{2}:?[0-9]{2})?"
_INSTANT: Final = rf"[-+]?[0-9]{{4,9}}-[0-9]{{2}}-[0-9]{{2}}T{_CLOCK}{_ZONE}(\[[^\]]+\])?"
_TOLD: Final = {
    "json": r"\[.*\]",
    "point": r"(?i)\{.*crs.*\}",
    "datetime": _INSTANT,
    "duration": rf"P({_PART}[YMWD])+(T({_PART}[HMS])+)?|PT({_PART}[HMS])+",
}
"""What all cells of a column without a type look like when it has one of these types: JSON, and CSV that was
exported without types, say none of them."""


class _Read(NamedTuple):
    """A column as it is read, and its SQL."""

    column: RawColumn
    sql: str


def read_types(staging: Staging, table: RawTable) -> RawTable:
    """Read the cells of nodes and relationships by the types in their header.

    Args:
        staging: the database; points without latitude and longitude go to its table `skipped`.
        table: a table, of Neo4j or not.

    Returns:
        The table with a column `population` of type `xsd:integer` in place of `population:int`.
    """
    if not is_neo4j([column.name for column in table.columns]):
        return table
    told = _told_types(staging, table)
    read = [part for column in table.columns for part in _read(staging, table, column, told)]
    view = f"{table.view}_cells"
    cells = ", ".join(f"{sql} AS {identifier(column.sql)}" for column, sql in read)
    staging.execute(f"CREATE VIEW {view} AS SELECT row, line, {cells} FROM {table.view}")
    names = unique_names([column.name for column, _ in read])
    columns = (replace(column, name=name) for (column, _), name in zip(read, names, strict=True))
    return replace(table, view=view, columns=tuple(columns))


def _told_types(staging: Staging, table: RawTable) -> dict[str, str]:
    """Types of the columns that declare none, told by their cells; by the name of the column."""
    plain = [c for c in table.columns if ":" not in c.name and not c.is_list and c.datatype is None]
    if not plain:
        return {}
    tests = [
        f"coalesce(bool_and(regexp_full_match({column.sql}, {quoted(pattern)}, 's')), false)"
        for column in plain
        for pattern in _TOLD.values()
    ]
    (found,) = staging.rows(f"SELECT {', '.join(tests)} FROM {table.view}")
    pairs = ((column.name, kind) for column in plain for kind in _TOLD)
    told = {name: kind for (name, kind), holds in zip(pairs, found, strict=True) if holds}
    return {name: kind for name, kind in told.items() if kind != "json" or _holds_json(staging, table, name)}


def _holds_json(staging: Staging, table: RawTable, name: str) -> bool:
    """Whether all cells in square brackets are lists in JSON."""
    sql = table.column(name).sql
    return bool(staging.scalar(f"SELECT bool_and(json_valid({sql})) FROM {table.view}"))


def _read(staging: Staging, table: RawTable, column: RawColumn, told: dict[str, str]) -> Iterator[_Read]:
    told_type = Property(column.name, told.get(column.name, ""), "", is_array=False)
    said = read_property(column.name) or told_type
    is_list = said.is_array or column.is_list
    if said.kind == "point" and not is_list:
        _report_planes(staging, table, column, said)
        yield from _degrees(column, said)
    elif said.kind == "json":
        yield _Read(replace(column, is_list=True), f"from_json({column.sql}, '[\"VARCHAR\"]')")
    else:
        datatype = column.datatype or _DATATYPES.get(said.kind)
        yield _Read(RawColumn(said.name, column.sql, is_list, datatype), _plain(column, said))


def _plain(column: RawColumn, said: Property) -> str:
    """SQL of a cell as the values read it: arrays taken apart, times without the name of their zone."""
    if said.is_array and not column.is_list:
        return f"string_split({column.sql}, ';')"
    if said.kind == "datetime" and not column.is_list:
        return rf"regexp_replace({column.sql}, '\[[^\]]+\]$', '')"
    return column.sql


def _degrees(column: RawColumn, said: Property) -> Iterator[_Read]:
    """Latitude and longitude of a point; a geographic one may call them y and x."""
    system = f"CASE WHEN contains({column.sql}, 'crs') THEN {column.sql} ELSE {quoted(said.options)} END"
    geographic = f"contains(lower({system}), 'wgs-84')"
    for axis, short in (("latitude", "y"), ("longitude", "x")):
        own, other = (_member(column.sql, word) for word in (axis, short))
        sql = f"CASE WHEN {geographic} THEN coalesce({own}, {other}) ELSE {own} END"
        yield _Read(RawColumn(f"{said.name} {axis}", f"{column.sql}_{axis}", datatype="xsd:double"), sql)


def _member(sql: str, name: str) -> str:
    """SQL of a number in a map as JSON or Cypher writes it."""
    pattern = rf"""(?i)[{{,\s"']{name}["']?\s*:\s*["']?({_NUMBER})"""
    return f"nullif(regexp_extract({sql}, {quoted(pattern)}, 1), '')"


def _report_planes(staging: Staging, table: RawTable, column: RawColumn, said: Property) -> None:
    latitude = next(_degrees(column, said)).sql
    rows = f"{table.view} WHERE {column.sql} IS NOT NULL AND {latitude} IS NULL"
    reported = f"{table.source}, line, {quoted(NO_DEGREES)}, {column.sql}, false"
    staging.execute(f"INSERT INTO skipped SELECT {reported} FROM {rows}")
