"""Loads Parquet and JSON files: rows of structs, which `nested.py` flattens into tables of text.

JSON may be an array of objects, one object a line, a map of objects (`{"FR": {...}, "DE": {...}}`), an object
of such arrays (each is a table), or one object. Numbers keep the text that DuckDB writes for them: integers
all their digits, decimals those of a double.
"""

import json
from array import array
from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import Any, Final

import duckdb
import numpy as np

from numkbqa.errors import UserError
from numkbqa.kb.readers.record import Skipped
from numkbqa.kb.readers.source import Source
from numkbqa.kb.readers.tables.mapping import Mapping
from numkbqa.kb.readers.tables.nested import Rows, flatten
from numkbqa.kb.readers.tables.raw import RawTable, count_rows, in_order, quoted
from numkbqa.kb.readers.tables.text_file import TextFile
from numkbqa.kb.staging import Staging

NO_JSON: Final = "the line is no valid JSON"
NO_OBJECT: Final = "a value that is no object"
ASIDE: Final = "stands beside the tables"
SAME_KEY: Final = "the key is empty or differs from another one in letter case only"
LINES: Final = (".jsonl", ".ndjson")
_MAX_OBJECT: Final = 1 << 26
_PLAIN_NAMES: Final = frozenset(
    {
        "data", "items", "records", "results", "rows", "values", "features", "value", "elements",
        "list",
    }
)  # fmt: skip
_DATATYPES: Final = {
    "UBIGINT": "xsd:integer", "BIGINT": "xsd:integer", "HUGEINT": "xsd:integer",
    "DOUBLE": "xsd:double", "BOOLEAN": "xsd:boolean",
}  # fmt: skip


@dataclass(frozen=True, slots=True)
class TypedFile:
    """A Parquet or JSON file to load.

    Args:
        source: the file.
        number: its number in the staging database.
        name: name of its table.
        given: the user's mapping.
    """

    source: Source
    number: int
    name: str
    given: Mapping


def load_parquet(staging: Staging, file: TypedFile, table: str) -> list[RawTable]:
    """Load a Parquet file.

    Args:
        staging: the database.
        file: the file.
        table: a free name for a table, with which the names of further ones begin.

    Returns:
        Its table, and the tables of the lists of structs in it.

    Raises:
        UserError: the file is damaged or has no rows.
    """
    path = quoted(str(file.source.path))
    try:
        with in_order(staging):
            staging.execute(f"CREATE TABLE {table}_item AS SELECT item FROM read_parquet({path}) AS item")
    except duckdb.Error as error:
        raise _damaged(file, "Parquet", error) from None
    return _flatten(
        staging, file, Rows(f"{table}_item", file.name, file.number, file.source.path, line="rowid + 1")
    )


def load_json(staging: Staging, file: TypedFile, text: TextFile, table: str) -> list[RawTable]:
    """Load a JSON file.

    Args:
        staging: the database; lines that are no JSON go to its table `skipped`.
        file: the file.
        text: its text.
        table: a free name for a table, with which the names of further ones begin.

    Returns:
        Its tables.

    Raises:
        UserError: it is no valid JSON, or holds no object.
    """
    form = read_documents(staging, file, text, table)
    parts = _parts(staging, file, table) if form == "unstructured" else [(file.name, f"{table}_doc")]
    loaded = []
    for place, (name, view) in enumerate(parts):
        loaded += load_objects(staging, file, name, view, f"{table}_{place}")
    return loaded


def read_documents(staging: Staging, file: TypedFile, text: TextFile, table: str) -> str:
    """Read the values of a JSON file into a view of the columns `line` and `json`.

    Args:
        staging: the database; lines that are no JSON go to its table `skipped`.
        file: the file.
        text: its text.
        table: what the name of the view begins with; it ends in "_doc".

    Returns:
        How the values stand in the file, in DuckDB's words: "array", "newline_delimited" or "unstructured".

    Raises:
        UserError: it is no valid JSON.
    """
    form = _form(text, file.source.name)
    _read(staging, file, text, form, table)
    if form == "newline_delimited":
        _report_bad_lines(staging, file, text, table)
    return form


def load_objects(
    staging: Staging,
    file: TypedFile,
    name: str,
    view: str,
    table: str,
    revise: Callable[[Any], Any] = lambda structure: structure,
) -> list[RawTable]:
    """Make tables out of objects.

    Args:
        staging: the database; what is no object goes to its table `skipped`.
        file: the file that they stand in.
        name: name of their table.
        view: a view of the columns `line` and `json`.
        table: a free name for a table, with which the names of further ones begin.
        revise: changes the structure that DuckDB finds in them (`{"age": "UBIGINT", "kids": ["VARCHAR"]}`).

    Returns:
        Their table, and the tables of the lists of objects in them.

    Raises:
        UserError: there is nothing in any of them.
    """
    datatypes = _make_items(staging, file, view, table, revise)
    items = Rows(f"{table}_item", name, file.number, file.source.path, datatypes)
    return _flatten(staging, file, items)


def _flatten(staging: Staging, file: TypedFile, items: Rows) -> list[RawTable]:
    if not count_rows(staging, items.view):
        raise UserError(
            "the table has no row", where=items.path, remedy="Give a table with rows, or leave it out."
        )
    given = file.given.tables.get(items.name)
    nulls = given.null_values if given is not None else ()
    return flatten(staging, replace(items, null_values=nulls), items.view.removesuffix("_item"))


def _damaged(file: TypedFile, kind: str, error: Exception) -> UserError:
    reason = (
        str(error).splitlines()[0].removeprefix("Invalid Input Error: ").replace(f'"{file.source.path}"', "")
    )
    return UserError(
        f"this is no valid {kind}: {reason}", where=file.source.path, remedy="Export the file again."
    )


def _form(text: TextFile, name: str) -> str:
    """How objects stand in a file, in DuckDB's words."""
    head = text.head().lstrip()
    if head.startswith("["):
        return "array"
    lines = [line for line in head.splitlines() if line.strip()][:2]
    by_line = len(lines) == 2 and lines[1].lstrip().startswith("{") and _is_json(lines[0])
    return "newline_delimited" if name.endswith(LINES) or by_line else "unstructured"


def _is_json(text: str) -> bool:
    try:
        json.loads(text)
    except ValueError:
        return False
    return True


def _read(staging: Staging, file: TypedFile, text: TextFile, form: str, table: str) -> None:
    """Make the table of the documents: `line` and `json`."""
    size = text.path.stat().st_size + 1024
    longest = size if form == "unstructured" else min(size, _MAX_OBJECT)
    options = f"format = '{form}', compression = 'uncompressed', maximum_object_size = {longest}"
    lenient = ", ignore_errors = true" if form == "newline_delimited" else ""
    try:
        with in_order(staging):
            scan = f"read_json_objects({quoted(str(text.path))}, {options}{lenient})"
            staging.execute(f"CREATE TABLE {table}_read AS SELECT json FROM {scan}")
    except duckdb.Error as error:
        raise _damaged(file, "JSON", error) from None
    staging.execute(f"CREATE VIEW {table}_doc AS SELECT rowid + 1 AS line, json FROM {table}_read")


def _report_bad_lines(staging: Staging, file: TypedFile, text: TextFile, table: str) -> None:
    """Tell which lines are no JSON; DuckDB leaves NULL for them, and nothing for blank lines."""
    bad = {number for (number,) in staging.rows(f"SELECT line FROM {table}_doc WHERE json IS NULL")}
    if not bad and text.lines == count_rows(staging, f"{table}_read"):
        return
    lines = array("q")
    with text.open() as stream:
        for line, content in enumerate(stream, start=1):
            if content.strip():
                lines.append(line)
                if len(lines) in bad:
                    staging.add(Skipped(line, NO_JSON, content.strip()), file.number)
    staging.execute(f"CREATE TABLE {table}_line (number BIGINT, line BIGINT)")
    staging.insert(f"{table}_line", {"number": np.arange(1, len(lines) + 1), "line": np.array(lines)})
    staging.execute(
        f"CREATE OR REPLACE VIEW {table}_doc AS SELECT l.line, json FROM {table}_read AS d"
        f" JOIN {table}_line AS l ON d.rowid + 1 = l.number"
    )


def _parts(staging: Staging, file: TypedFile, table: str) -> list[tuple[str, str]]:
    """Names and views of the tables in one big object."""
    entries = f"{table}_doc, json_each({table}_doc.json)"
    listed = "coalesce(json_type(value, '$[0]') = 'OBJECT', false)"
    kinds = staging.rows(f"SELECT key, type, {listed} FROM {entries} ORDER BY id")
    if all(kind == "OBJECT" for _, kind, _ in kinds):
        key = "json_merge_patch(json_object('key', key), value)"
        rows = f"SELECT row_number() OVER (ORDER BY id) AS line, {key} AS json FROM {entries}"
        staging.execute(f"CREATE VIEW {table}_map AS {rows}")
        return [(file.name, f"{table}_map")]
    lists = [key for key, _, listed in kinds if listed]
    if not lists:
        return [(file.name, f"{table}_doc")]
    for key, kind, listed in kinds:
        if not listed:
            staging.add(Skipped(None, ASIDE, f"{key}: {kind.lower()}"), file.number)
    parts = []
    for place, key in enumerate(lists):
        view = f"{table}_list{place}"
        members = (
            f"SELECT unnest(json_extract(json, {quoted(_pointer(key))})::JSON[]) AS json FROM {table}_doc"
        )
        with in_order(staging):
            staging.execute(f"CREATE TABLE {view}_read AS {members}")
        staging.execute(f"CREATE VIEW {view} AS SELECT rowid + 1 AS line, json FROM {view}_read")
        parts.append((file.name if len(lists) == 1 and key.lower() in _PLAIN_NAMES else key, view))
    return parts


def _pointer(key: str) -> str:
    return "/" + key.replace("~", "~0").replace("/", "~1")


def _make_items(
    staging: Staging, file: TypedFile, view: str, table: str, revise: Callable[[Any], Any]
) -> dict[tuple[str, ...], str]:
    """Make the table of the objects of a view, as structs; gives the datatypes of what is in them."""
    odd = staging.rows(f"SELECT line, json::VARCHAR FROM {view} WHERE json_type(json) <> 'OBJECT'")
    for line, content in odd:
        staging.add(Skipped(line, NO_OBJECT, content), file.number)
    objects = f"(SELECT line, json FROM {view} WHERE json_type(json) = 'OBJECT')"
    found = staging.scalar(f"SELECT json_group_structure(json)::VARCHAR FROM {objects}")
    structure = _Structure(staging, file)
    wanted = None if found is None else structure.read(revise(json.loads(found)), ())
    if wanted is None:
        what = "there is no object with anything in it in the file"
        raise UserError(what, where=file.source.path, remedy="A table in JSON is a list of objects.")
    with in_order(staging):
        item = f"json_transform(json, {quoted(json.dumps(wanted))})"
        staging.execute(f"CREATE TABLE {table}_item AS SELECT line, {item} AS item FROM {objects}")
    return structure.datatypes


class _Structure:
    """Turns the structure that DuckDB finds in JSON into one to read: every value as text."""

    def __init__(self, staging: Staging, file: TypedFile) -> None:
        self._staging, self._file = staging, file
        self.datatypes: dict[tuple[str, ...], str] = {}

    def read(self, kind: Any, path: tuple[str, ...]) -> Any:
        """The structure to read at a path; None where there is nothing to read."""
        if isinstance(kind, list):
            member = self.read(kind[0], path)
            return None if member is None else [member]
        if isinstance(kind, dict):
            return self._members(kind, path) or None
        if kind in _DATATYPES:
            self.datatypes[path] = _DATATYPES[kind]
        return "JSON" if kind == "JSON" else "VARCHAR"

    def _members(self, kind: dict[str, Any], path: tuple[str, ...]) -> dict[str, Any]:
        """The members of an object; DuckDB's structs have no two names that differ in letter case only."""
        members: dict[str, Any] = {}
        for name, member in kind.items():
            if not name or name.casefold() in map(str.casefold, members):
                self._staging.add(Skipped(None, SAME_KEY, ".".join((*path, name))), self._file.number)
            elif (wanted := self.read(member, (*path, name))) is not None:
                members[name] = wanted
        return members
