"""Infers what the tables of a group mean: keys, names, references, and what rows and columns are."""

from collections import defaultdict
from collections.abc import Mapping as MappingOf
from collections.abc import Sequence
from typing import NamedTuple

from numkbqa.kb.readers.tables.draft import Draft, draft_table, fall_back
from numkbqa.kb.readers.tables.forms import table_mapping
from numkbqa.kb.readers.tables.mapping import ColumnMapping, Mapping, Role, TableMapping
from numkbqa.kb.readers.tables.neo4j.header import neo4j_mapping
from numkbqa.kb.readers.tables.raw import RawTable
from numkbqa.kb.readers.tables.references import References, find_references
from numkbqa.kb.staging import Staging
from numkbqa.values.quantity import dimension, unit_name


class Inferred(NamedTuple):
    """What was found out.

    Args:
        mapping: a mapping that says everything.
        remarks: what was not taken although it may be meant, a sentence each.
    """

    mapping: Mapping
    remarks: list[str]


def infer_mapping(staging: Staging, tables: Sequence[RawTable], given: Mapping) -> Inferred:
    """Complete a mapping.

    Args:
        staging: the database that holds the tables.
        tables: the tables of one group.
        given: the user's mapping; what it says stands.

    Returns:
        The complete mapping, and remarks.
    """
    drafts = [draft_table(staging, table, _given(table, given)) for table in tables]
    references = find_references(staging, drafts)
    for number, draft in enumerate(drafts):
        fall_back(draft, references.of(number))
    _drop_dangling(drafts, references)
    mapped = {
        draft.table.name: table_mapping(staging, drafts, number, references)
        for number, draft in enumerate(drafts)
    }
    _part_measures(drafts, mapped)
    return Inferred(Mapping(tables=mapped, relations=given.relations), references.remarks)


def _given(table: RawTable, given: Mapping) -> TableMapping:
    """What the user says about a table, else what the names of its columns declare."""
    said = given.tables.get(table.name, TableMapping())
    declared = neo4j_mapping(table)
    if declared is None:
        return said
    known = {
        **declared.model_dump(by_alias=True, exclude_unset=True),
        **said.model_dump(by_alias=True, exclude_unset=True),
    }
    columns = {**declared.columns, **said.columns}
    return TableMapping.model_validate({**known, "columns": columns})


def _drop_dangling(drafts: Sequence[Draft], references: References) -> None:
    """Forget references to labels that turned out to be references themselves."""
    for place, (target, by) in list(references.by_column.items()):
        if (drafts[target].key if by == "key" else drafts[target].label) is None:
            del references.by_column[place]


def _part_measures(drafts: Sequence[Draft], mapped: dict[str, TableMapping]) -> None:
    """Name relations after their table where tables measure different things by one word.

    The length of a film in minutes and that of a river in kilometres are two relations.
    """
    measures: defaultdict[str, set[str]] = defaultdict(set)
    for draft in drafts:
        for _, relation, measure in _measures(draft, mapped[draft.table.name].columns):
            measures[relation].add(measure)
    for draft in drafts:
        table = mapped[draft.table.name]
        columns = dict(table.columns)
        for name, relation, _ in _measures(draft, table.columns):
            if len(measures[relation]) > 1 and name not in draft.given.columns:
                columns[name] = columns[name].model_copy(update={"relation": f"{draft.words} {relation}"})
        mapped[draft.table.name] = table.model_copy(update={"columns": columns})


def _measures(draft: Draft, columns: MappingOf[str, ColumnMapping]) -> list[tuple[str, str, str]]:
    """Column, relation and what is measured, of the columns of numbers and dates."""
    found = []
    for name, column in columns.items():
        if column.role is Role.LITERAL and column.relation and draft.profiles[name].measured:
            found.append((name, column.relation, _measure(draft, name, column)))
    return found


def _measure(draft: Draft, name: str, column: ColumnMapping) -> str:
    if column.unit_column is not None:
        return "units"
    unit = unit_name(column.unit) if column.unit else None
    if unit is not None:
        return dimension(unit)
    return "date" if draft.profiles[name].dated else "number"
