"""The headers of Neo4j's import files: `id:ID(Film)`, `year:int`, `:LABEL`, `:START_ID`, `:END_ID`.

What APOC exports is brought into tables with the same headers (`apoc_json.py`, `apoc_csv.py`), so that this
file alone says what nodes and relationships mean.
"""

import re
from dataclasses import dataclass
from typing import Any, Final

from numkbqa.kb.readers.tables.draft import LABEL_WORDS
from numkbqa.kb.readers.tables.mapping import TableMapping
from numkbqa.kb.readers.tables.raw import RawTable
from numkbqa.kb.relation_text import relation_text

SPACE: Final = "node"
"""Id space of exports that number all nodes together."""
ID: Final = f":ID({SPACE})"
LABEL: Final = ":LABEL"
START: Final = f":START_ID({SPACE})"
END: Final = f":END_ID({SPACE})"
TYPE: Final = ":TYPE"

_HEADER = re.compile(
    r"(?P<name>[^:]*):(?P<kind>[A-Za-z_]+)(?P<before>\{.*\})?(?P<array>\[\])?(\((?P<space>[^()]*)\))?"
    r"(?P<after>\{.*\})?"
)
_KINDS: Final = frozenset({"ID", "START_ID", "END_ID", "TYPE", "LABEL", "IGNORE"})
_LISTS: Final = ";"


@dataclass(frozen=True, slots=True)
class Property:
    """What the header says of a property.

    Args:
        name: its name.
        kind: its type in lower case ("int").
        options: what stands in braces behind the type ("{crs:WGS-84}").
        is_array: whether cells hold several values.
    """

    name: str
    kind: str
    options: str
    is_array: bool


def is_neo4j(names: list[str]) -> bool:
    """Whether names of columns are those of a file of nodes or relationships."""
    return any(_kind(name) in _KINDS for name in names)


def read_property(name: str) -> Property | None:
    """Take a typed property out of the name of a column.

    Args:
        name: of a column of nodes or relationships ("population:int").

    Returns:
        The property; None for a name without a type, and for ids, labels and types.
    """
    match = _HEADER.fullmatch(name)
    if match is None or match["kind"] in _KINDS or not match["name"]:
        return None
    options = match["before"] or match["after"] or ""
    return Property(match["name"], match["kind"].lower(), options, match["array"] is not None)


def neo4j_mapping(table: RawTable) -> TableMapping | None:
    """What the header of a file of nodes or relationships says about it.

    Nodes keep their ids, with their id space before them, since relationships may join the nodes of any file.
    The order of a file's rows means nothing.

    Args:
        table: a table.

    Returns:
        The mapping of what the header says; None when the table is no such file.
    """
    names = [column.name for column in table.columns if not column.is_list or column.name == LABEL]
    kinds = {_kind(name): name for name in names if _kind(name) in _KINDS}
    if not kinds:
        return None
    columns: dict[str, Any] = {name: "ignore" for kind, name in kinds.items() if kind == "IGNORE"}
    if "START_ID" in kinds and "END_ID" in kinds:
        return _relationships(table, kinds, columns)
    form: dict[str, Any] = {"class": None, "row_number": False} if "LABEL" in kinds else {"row_number": False}
    if "LABEL" in kinds:
        split = {} if table.column(kinds["LABEL"]).is_list else {"split": _LISTS}
        columns[kinds["LABEL"]] = {"is": "entity", "relation": "type", "prefix": "", **split}
    if "ID" in kinds:
        columns[kinds["ID"]] = "ignore"
        form |= {"key": kinds["ID"], "prefix": _space(kinds["ID"])}
        label = _label(table, kinds["ID"])
        form |= {} if label is None else {"label": label}
    return TableMapping.model_validate({**form, "columns": columns})


def _relationships(table: RawTable, kinds: dict[str | None, str], columns: dict[str, Any]) -> TableMapping:
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


def _label(table: RawTable, key: str) -> str | None:
    """The column of names; that of ids (`name:ID`) when it is called so."""
    plain = [column.name for column in table.columns if not column.is_list and _kind(column.name) is None]
    names = {relation_text(key.partition(":")[0]): key} | {relation_text(name): name for name in plain}
    return next((names[words] for words in LABEL_WORDS if words in names), None)


def _kind(name: str) -> str | None:
    match = _HEADER.fullmatch(name)
    return None if match is None else match["kind"]


def _space(name: str) -> str:
    match = _HEADER.fullmatch(name)
    return f"{match['space']}/" if match is not None and match["space"] else ""
