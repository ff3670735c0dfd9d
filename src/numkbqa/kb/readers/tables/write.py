"""Writes tables into the staging database as facts, literals, qualifiers and names, by SQL alone."""

from collections.abc import Mapping as MappingOf
from dataclasses import dataclass
from typing import Final

from numkbqa.kb.readers.record import ALIAS_RANK
from numkbqa.kb.readers.tables.mapping import ColumnMapping, LinkMapping, Role, TableMapping
from numkbqa.kb.readers.tables.raw import RawTable, cells_of, plain_key, quoted
from numkbqa.kb.relation_text import relation_text
from numkbqa.kb.staging import Staging

TYPE: Final = "type"
ROW_NUMBER: Final = "row number"
NO_KEY: Final = "the key is missing"
NO_END: Final = "head or tail is missing"


@dataclass(frozen=True, slots=True)
class Meaning:
    """A table and what it means, completely."""

    table: RawTable
    mapping: TableMapping

    @property
    def prefix(self) -> str:
        """What stands before the key in the id of a row."""
        return f"{self.table.name}/" if self.mapping.prefix is None else self.mapping.prefix

    @property
    def row_id(self) -> str:
        """SQL of the id of a row's entity; NULL where its key is missing."""
        if self.mapping.key is None:
            return f"{quoted(self.prefix)} || row"
        return f"{quoted(self.prefix)} || {plain_key(self.table.column(self.mapping.key).sql)}"


def write_table(staging: Staging, meanings: MappingOf[str, Meaning], name: str) -> list[str]:
    """Write one table into the staging database.

    Args:
        staging: the database.
        meanings: all tables of the group by name.
        name: the table to write.

    Returns:
        Remarks, a sentence each.
    """
    writer = _Writer(staging, meanings, meanings[name])
    if writer.mapping.link is not None:
        writer.write_links(writer.mapping.link)
    elif writer.mapping.about is not None:
        writer.write_about(writer.mapping.about)
    else:
        writer.write_entities()
    return writer.remarks


class _Writer:
    def __init__(self, staging: Staging, meanings: MappingOf[str, Meaning], meaning: Meaning) -> None:
        self._staging, self._meanings, self._meaning = staging, meanings, meaning
        self.table, self.mapping = meaning.table, meaning.mapping
        self._rows = f"{self.table.view}_subject"
        self.remarks: list[str] = []

    def write_entities(self) -> None:
        """Rows are entities: write their names, class, number and columns."""
        ids = f"SELECT {self._meaning.row_id} AS id, * FROM {self.table.view}"
        self._staging.execute(f"CREATE VIEW {self._rows} AS SELECT * FROM ({ids}) WHERE id IS NOT NULL")
        if self.mapping.key is not None:
            self._report_missing(self.mapping.key, NO_KEY)
        if self.mapping.label is not None:
            cells = cells_of(self._rows, self.table.column(self.mapping.label))
            self._insert("name", f"SELECT id, cell, '', 0 FROM {cells}")
        if self.mapping.class_:
            self._insert(
                "fact", f"SELECT id, {quoted(TYPE)}, {quoted(self.mapping.class_)} FROM {self._rows}"
            )
        if self.mapping.row_number:
            values = f"row::VARCHAR, 'xsd:integer', NULL, 0, NULL, {self.table.source}, line"
            self._insert("literal", f"SELECT id, {quoted(ROW_NUMBER)}, {values} FROM {self._rows}")
        self._write_columns(self.mapping.columns)

    def write_about(self, about: str) -> None:
        """Rows speak of the entities of a column."""
        self._report_missing(about, NO_KEY)
        subjects = self._with_targets(self.table.view, about, "about_cell", "id")
        self._staging.execute(f"CREATE VIEW {self._rows} AS SELECT * FROM {subjects}")
        self._introduce(about, f"(SELECT id AS target, about_cell AS cell FROM {self._rows})")
        self._write_columns({name: column for name, column in self.mapping.columns.items() if name != about})

    def write_links(self, link: LinkMapping) -> None:
        """Rows are facts, and their other columns qualifiers."""
        for end in (link.head, link.tail):
            self._report_missing(end, NO_END)
        heads = self._with_targets(self.table.view, link.head, "head_cell", "head")
        facts = self._with_targets(heads, link.tail, "tail_cell", "tail")
        relation = quoted(link.relation or "")
        if link.relation_column is not None:
            relation = self.table.column(link.relation_column).sql
        view = f"SELECT *, {relation} AS relation FROM {facts} WHERE relation IS NOT NULL"
        self._staging.execute(f"CREATE VIEW {self._rows} AS {view}")
        for end, which in ((link.head, "head"), (link.tail, "tail")):
            self._introduce(end, f"(SELECT {which} AS target, {which}_cell AS cell FROM {self._rows})")
        if link.tail in self.mapping.columns:
            self._insert("fact", f"SELECT head, relation, tail FROM {self._rows}")
        else:
            self._insert(
                "untyped", f"SELECT head, relation, tail, {self.table.source}, line FROM {self._rows}"
            )
        for name, column in self.mapping.columns.items():
            if column.role is Role.LITERAL and name not in {link.head, link.tail, link.relation_column}:
                self._write_qualifier(name, column)

    def _write_columns(self, columns: MappingOf[str, ColumnMapping]) -> None:
        for name, column in columns.items():
            if column.role is Role.LITERAL:
                self._write_literal(name, column)
            elif column.role is Role.ALIAS:
                cells = cells_of(self._rows, self.table.column(name), column.split)
                self._insert("name", f"SELECT id, cell, '', {ALIAS_RANK} FROM {cells}")
            elif column.role is not Role.IGNORE:
                targets = self._with_targets(self._rows, name, "cell", "target")
                self._insert("fact", f"SELECT id, {self._relation(name, column)}, target FROM {targets}")
                self._introduce(name, targets)

    def _write_literal(self, name: str, column: ColumnMapping) -> None:
        cells = cells_of(self._rows, self.table.column(name), column.split)
        held = "NULL" if column.held_at is None else quoted(column.held_at)
        held = held if column.held_at_column is None else self.table.column(column.held_at_column).sql
        values = f"{self._measure(name, column)}, 0, {held}, {self.table.source}, line"
        self._insert("literal", f"SELECT id, {self._relation(name, column)}, cell, {values} FROM {cells}")

    def _write_qualifier(self, name: str, column: ColumnMapping) -> None:
        cells = cells_of(self._rows, self.table.column(name), column.split)
        values = f"{self._measure(name, column)}, {self.table.source}, line"
        said = f"SELECT head, relation, tail, {self._relation(name, column)}, cell, {values}"
        self._insert("qualifier", f"{said} FROM {cells}")

    def _measure(self, name: str, column: ColumnMapping) -> str:
        """SQL of datatype and unit of a column's literals."""
        datatype = column.datatype or self.table.column(name).datatype
        unit = "NULL" if column.unit is None else quoted(column.unit)
        unit = unit if column.unit_column is None else self.table.column(column.unit_column).sql
        return f"{'NULL' if datatype is None else quoted(datatype)}, {unit}"

    def _relation(self, name: str, column: ColumnMapping) -> str:
        return quoted(column.relation or relation_text(name))

    def _with_targets(self, rows: str, name: str, cell: str, target: str) -> str:
        """SQL of the rows with a column's cells, and the ids of the entities that the cells stand for."""
        column = self.mapping.columns.get(name, ColumnMapping.model_validate("id"))
        cells = cells_of(rows, self.table.column(name), column.split, cell)
        if column.role is not Role.REFERENCE:
            return f"(SELECT *, {quoted(_prefix(column))} || {cell} AS {target} FROM {cells})"
        other = self._meanings[column.table or ""]
        if column.by == "key":
            return f"(SELECT *, {quoted(other.prefix)} || {plain_key(cell)} AS {target} FROM {cells})"
        known = _known_rows(other, column.by)
        found = f"coalesce(known.id, {quoted(other.prefix)} || cells.{cell})"
        return (
            f"(SELECT cells.*, {found} AS {target} FROM {cells} AS cells"
            f" LEFT JOIN {known} AS known ON cells.{cell} = known.cell)"
        )

    def _introduce(self, name: str, targets: str) -> None:
        """Write names and classes of entities that exist only as cells, and tell of those that should not."""
        column = self.mapping.columns.get(name)
        if column is not None and column.role is Role.ENTITY:
            self._insert("name", f"SELECT DISTINCT target, cell, '', 0 FROM {targets}")
            if column.class_ is not None:
                class_ = quoted(column.class_)
                self._insert("fact", f"SELECT DISTINCT target, {quoted(TYPE)}, {class_} FROM {targets}")
        elif column is not None and column.role is Role.REFERENCE:
            other = self._meanings[column.table or ""]
            ids = f"(SELECT {other.row_id} AS target FROM {other.table.view})"
            strange = f"(SELECT DISTINCT target, cell FROM {targets} AS found ANTI JOIN {ids} USING (target))"
            if count := self._staging.scalar(f"SELECT count(*) FROM {strange}"):
                cells = "1 cell names" if count == 1 else f"{count} different cells name"
                self.remarks.append(f"{self.table.name}.{name}: {cells} no row of {column.table}")
                self._insert("name", f"SELECT target, cell, '', {ALIAS_RANK} FROM {strange}")

    def _report_missing(self, name: str, reason: str) -> None:
        """Tell the rows that say nothing because a cell is missing."""
        rows = f"{self.table.view} WHERE {self.table.column(name).sql} IS NULL"
        self._insert("skipped", f"SELECT {self.table.source}, line, {quoted(reason)}, '', false FROM {rows}")

    def _insert(self, table: str, select: str) -> None:
        self._staging.execute(f"INSERT INTO {table} {select}")


def _prefix(column: ColumnMapping) -> str:
    if column.prefix is not None:
        return column.prefix
    return f"{column.class_}/" if column.class_ is not None else ""


def _known_rows(other: Meaning, by: str) -> str:
    """SQL of the ids of a table's rows by what refers to them: their number, or their label if unique."""
    if by == "row":
        return f"(SELECT row::VARCHAR AS cell, {other.row_id} AS id FROM {other.table.view})"
    label = other.table.column(other.mapping.label or "").sql
    rows = f"SELECT {label} AS cell, {other.row_id} AS id FROM {other.table.view} WHERE {label} IS NOT NULL"
    return f"(SELECT cell, any_value(id) AS id FROM ({rows}) GROUP BY cell HAVING count(*) = 1)"
