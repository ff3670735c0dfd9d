from collections.abc import Callable
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path
from typing import Any

import pytest

from numkbqa.kb.readers.source import Source, expand_sources
from numkbqa.kb.readers.tables import Mapping, TableReader, TableReport, load_mapping
from numkbqa.kb.staging import Staging

Files = dict[str, str | bytes]


@dataclass
class Loaded:
    """What a group of tables became; literals as (entity, relation, lexical)."""

    report: TableReport
    facts: set[tuple[str, str, str]] = field(default_factory=set)
    untyped: set[tuple[str, str, str]] = field(default_factory=set)
    literals: set[tuple[str, str, str]] = field(default_factory=set)
    rows: dict[str, list[tuple[Any, ...]]] = field(default_factory=dict)

    @property
    def names(self) -> set[tuple[str, str]]:
        return {(thing, text) for thing, text, _, rank in self.rows["name"] if rank == 0}

    @property
    def aliases(self) -> set[tuple[str, str]]:
        return {(thing, text) for thing, text, _, rank in self.rows["name"] if rank > 0}

    @property
    def skipped(self) -> list[tuple[int | None, str, str, bool]]:
        return [row[1:] for row in self.rows["skipped"]]

    def values(self, relation: str) -> dict[str, str]:
        return {entity: lexical for entity, name, lexical in self.literals if name == relation}

    def literal(self, relation: str) -> list[tuple[Any, ...]]:
        """Lexical, datatype, unit, date and line of the literals of a relation."""
        rows = [row for row in self.rows["literal"] if row[1] == relation]
        return [(row[2], row[3], row[4], row[6], row[8]) for row in rows]


Load = Callable[..., Loaded]


def write_files(folder: Path, files: Files) -> list[Source]:
    for name, text in files.items():
        content = text if isinstance(text, bytes) else text.encode()
        (folder / name).write_bytes(content)
    return expand_sources([folder])


def read_mapping(tmp_path: Path, mapping: str | None) -> Mapping | None:
    if mapping is None:
        return None
    (tmp_path / "mapping.yaml").write_text(mapping, encoding="utf-8")
    return load_mapping(tmp_path / "mapping.yaml")


def load_files(folder: Path, files: Files, mapping: str | None = None) -> Loaded:
    """Load tables into a database of their own, both in an empty folder."""
    for name in ("in", "db"):
        (folder / name).mkdir()
    sources = write_files(folder / "in", files)
    with Staging(folder / "db", threads=1) as staging:
        numbers = [staging.add_source(source.path) for source in sources]
        report = TableReader().load_group(sources, staging, numbers, read_mapping(folder, mapping))
        staging.flush()
        loaded = Loaded(report)
        for table in ("fact", "untyped", "literal", "qualifier", "name", "skipped"):
            loaded.rows[table] = staging.rows(f"SELECT * FROM {table} ORDER BY ALL")
    loaded.facts = {row[:3] for row in loaded.rows["fact"]}
    loaded.untyped = {row[:3] for row in loaded.rows["untyped"]}
    loaded.literals = {row[:3] for row in loaded.rows["literal"]}
    return loaded


@pytest.fixture
def load(tmp_path: Path) -> Load:
    """Load tables given as `load({"cities.csv": "name\\nParis\\n"}, mapping="tables: ...")`."""
    return partial(load_files, tmp_path)
