"""What the rows of a table are: entities, facts between entities, or remarks on entities of another table."""

from collections.abc import Collection, Mapping, Sequence
from typing import Final

from numkbqa.kb.readers.tables.columns import column, column_mappings, is_category
from numkbqa.kb.readers.tables.draft import Draft
from numkbqa.kb.readers.tables.edges import MOST_QUALIFIERS, find_link
from numkbqa.kb.readers.tables.mapping import ColumnMapping, LinkMapping, Role, TableMapping
from numkbqa.kb.readers.tables.references import References
from numkbqa.kb.readers.tables.words import singular
from numkbqa.kb.staging import Staging

_TIME_WORDS: Final = frozenset(
    {
        "year", "date", "as", "of", "reference", "observation", "survey", "census", "data", "fiscal",
        "measurement", "report", "period", "month", "day", "time", "timestamp", "quarter",
    }
)  # fmt: skip


def table_mapping(
    staging: Staging, drafts: Sequence[Draft], number: int, references: References
) -> TableMapping:
    """Say what a table means.

    Its rows are facts where columns are called head and tail, source and target and the like, or where two
    columns are references, with at most three others and neither name nor key of the rows' own. They speak of
    other entities where the key refers to another table, or where, without name and key, one column names
    entities and another one, called year or date, tells the rows of each apart. Otherwise they are entities.

    Args:
        staging: the database.
        drafts: all tables.
        number: number of the table.
        references: the references of all tables.

    Returns:
        The complete mapping of the table.
    """
    draft = drafts[number]
    refers = _reference_columns(drafts, number, references)
    link = (
        draft.given.link
        or _called_so(draft, refers)
        or _join_table(staging, draft, refers, _referred(references, number))
    )
    if link is not None:
        return _link_table(draft, refers, link)
    about = _about(staging, draft, refers)
    if about is not None:
        return _about_table(staging, draft, refers, about)
    return _entity_table(staging, draft, refers)


def _reference_columns(
    drafts: Sequence[Draft], number: int, references: References
) -> dict[str, ColumnMapping]:
    draft = drafts[number]
    found = {name: m for name, m in draft.given.columns.items() if m.role is Role.REFERENCE}
    if draft.table.parent is not None:
        first = draft.table.columns[0].name
        found.setdefault(
            first,
            column(Role.REFERENCE, relation=draft.names[first].stem, table=draft.table.parent, by="row"),
        )
    for name, (target, by) in references.of(number).items():
        found[name] = column(
            Role.REFERENCE,
            relation=draft.names[name].stem,
            table=drafts[target].table.name,
            by=by,
            split=draft.profiles[name].separator,
        )
    return found


def _referred(references: References, number: int) -> bool:
    """Whether a column of any table refers to this one."""
    return any(found.target == number for found in references.by_column.values())


def _called_so(draft: Draft, refers: Collection[str]) -> LinkMapping | None:
    given = draft.given.model_fields_set & {"key", "about", "label"}
    return None if given else find_link(draft, refers)


def _join_table(
    staging: Staging, draft: Draft, refers: Mapping[str, ColumnMapping], referred: bool
) -> LinkMapping | None:
    """A table of two references: each row is a fact between what they refer to."""
    extras = [name for name in draft.profiles if name not in refers and name != draft.key]
    own = draft.key is not None and draft.key not in refers and (referred or bool(extras))
    given = draft.given.model_fields_set & {"key", "about", "label", "class_"}
    if len(refers) != 2 or draft.label is not None or own or given or len(extras) > MOST_QUALIFIERS:
        return None
    head, tail = sorted(refers, key=list(draft.profiles).index)
    if any(draft.profiles[name].column.is_list for name in refers) or (
        extras and not _tells_apart(staging, draft, head, tail)
    ):
        return None
    return LinkMapping(head=head, tail=tail, relation=_link_words(draft, refers, head, tail))


def _link_words(draft: Draft, refers: Mapping[str, ColumnMapping], head: str, tail: str) -> str:
    """The words of a table's name that do not name its ends, else those of its tail."""
    ends = {singular(word) for name in (head, tail) for word in (refers[name].relation or "").split()}
    ends |= {
        singular(word) for name in (head, tail) for word in (refers[name].table or "").lower().split("_")
    }
    own = [word for word in draft.words.split() if singular(word) not in ends]
    return " ".join(own) or refers[tail].relation or draft.words


def _tells_apart(staging: Staging, draft: Draft, *names: str) -> bool:
    """Whether no two rows agree in all of some columns."""
    columns = ", ".join(draft.profiles[name].column.sql for name in names)
    different = staging.scalar(f"SELECT count(*) FROM (SELECT DISTINCT {columns} FROM {draft.table.view})")
    return bool(different == draft.table.rows)


def _about(staging: Staging, draft: Draft, refers: Mapping[str, ColumnMapping]) -> str | None:
    """The column of the entities that the rows speak of; None when the rows are entities of their own."""
    given = draft.given.model_fields_set
    if draft.given.about is not None or given & {"key", "label", "class_"}:
        return draft.given.about
    if draft.key is not None and draft.key in refers:
        return draft.key
    time = _time_column(draft)
    if draft.key is not None or draft.label is not None or time is None:
        return None
    measured = {name for name, p in draft.profiles.items() if p.measured and not draft.names[name].identifier}
    named = [name for name in draft.profiles if name in refers or name not in measured]
    single = len(named) == 1 and measured - {time, *named} and _names_things(draft, refers, named[0])
    return named[0] if single and _tells_apart(staging, draft, named[0], time) else None


def _names_things(draft: Draft, refers: Collection[str], name: str) -> bool:
    profile = draft.profiles[name]
    return not profile.column.is_list and (name in refers or is_category(profile))


def _time_column(draft: Draft) -> str | None:
    """The column that says when the values of a row held."""
    times = [
        name
        for name, profile in draft.profiles.items()
        if profile.measured and _TIME_WORDS.issuperset(draft.names[name].words.split())
    ]
    return times[0] if len(times) == 1 else None


def _link_table(draft: Draft, refers: dict[str, ColumnMapping], link: LinkMapping) -> TableMapping:
    columns = dict(draft.given.columns)
    for name, profile in draft.profiles.items():
        if name in columns or name == link.relation_column:
            continue
        if name in {link.head, link.tail}:
            end = refers.get(name) or _bare_end(link, name)
            columns.update({} if end is None else {name: end})
        elif name == draft.key or profile.filled == 0:
            columns[name] = column(Role.IGNORE)
        else:
            said = draft.names[name]
            columns[name] = column(Role.LITERAL, relation=said.stem, unit=said.unit)
    return _complete(draft, columns, link=link)


def _bare_end(link: LinkMapping, name: str) -> ColumnMapping | None:
    """An end of a fact that refers to no table; behind many relations a tail may be a literal."""
    return None if name == link.tail and link.relation_column is not None else column(Role.ID)


def _about_table(
    staging: Staging, draft: Draft, refers: dict[str, ColumnMapping], about: str
) -> TableMapping:
    time = _time_column(draft)
    columns = column_mappings(staging, draft, refers, time if time != about else None)
    if about not in columns:
        columns[about] = column(Role.ENTITY, **{"class": singular(draft.names[about].stem)})
    return _complete(draft, columns, about=about)


def _entity_table(staging: Staging, draft: Draft, refers: dict[str, ColumnMapping]) -> TableMapping:
    columns = column_mappings(staging, draft, refers)
    class_ = draft.given.class_ if "class_" in draft.given.model_fields_set else draft.class_
    return _complete(
        draft, columns, key=draft.key, label=draft.label, prefix=draft.prefix, **{"class": class_}
    )


def _complete(draft: Draft, columns: dict[str, ColumnMapping], **form: object) -> TableMapping:
    """A mapping out of what was inferred and what the user's mapping says besides."""
    given = draft.given
    kept = {
        key: getattr(given, key)
        for key in ("delimiter", "header", "null_values", "row_number")
        if key in given.model_fields_set
    }
    ordered = {name: columns[name] for name in draft.profiles if name in columns}
    return TableMapping.model_validate({"file": draft.table.path.name, **kept, **form, "columns": ordered})
