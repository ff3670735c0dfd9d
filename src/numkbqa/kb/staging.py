"""Where a build collects its records before it sorts them: tables of text in a DuckDB database on disk.

Nothing of a graph is held in memory here: DuckDB keeps to its memory limit and spills to the folder.

| table | columns |
|---|---|
| fact | head, relation, tail |
| untyped | head, relation, tail, source, line |
| literal | entity, relation, lexical, datatype, unit, rank, held_at, source, line |
| qualifier | head, relation, tail, qualifier, lexical, datatype, unit, source, line |
| name | thing, text, language, rank |
| relation_unit | relation, unit, is_entity, stated_by, datatype, source |
| skipped | source, line, reason, text, kept |

Absent texts are NULL; `source` numbers the files in `Staging.sources`.
"""

import os
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any, Final, Self

import duckdb
import numpy as np
from numpy.typing import NDArray

from numkbqa.kb.readers.record import (
    EntityFact,
    LiteralFact,
    Name,
    Qualifier,
    Record,
    RelationUnit,
    Skipped,
    UntypedFact,
)

Columns = dict[str, NDArray[Any]]
Parameters = Sequence[object] | Mapping[str, object]

TABLES: Final[dict[str, str]] = {
    "fact": "head VARCHAR, relation VARCHAR, tail VARCHAR",
    "untyped": "head VARCHAR, relation VARCHAR, tail VARCHAR, source INTEGER, line BIGINT",
    "literal": "entity VARCHAR, relation VARCHAR, lexical VARCHAR, datatype VARCHAR, unit VARCHAR,"
    " rank TINYINT, held_at VARCHAR, source INTEGER, line BIGINT",
    "qualifier": "head VARCHAR, relation VARCHAR, tail VARCHAR, qualifier VARCHAR, lexical VARCHAR,"
    " datatype VARCHAR, unit VARCHAR, source INTEGER, line BIGINT",
    "name": "thing VARCHAR, text VARCHAR, language VARCHAR, rank INTEGER",
    "relation_unit": "relation VARCHAR, unit VARCHAR, is_entity BOOLEAN, stated_by VARCHAR,"
    " datatype VARCHAR, source INTEGER",
    "skipped": "source INTEGER, line BIGINT, reason VARCHAR, text VARCHAR, kept BOOLEAN",
}

MEMORY: Final = "1900MB"
"""What DuckDB may use; numpy, Python and the readers come on top."""

_BATCH = 50_000
_SKIPPED_TEXT = 200


class Staging:
    """An open staging database.

    Args:
        folder: an empty folder for its file and its spills; the caller removes it.
        memory: most memory that DuckDB may use, as DuckDB writes it ("1900MB").
        threads: number of threads; default one a core.
    """

    def __init__(self, folder: Path, *, memory: str = MEMORY, threads: int | None = None) -> None:
        self.threads = threads or os.cpu_count() or 1
        settings: dict[str, Any] = {
            "memory_limit": memory,
            "temp_directory": str(folder / "spill"),
            "threads": self.threads,
            "preserve_insertion_order": False,
            "autoinstall_known_extensions": False,
            "autoload_known_extensions": False,
        }
        self.connection = duckdb.connect(config=settings)
        self.connection.execute("SET enable_progress_bar = false")
        # nothing is ever recovered from this database, so it needs no log
        file = str(folder / "staging.duckdb").replace("'", "''")
        self.connection.execute(f"ATTACH '{file}' AS staging (RECOVERY_MODE no_wal_writes)")
        self.connection.execute("USE staging")
        self.sources: list[Path] = []
        self._rows: dict[str, list[tuple[Any, ...]]] = {name: [] for name in TABLES}
        for name, columns in TABLES.items():
            self.connection.execute(f"CREATE TABLE {name} ({columns})")

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.connection.close()

    def add_source(self, path: Path) -> int:
        """Number a file that records come from."""
        self.sources.append(path)
        return len(self.sources) - 1

    def add(self, record: Record, source: int) -> None:
        """Take in one record; it stands in its table after `flush`.

        Args:
            record: the record.
            source: number of its file.
        """
        table, row = _ROWS[type(record)](record, source)
        rows = self._rows[table]
        rows.append(row)
        if len(rows) >= _BATCH:
            self._flush(table)

    def flush(self) -> None:
        """Bring all records into their tables."""
        for table in self._rows:
            self._flush(table)

    def execute(self, sql: str, parameters: Parameters = ()) -> None:
        """Run a statement; what is too much for all threads at once is left to one.

        Args:
            sql: the statement, which does nothing when it fails.
            parameters: its parameters.

        Raises:
            duckdb.OutOfMemoryException: one thread has too little memory as well.
        """
        try:
            self.connection.execute(sql, parameters)
        except duckdb.OutOfMemoryException:
            if self.threads == 1:
                raise
            # each thread pins blocks of its own
            self.connection.execute("SET threads = 1")
            try:
                self.connection.execute(sql, parameters)
            finally:
                self.connection.execute(f"SET threads = {self.threads}")

    def rows(self, sql: str, parameters: Parameters = ()) -> list[tuple[Any, ...]]:
        """All rows of a small query."""
        return self.connection.execute(sql, parameters).fetchall()

    def scalar(self, sql: str, parameters: Parameters = ()) -> Any:
        """The only value of a query; None for NULL or no row."""
        rows = self.rows(sql, parameters)
        return rows[0][0] if rows else None

    def columns(self, sql: str, parameters: Parameters = ()) -> Columns:
        """The result of a query as arrays, which have to fit into memory; NULL is None, NaN or -1."""
        found = self.connection.execute(sql, parameters).fetchnumpy()
        return {name: _plain(column) for name, column in found.items()}

    def chunks(self, table: str, columns: str, size: int = 1 << 20) -> Iterator[Columns]:
        """A table in the order in which it was made (`CREATE TABLE ... ORDER BY`), piece by piece.

        Args:
            table: its name.
            columns: what to select ("head, tail").
            size: rows of a piece.

        Yields:
            Arrays by column.
        """
        total = self.scalar(f"SELECT count(*) FROM {table}")
        for first in range(0, total, size):
            where = f"rowid >= {first} AND rowid < {first + size} ORDER BY rowid"
            yield self.columns(f"SELECT {columns} FROM {table} WHERE {where}")

    def insert(self, table: str, columns: Columns) -> None:
        """Append rows given as arrays of equal length, in the order of the table's columns."""
        with self.scanned(columns) as name:
            chosen = ", ".join(f'"{column}"' for column in columns)
            self.connection.execute(f"INSERT INTO {table} SELECT {chosen} FROM {name}")

    @contextmanager
    def scanned(self, columns: Columns) -> Iterator[str]:
        """Let SQL read arrays as a table; yields its name."""
        self.connection.register("scanned_columns", columns)
        try:
            yield "scanned_columns"
        finally:
            self.connection.unregister("scanned_columns")

    def _flush(self, table: str) -> None:
        rows, self._rows[table] = self._rows[table], []
        if rows:
            names = [column.split()[0] for column in TABLES[table].split(", ")]
            self.insert(
                table, {n: text_column(c) for n, c in zip(names, zip(*rows, strict=True), strict=True)}
            )


def text_column(values: Iterable[object]) -> NDArray[Any]:
    """Texts, or None for NULL, as an array that `Staging.insert` takes, shape (num_values,)."""
    listed = list(values)
    column = np.empty(len(listed), dtype=object)
    column[:] = listed
    return column


def _plain(column: Any) -> NDArray[Any]:
    """Masked arrays say what is NULL; in texts None says it."""
    if not isinstance(column, np.ma.MaskedArray):
        return np.asarray(column)
    if column.dtype == object:
        filled = column.data.copy()
        filled[np.ma.getmaskarray(column)] = None
        return np.asarray(filled)
    return np.asarray(column.filled(np.nan if column.dtype.kind == "f" else -1))


def _unit_row(record: RelationUnit, source: int) -> tuple[str, tuple[Any, ...]]:
    fact = record.otherwise
    is_entity = isinstance(fact, EntityFact)
    datatype = None if isinstance(fact, EntityFact) else fact.datatype
    return "relation_unit", (record.relation, record.unit, is_entity, fact.relation, datatype, source)


_ROWS: Final[dict[type, Callable[[Any, int], tuple[str, tuple[Any, ...]]]]] = {
    EntityFact: lambda record, source: ("fact", record),
    UntypedFact: lambda record, source: ("untyped", (*record[:3], source, record.line)),
    LiteralFact: lambda record, source: ("literal", (*record[:7], source, record.line)),
    Qualifier: lambda record, source: ("qualifier", (*record[:7], source, record.line)),
    Name: lambda record, source: ("name", record),
    RelationUnit: _unit_row,
    Skipped: lambda r, source: ("skipped", (source, r.line, r.reason, r.text[:_SKIPPED_TEXT], r.kept)),
}
