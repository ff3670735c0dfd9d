"""What the columns of a table become: literals, entities, references, other names, or nothing."""

from typing import Any, Final

from numkbqa.kb.readers.tables.draft import Draft
from numkbqa.kb.readers.tables.mapping import ColumnMapping, Role
from numkbqa.kb.readers.tables.profile import Profile
from numkbqa.kb.readers.tables.words import ColumnName, is_year, singular
from numkbqa.kb.staging import Staging
from numkbqa.values.quantity import unit_name

MANY: Final = 1000
"""A column of short texts becomes entities up to this many different ones, or half of its cells if more."""

_ALIAS_WORDS: Final = frozenset(
    {
        "alias", "aliases", "aka", "also known as", "synonym", "synonyms", "nickname", "nicknames",
        "other name", "other names", "alternative name", "alternative names", "alternate name",
        "alternate names", "short name", "official name", "native name", "local name", "full name",
        "long name",
    }
)  # fmt: skip
_UNIT_WORDS: Final = frozenset({"unit", "units", "currency"})
_VALUE_WORDS: Final = frozenset({"value", "amount", "quantity", "magnitude"})


def column_mappings(
    staging: Staging, draft: Draft, references: dict[str, ColumnMapping], held_at_column: str | None = None
) -> dict[str, ColumnMapping]:
    """Say what the columns of a table become.

    | column | becomes |
    |---|---|
    | key or label | nothing besides, but for a key that is a number or date and no identifier |
    | reference | a fact |
    | called alias, nickname, short name | other names of the row |
    | of numbers or dates, or of a declared datatype | literals |
    | of short texts that repeat, or few different ones | entities of their own |
    | called `user_id` without such a table | entities of their own, where they repeat |
    | other texts | literals |

    Args:
        staging: the database.
        draft: the table.
        references: its columns that refer to other tables.
        held_at_column: a column that says when the literals held.

    Returns:
        The mappings of the columns that become anything, by name.
    """
    found: dict[str, ColumnMapping] = {}
    for name in draft.profiles:
        if name in draft.given.columns:
            found[name] = draft.given.columns[name]
        elif name in references:
            found[name] = references[name]
        elif not _is_spent(draft, name):
            found[name] = _column(staging, draft, name)
    _use_unit_columns(draft, found)
    _part_relations(draft, found)
    if held_at_column is not None:
        _date(draft, found, held_at_column)
    return found


def column(role: Role, **keys: Any) -> ColumnMapping:
    """A mapping of a column with the keys that are not None."""
    given = {key: value for key, value in keys.items() if value is not None}
    return ColumnMapping.model_validate({"is": role, **given})


def is_category(profile: Profile) -> bool:
    """Whether the cells of a column name things that are worth an entity each."""
    return profile.short and profile.distinct <= max(MANY, profile.filled / 2)


def _is_spent(draft: Draft, name: str) -> bool:
    if name == draft.label:
        return name != draft.key or not draft.profiles[name].measured or draft.names[name].identifier
    return name == draft.key and (draft.names[name].identifier or not draft.profiles[name].measured)


def _column(staging: Staging, draft: Draft, name: str) -> ColumnMapping:
    profile, said = draft.profiles[name], draft.names[name]
    if profile.filled == 0 or _counts_rows(staging, draft, name):
        return column(Role.IGNORE)
    if said.words in _ALIAS_WORDS and draft.label is not None and not profile.measured:
        return column(Role.ALIAS, split=profile.separator)
    if profile.measured and is_year(said.words):
        return column(Role.LITERAL, relation=draft.words, held_at=said.words)
    if profile.measured and not said.identifier:
        return column(Role.LITERAL, relation=said.stem, unit=said.unit, held_at=said.year)
    if is_category(profile) and profile.column.datatype is None and _repeats(profile, said):
        kind = singular(said.stem)
        return column(Role.ENTITY, relation=said.stem, **{"class": kind}, split=profile.separator)
    return column(Role.LITERAL, relation=said.words)


def _repeats(profile: Profile, said: ColumnName) -> bool:
    """Whether an identifier names something else than the rows: `user_id` without a table of users does."""
    return not said.identifier or (profile.distinct < profile.filled and said.stem != said.words)


def _counts_rows(staging: Staging, draft: Draft, name: str) -> bool:
    """Whether a column without a name only counts the rows, as data frames are saved with it."""
    profile = draft.profiles[name]
    if not (name.startswith("column ") and draft.table.named and profile.unique and profile.measured):
        return False
    number = f"try_cast({profile.column.sql} AS BIGINT)"
    steps = staging.scalar(
        f"SELECT count(DISTINCT {number} - row) FROM {draft.table.view} WHERE {number} IS NOT NULL"
    )
    return bool(steps == 1)


def _use_unit_columns(draft: Draft, found: dict[str, ColumnMapping]) -> None:
    """Let a column of units say the unit of the numbers beside it."""
    measured = [
        name
        for name, mapped in found.items()
        if mapped.role is Role.LITERAL and draft.profiles[name].measured
    ]
    for name in list(found):
        *stem, last = draft.names[name].words.split()
        if name in draft.given.columns or last not in _UNIT_WORDS or not _holds_units(draft.profiles[name]):
            continue
        words = " ".join(stem)
        of = [m for m in measured if draft.names[m].stem == words] if stem else measured
        of = of or [m for m in measured if _is_value_of(draft.names[m].stem, words)]
        if len(of) == 1 and of[0] not in draft.given.columns and found[of[0]].unit is None:
            relation = words if _is_value_of(draft.names[of[0]].stem, words) else found[of[0]].relation
            found[of[0]] = column(Role.LITERAL, relation=relation, unit_column=name)
            found[name] = column(Role.IGNORE)


def _is_value_of(words: str, thing: str) -> bool:
    """Whether words name the value of a thing, as `{"length": {"value": 5, "unit": "km"}}` is flattened."""
    start, _, last = words.rpartition(" ")
    return bool(thing) and start == thing and last in _VALUE_WORDS


def _holds_units(profile: Profile) -> bool:
    units = set(profile.sample)
    return bool(units) and sum(unit_name(unit) is not None for unit in units) >= 0.8 * len(units)


def _part_relations(draft: Draft, found: dict[str, ColumnMapping]) -> None:
    """Give columns that would say the same relation at the same time all of their words."""
    seen: set[tuple[str | None, str | None]] = set()
    for name, mapped in found.items():
        said = (mapped.relation, mapped.held_at)
        if mapped.role is Role.LITERAL and said in seen and name not in draft.given.columns:
            found[name] = mapped.model_copy(update={"relation": draft.names[name].words})
        seen.add(said)


def _date(draft: Draft, found: dict[str, ColumnMapping], time: str) -> None:
    """Let a column say when the literals beside it held."""
    for name, mapped in found.items():
        free = name not in draft.given.columns and mapped.held_at is None
        if mapped.role is Role.LITERAL and name != time and free and draft.profiles[name].measured:
            found[name] = mapped.model_copy(update={"held_at_column": time})
    if time not in draft.given.columns:
        found[time] = column(Role.IGNORE)
