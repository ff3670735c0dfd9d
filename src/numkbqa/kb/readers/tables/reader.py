"""The reader of tables: which files are tables, and how a group of them becomes a graph."""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Final, NamedTuple

from numkbqa.errors import UserError
from numkbqa.kb.readers.source import Source
from numkbqa.kb.readers.tables.check import check_names, check_references
from numkbqa.kb.readers.tables.delimited import Delimited, load_delimited
from numkbqa.kb.readers.tables.infer import infer_mapping
from numkbqa.kb.readers.tables.layout import find_layout, surely_has_header
from numkbqa.kb.readers.tables.mapping import Mapping, TableMapping
from numkbqa.kb.readers.tables.neo4j.apoc_csv import part_rows
from numkbqa.kb.readers.tables.neo4j.apoc_json import is_apoc_json, load_apoc_json
from numkbqa.kb.readers.tables.neo4j.cells import read_types
from numkbqa.kb.readers.tables.neo4j.separate_headers import SeparateHeader, find_headers
from numkbqa.kb.readers.tables.raw import RawTable, identifier, unique_names, working_folder
from numkbqa.kb.readers.tables.records import read_records, text_lines
from numkbqa.kb.readers.tables.text_file import sniff_text, text_file
from numkbqa.kb.readers.tables.typed_files import LINES, TypedFile, load_json, load_parquet
from numkbqa.kb.readers.tables.write import Meaning, write_table
from numkbqa.kb.staging import Staging

PARQUET: Final = (".parquet", ".pq")
JSON: Final = (".json", *LINES)
DELIMITED: Final = (".csv", ".psv")
TABBED: Final = (".tsv", ".tab")
_HEAD: Final = 1 << 16
_JSON_TABLE = re.compile(r"\s*(\[\s*\{|\{\s*[\"}])")
_LINKED_DATA = re.compile(r'"@(context|graph|id)"\s*:')
_QUESTION = (re.compile(r'"question"\s*:'), re.compile(r'"answers"\s*:'))
_NAME = re.compile(
    r"(?P<stem>.+?)(\.(csv|psv|tsv|tab|parquet|pq|json|jsonl|ndjson|txt))?(\.(gz|zst))?(?P<more>\.[0-9]+)?",
    re.I,
)


@dataclass(frozen=True, slots=True)
class TableReport:
    """What became of a group of tables.

    Args:
        mapping: what they mean, completely; `mapping_yaml` prints it.
        rows: number of rows of each table.
        remarks: what was not taken although it may be meant, and references that lead nowhere.
    """

    mapping: Mapping
    rows: dict[str, int]
    remarks: list[str]


class TableReader:
    """Reads tables; those of one group may refer to each other."""

    formats = "tables and exports of Neo4j (.csv, .tsv, .parquet, .json, .jsonl)"

    def accepts_name(self, source: Source) -> bool:
        """Whether the file's name, and for tabs and JSON its content, says that it is a table."""
        return source.name.endswith((*PARQUET, *JSON, *DELIMITED, *TABBED)) and is_table(source)

    def accepts_content(self, source: Source) -> bool:
        """Whether the file begins like a table."""
        return is_table(source)

    def load_group(
        self, sources: Sequence[Source], staging: Staging, numbers: Sequence[int], mapping: Mapping | None
    ) -> TableReport:
        """Write tables into the staging database as a graph.

        Args:
            sources: the files of the group, those of one folder.
            staging: the database.
            numbers: number of each file in the database.
            mapping: what the user says about the tables; the rest is inferred.

        Returns:
            What was found out.

        Raises:
            UserError: a file that the user named cannot be read as a table, or none of a folder can, or the
                mapping names what is not there.
        """
        report, tables = _prepare(sources, staging, numbers, mapping or Mapping())
        meanings = {table.name: Meaning(table, report.mapping.tables[table.name]) for table in tables}
        remarks = [remark for name in meanings for remark in write_table(staging, meanings, name)]
        for number in numbers:
            _drop(staging, f"raw{number}_")
        return replace(report, remarks=report.remarks + remarks)


def infer(sources: Sequence[Source], mapping: Mapping | None = None) -> TableReport:
    """Find out what tables mean, and load nothing.

    Args:
        sources: the files of one group.
        mapping: what the user says about them.

    Returns:
        The complete mapping, and remarks.

    Raises:
        UserError: a file that the user named cannot be read as a table, or none of a folder can, or the
            mapping names what is not there.
    """
    with TemporaryDirectory() as folder, Staging(Path(folder)) as staging:
        numbers = [staging.add_source(source.path) for source in sources]
        return _prepare(sources, staging, numbers, mapping or Mapping())[0]


def is_table(source: Source) -> bool:
    """Whether a file is a table rather than a list of triples without a header, or linked data.

    Parquet is. JSON is where it holds objects, unless they are JSON-LD or questions. Delimited text is, but
    of tab-separated files only those with a sure header: the others are triples, numbers or names, which
    `TsvReader` reads. A file of another name is a table when each of its first lines has as many fields, two
    or more.

    Args:
        source: the file.

    Returns:
        Whether it is a table.
    """
    head = source.head(_HEAD)
    if head.startswith(b"PAR1"):
        return True
    text = sniff_text(head)
    if text is None or not text.strip():
        return source.name.endswith(DELIMITED)
    if _JSON_TABLE.match(text):
        return _LINKED_DATA.search(text) is None and not all(mark.search(text) for mark in _QUESTION)
    if source.name.endswith((*PARQUET, *JSON)):
        return False
    return source.name.endswith(DELIMITED) or _is_delimited(source, text, whole=len(head) < _HEAD)


def _is_delimited(source: Source, text: str, *, whole: bool) -> bool:
    lines = text if whole else text.rpartition("\n")[0]
    layout = find_layout(lines, source.name)
    if layout is None or layout.width < 2:
        return False
    if source.name.endswith(TABBED) or layout.dialect.delimiter == "\t":
        return surely_has_header(layout, lines)
    records = list(read_records(text_lines(lines), layout.dialect, layout.width))
    return len(records) > 1 and all(len(record.fields) == layout.width for record in records)


def _prepare(
    sources: Sequence[Source], staging: Staging, numbers: Sequence[int], given: Mapping
) -> tuple[TableReport, list[RawTable]]:
    """Load the tables as they are, and complete the mapping."""
    loaded, unreadable = _load_all(staging, sources, numbers, given)
    tables = _told_apart(loaded)
    check_names(given, tables)
    inferred = infer_mapping(staging, tables, given)
    check_references(inferred.mapping, given.where)
    rows = {table.name: table.rows for table in tables}
    return TableReport(inferred.mapping, rows, unreadable + inferred.remarks), tables


def _load_all(
    staging: Staging, sources: Sequence[Source], numbers: Sequence[int], given: Mapping
) -> tuple[list[RawTable], list[str]]:
    """The tables, and a remark for each file of a folder that cannot be read.

    Raises:
        UserError: a file that the user named cannot be read, or no file can.
    """
    tables: list[RawTable] = []
    errors: list[UserError] = []
    headers = find_headers(sources)
    spent = {header.path for header in headers.values()}
    with TemporaryDirectory(dir=working_folder(staging)) as folder:
        for source, number, name in zip(sources, numbers, _names(sources, given), strict=True):
            if source.path in spent:
                continue
            try:
                file = _File(source, number, name, headers.get(source.path))
                tables += _load(staging, file, given, Path(folder))
            except UserError as error:
                if source.named:
                    raise
                errors.append(error)
    if errors and not tables:
        raise errors[0]
    return tables, [f"{error.where} was left out: {error.what}" for error in errors]


def _names(sources: Sequence[Source], given: Mapping) -> list[str]:
    """Names of the tables: what the mapping calls a file, else the file's name without suffixes."""
    files = {source.path.name for source in sources}
    for name, said in given.tables.items():
        if said.file is not None and said.file not in files:
            raise UserError(
                f'there is no file "{said.file}" for the table "{name}"',
                where=given.where,
                remedy=f"Files here: {', '.join(sorted(files))}.",
            )
    return [_name(source, given) for source in sources]


def _name(source: Source, given: Mapping) -> str:
    """A file that holds several tables keeps its own name where the mapping has a table of that name."""
    stem = _stem(source.tag)
    called = [name for name, said in given.tables.items() if said.file == source.path.name]
    return stem if stem in called or not called else called[0]


def _stem(tag: str) -> str:
    match = _NAME.fullmatch(tag)
    return tag if match is None else match["stem"] + (match["more"] or "")


class _File(NamedTuple):
    source: Source
    number: int
    name: str
    header: SeparateHeader | None


def _load(staging: Staging, file: _File, given: Mapping, folder: Path) -> Iterator[RawTable]:
    source, number, name, header = file
    view, typed = f"raw{number}_", TypedFile(source, number, name, given)
    if source.name.endswith(PARQUET) or source.head(4) == b"PAR1":
        yield from load_parquet(staging, typed, view)
        return
    text = text_file(source, folder)
    is_delimited = source.name.endswith((*DELIMITED, *TABBED))
    if source.name.endswith(JSON) or (not is_delimited and _JSON_TABLE.match(text.head(_HEAD))):
        load = load_apoc_json if is_apoc_json(text.head(_HEAD)) else load_json
        tables = load(staging, typed, text, view)
    else:
        said = given.tables.get(name, TableMapping())
        delimited = Delimited(source, number, text, name, said, folder, header)
        tables = part_rows(staging, load_delimited(staging, delimited, view))
    yield from (read_types(staging, table) for table in tables)


def _told_apart(tables: list[RawTable]) -> list[RawTable]:
    """The tables with unique names; tables inside tables follow the name of theirs."""
    found: list[RawTable] = []
    names = unique_names([table.name for table in tables])
    renamed: dict[str, str] = {}
    for table, name in zip(tables, names, strict=True):
        renamed[table.name] = name
        parent = None if table.parent is None else renamed[table.parent]
        found.append(replace(table, name=name, parent=parent))
    return found


def _drop(staging: Staging, prefix: str) -> None:
    """Drop the views and tables of one file."""
    for kind in ("view", "table"):
        rows = staging.rows(
            f"SELECT {kind}_name FROM duckdb_{kind}s() WHERE starts_with({kind}_name, ?)", [prefix]
        )
        for (name,) in rows:
            staging.execute(f"DROP {kind} {identifier(name)}")
