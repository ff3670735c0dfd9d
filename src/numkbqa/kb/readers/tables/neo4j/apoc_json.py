"""APOC's exports as JSON: a node or relationship a line, an array of them, or one object that holds both.

They become a table for each first label of nodes and each type of relationships, with the headers of Neo4j's
import files. JSON Lines and arrays are read in bulk; the other two forms, `{"nodes": ..., "rels": ...}` with
lists or with objects that have the ids for keys, are one value each and have to fit into memory.
"""

import re
from typing import Any, Final

from numkbqa.errors import UserError
from numkbqa.kb.readers.tables.neo4j.apoc_csv import NEITHER, UNLABELLED
from numkbqa.kb.readers.tables.neo4j.header import END, ID, LABEL, START, TYPE
from numkbqa.kb.readers.tables.raw import RawTable, in_order, quoted
from numkbqa.kb.readers.tables.text_file import TextFile
from numkbqa.kb.readers.tables.typed_files import TypedFile, load_objects, read_documents
from numkbqa.kb.staging import Staging

_ELEMENT: Final = re.compile(r'"type"\s*:\s*"(node|relationship)"')
_ID: Final = re.compile(r'"id"\s*:')
_PART: Final = re.compile(r'"(labels"\s*:\s*\[|(start|properties)"\s*:\s*\{)')
_IS_WHOLE: Final = "json_type(json, '$.type') IS NULL AND json_type(json, '$.nodes') IN ('ARRAY', 'OBJECT')"
"""The one object of the two forms that hold all nodes and all relationships."""


def is_apoc_json(head: str) -> bool:
    """Whether a text begins like an export of APOC."""
    return all(pattern.search(head) for pattern in (_ELEMENT, _ID, _PART))


def load_apoc_json(staging: Staging, file: TypedFile, text: TextFile, table: str) -> list[RawTable]:
    """Load an export of nodes and relationships.

    Args:
        staging: the database; lines that are neither go to its table `skipped`.
        file: the file.
        text: its text.
        table: a free name for a table, with which the names of further ones begin.

    Returns:
        A table for each kind of nodes and relationships.

    Raises:
        UserError: it is no valid JSON, or holds neither nodes nor relationships.
    """
    read_documents(staging, file, text, table)
    _make_elements(staging, table)
    neither = f"{file.number}, line, {quoted(NEITHER)}, json::VARCHAR, false"
    staging.execute(f"INSERT INTO skipped SELECT {neither} FROM {table}_element WHERE kind IS NULL")
    kinds = staging.rows(
        f"SELECT is_node, kind FROM {table}_element WHERE kind IS NOT NULL GROUP BY ALL"
        " ORDER BY is_node DESC, min(line)"
    )
    if not kinds:
        raise UserError(
            "there is neither a node nor a relationship in the file",
            where=file.source.path,
            remedy="Export with apoc.export.json.all.",
        )
    tables = []
    for place, (is_node, kind) in enumerate(kinds):
        name = f"{table}_kind{place}"
        _make_view(staging, f"{table}_element", f"{name}_doc", kind, is_node=is_node)
        tables += load_objects(staging, file, kind, f"{name}_doc", name, _whole_points)
    return tables


def _make_elements(staging: Staging, table: str) -> None:
    """The table of elements: line, JSON, whether it is a node, and its kind; NULL where it is neither."""
    sort, label = _text("type"), f"coalesce(nullif(trim({_text('labels[0]')}), ''), {quoted(UNLABELLED)})"
    ends = " AND ".join(f"{_text(path)} IS NOT NULL" for path in ("start.id", "end.id"))
    kind = (
        f"CASE WHEN {sort} = 'node' AND {_text('id')} IS NOT NULL THEN {label}"
        f" WHEN {sort} = 'relationship' AND {ends} THEN nullif(trim({_text('label')}), '') END"
    )
    single = f"SELECT line, json FROM {table}_doc WHERE json IS NOT NULL AND NOT coalesce({_IS_WHOLE}, false)"
    parts = [_members(f"{table}_doc WHERE {_IS_WHOLE}", name) for name in ("nodes", "rels")]
    elements = " UNION ALL ".join([single, *parts])
    with in_order(staging):
        staging.execute(
            f"CREATE TABLE {table}_element AS SELECT line, json, {sort} = 'node' AS is_node, {kind} AS kind"
            f" FROM ({elements})"
        )


def _text(path: str) -> str:
    """SQL of the text at a path of an element."""
    return f"json_extract_string(json, '$.{path}')"


def _members(documents: str, name: str) -> str:
    """SQL of the members of a list, or of an object, in documents."""
    values = f"json_extract(json, '$.{name}.*') || json_extract(json, '$.{name}[*]')"
    return f"SELECT line, unnest({values}) FROM {documents}"


def _make_view(staging: Staging, elements: str, view: str, kind: str, *, is_node: bool) -> None:
    """A view of the elements of one kind: their properties, with their ids and labels among them."""
    if is_node:
        own = {ID: _text("id"), LABEL: "coalesce(json_extract(json, '$.labels'), '[]')"}
    else:
        own = {START: _text("start.id"), END: _text("end.id"), TYPE: f"trim({_text('label')})"}
    members = ", ".join(f"{quoted(name)}, {sql}" for name, sql in own.items())
    item = f"json_merge_patch(coalesce(json_extract(json, '$.properties'), '{{}}'), json_object({members}))"
    chosen = f"{elements} WHERE kind = {quoted(kind)} AND is_node = {is_node}"
    staging.execute(f"CREATE VIEW {view} AS SELECT line, {item} AS json FROM {chosen}")


def _whole_points(kind: Any) -> Any:
    """The structure of properties, with points left whole: they are read by `cells`."""
    if isinstance(kind, list):
        return [_whole_points(kind[0])]
    if isinstance(kind, dict):
        return "JSON" if "crs" in kind else {name: _whole_points(member) for name, member in kind.items()}
    return kind
