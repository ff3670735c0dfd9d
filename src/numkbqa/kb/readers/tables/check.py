"""Checks a user's mapping against the tables that there are."""

from collections.abc import Iterable, Iterator, Sequence
from difflib import get_close_matches

from numkbqa.errors import UserError
from numkbqa.kb.readers.tables.mapping import ColumnMapping, Mapping, Role, TableMapping
from numkbqa.kb.readers.tables.raw import RawTable
from numkbqa.values.quantity import unit_name


def check_names(mapping: Mapping, tables: Sequence[RawTable]) -> None:
    """Check that every table and column of a mapping exists.

    Args:
        mapping: the user's mapping.
        tables: the tables that were read.

    Raises:
        UserError: a table, a column, a unit or the target of a reference is not there.
    """
    by_name = {table.name: table for table in tables}
    for name, said in mapping.tables.items():
        if name not in by_name:
            raise _missing("table", name, by_name, mapping)
        columns = [column.name for column in by_name[name].columns]
        for column in _columns(said):
            if column not in columns:
                raise _missing(
                    "column", f"{name}.{column}", [f"{name}.{known}" for known in columns], mapping
                )
        lists = {column.name for column in by_name[name].columns if column.is_list}
        if single := next((column for column in _single(said) if column in lists), None):
            what = f'the cells of "{name}.{single}" are lists, where one text is needed'
            raise UserError(what, where=mapping.where, remedy="Name another column.")
        for column, meaning in said.columns.items():
            _check_unit(f"{name}.{column}", meaning.unit, mapping)
            if meaning.table is not None and meaning.table not in by_name:
                raise _missing("table", meaning.table, by_name, mapping)
    for relation, policy in mapping.relations.items():
        _check_unit(relation, policy.unit, mapping)


def check_references(mapping: Mapping, where: str) -> None:
    """Check that references lead to rows that can be referred to.

    Args:
        mapping: a complete mapping.
        where: what to call it in a message.

    Raises:
        UserError: the rows of a table that is referred to are no entities, or have no key or label to go by.
    """
    for name, said in mapping.tables.items():
        for column, meaning in said.columns.items():
            if meaning.role is Role.REFERENCE:
                _check_target(f"{name}.{column}", meaning, mapping.tables[meaning.table or ""], where)
        about = said.columns.get(said.about or "")
        if about is not None and about.role not in {Role.REFERENCE, Role.ENTITY, Role.ID}:
            what = f'the rows of "{name}" are about "{said.about}", which is "{about.role}"'
            raise UserError(
                what, where=where, remedy='The column of "about" is a reference, an entity or an id.'
            )


def _columns(said: TableMapping) -> Iterator[str]:
    named = [said.about, *said.columns]
    if said.link is not None:
        named += [said.link.head, said.link.tail]
    yield from (name for name in named if name is not None)
    yield from _single(said)


def _single(said: TableMapping) -> Iterator[str]:
    """The columns that give one text for each row."""
    named = [said.key, said.label, None if said.link is None else said.link.relation_column]
    for column in said.columns.values():
        named += [column.unit_column, column.held_at_column]
    yield from (name for name in named if name is not None)


def _check_unit(name: str, unit: str | None, mapping: Mapping) -> None:
    if unit is not None and unit_name(unit) is None:
        what = f'the unit "{unit}" of "{name}" is not known'
        raise UserError(what, where=mapping.where, remedy="Write it as km^2, ft or USD.")


def _check_target(name: str, meaning: ColumnMapping, other: TableMapping, where: str) -> None:
    if other.link is not None or other.about is not None:
        what = f'"{name}" refers to "{meaning.table}", whose rows are no entities'
    elif meaning.by == "label" and other.label is None:
        what = f'"{name}" refers to "{meaning.table}" by its label, and it has none'
    elif meaning.by == "key" and other.key is None:
        what = f'"{name}" refers to "{meaning.table}" by its key, and it has none'
    else:
        return
    raise UserError(what, where=where, remedy="Name another table, or give that one a key or label.")


def _missing(kind: str, name: str, known: Iterable[str], mapping: Mapping) -> UserError:
    close = get_close_matches(name, list(known), n=1)
    remedy = f'Did you mean "{close[0]}"?' if close else f"Known here: {', '.join(known)}."
    return UserError(f'there is no {kind} "{name}"', where=mapping.where, remedy=remedy)
