"""The headers of Neo4j's import files: `id:ID(Film)`, `year:int`, `:LABEL`, `:START_ID`, `:END_ID`."""

import re
from dataclasses import replace
from typing import Any, Final

from numkbqa.kb.readers.tables.draft import LABEL_WORDS
from numkbqa.kb.readers.tables.mapping import TableMapping
from numkbqa.kb.readers.tables.raw import RawColumn, RawTable
from numkbqa.kb.relation_text import relation_text

_HEADER = re.compile(r"(?P<name>[^:]*):(?P<kind>[A-Za-z_]+)(\{.*\})?(\[\])?(\((?P<space>.*)\))?")
_KINDS: Final = frozenset({"ID", "START_ID", "END_ID", "TYPE", "LABEL", "IGNORE"})
_DATATYPES: Final = {
    "int": "xsd:integer", "long": "xsd:integer", "short": "xsd:integer", "byte": "xsd:integer",
    "float": "xsd:double", "double": "xsd:double", "boolean": "xsd:boolean", "date": "xsd:date",
    "datetime": "xsd:dateTime", "localdatetime": "xsd:dateTime",
}  # fmt: skip
_LISTS: Final = ";"


def is_neo4j(names: list[str]) -> bool:
    """Whether names of columns are those of a file of nodes or relationships."""
    return any(_kind(name) in _KINDS for name in names)


def read_types(table: RawTable) -> RawTable:
    """Take the types out of the names of a table's columns.

    Args:
        table: a table, of Neo4j or not.

    Returns:
        The table with `population` of type `xsd:integer` for `population:int`.
    """
    if not is_neo4j([column.name for column in table.columns]):
        return table
    return replace(table, columns=tuple(map(_typed, table.columns)))


def neo4j_mapping(table: RawTable) -> TableMapping | None:
    """What the header of a file of nodes or relationships says about it.

    Nodes keep their ids, with their id space before them, since relationships may join the nodes of any file.

    Args:
        table: a table.

    Returns:
        The mapping of what the header says; None when the table is no such file.
    """
    plain = [column.name for column in table.columns if not column.is_list]
    kinds = {_kind(name): name for name in plain if _kind(name) in _KINDS}
    if not kinds:
        return None
    columns: dict[str, Any] = {name: "ignore" for kind, name in kinds.items() if kind == "IGNORE"}
    if "START_ID" in kinds and "END_ID" in kinds:
        ends = {
            name: {"is": "id", "prefix": _space(name)}
            for kind, name in kinds.items()
            if kind in {"START_ID", "END_ID"}
        }
        relation = (
            {"relation_column": kinds["TYPE"]} if "TYPE" in kinds else {"relation": relation_text(table.name)}
        )
        link = {"head": kinds["START_ID"], "tail": kinds["END_ID"], **relation}
        return TableMapping.model_validate({"link": link, "columns": {**columns, **ends}})
    form: dict[str, Any] = {"class": None} if "LABEL" in kinds else {}
    if "LABEL" in kinds:
        columns[kinds["LABEL"]] = {"is": "entity", "relation": "type", "prefix": "", "split": _LISTS}
    if "ID" in kinds:
        form |= {"key": kinds["ID"], "prefix": _space(kinds["ID"]), "label": _label(table)}
    return TableMapping.model_validate({**form, "columns": columns})


def _label(table: RawTable) -> str | None:
    plain = [column.name for column in table.columns if not column.is_list and _kind(column.name) is None]
    names = {relation_text(name): name for name in plain}
    return next((names[words] for words in LABEL_WORDS if words in names), None)


def _kind(name: str) -> str | None:
    match = _HEADER.fullmatch(name)
    return None if match is None else match["kind"]


def _space(name: str) -> str:
    match = _HEADER.fullmatch(name)
    return f"{match['space']}/" if match is not None and match["space"] else ""


def _typed(column: RawColumn) -> RawColumn:
    match = _HEADER.fullmatch(column.name)
    if match is None or match["kind"] in _KINDS or not match["name"]:
        return column
    return replace(column, name=match["name"], datatype=_DATATYPES.get(match["kind"].lower()))
