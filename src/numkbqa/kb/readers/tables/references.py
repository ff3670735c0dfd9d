"""Finds the columns that refer to rows of other tables, by what they hold and what they are called."""

from collections import defaultdict
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Final, Literal, NamedTuple

from numkbqa.kb.readers.tables.draft import Draft, same_words
from numkbqa.kb.readers.tables.edges import find_ends
from numkbqa.kb.readers.tables.raw import cells_of, plain_key
from numkbqa.kb.readers.tables.words import ID_WORDS
from numkbqa.kb.staging import Staging

CONTAINED: Final = 0.95
"""Share of a column's distinct cells that must be rows of the other table."""
_NEARLY: Final = 0.5
_SELF_WORDS: Final = frozenset(
    {
        "parent", "manager", "supervisor", "boss", "superior", "chief", "leader", "mother", "father",
        "spouse", "partner", "predecessor", "successor", "previous", "next", "replaces", "replaced",
        "ancestor",
    }
)  # fmt: skip
_GENERIC: Final = frozenset((*ID_WORDS, "name", "label", "title"))
By = Literal["key", "label"]


class Overlap(NamedTuple):
    """How much of a column stands in the key or the unique labels of a table.

    Args:
        target: number of the table.
        by: whether it stands in its key or in its labels.
        share: share of the distinct cells.
        own: share of the rows that would refer to themselves; 0 in another table.
    """

    target: int
    by: By
    share: float
    own: float


class Reference(NamedTuple):
    """A column that refers to the rows of a table."""

    target: int
    by: By


@dataclass
class References:
    """The references of all tables.

    Args:
        by_column: the reference of a column, by number of its table and its name.
        remarks: what was not taken although it may be meant.
    """

    by_column: dict[tuple[int, str], Reference] = field(default_factory=dict)
    remarks: list[str] = field(default_factory=list)

    def of(self, table: int) -> dict[str, Reference]:
        """The references of one table, by column."""
        return {column: found for (number, column), found in self.by_column.items() if number == table}


def find_references(staging: Staging, drafts: Sequence[Draft]) -> References:
    """Find the columns that refer to rows of tables.

    A column refers to a table when 95 % of its distinct cells are keys or unique labels there, and either its
    name says so (`country_id`, `home_country`), or it holds texts and no other table comes into question. The
    key of a table refers to that of another where the table has no names of its own: it goes on about the
    same things. What stays open is told and not taken.

    Args:
        staging: the database.
        drafts: the tables.

    Returns:
        The references.
    """
    found = References()
    by_column = _overlaps(staging, drafts)
    keys_first = sorted(by_column, key=lambda place: (place[1] != drafts[place[0]].key, place))
    for number, column in keys_first:
        overlaps = by_column[number, column]
        contained = [overlap for overlap in overlaps if overlap.share >= CONTAINED and overlap.own < 0.5]
        if column == drafts[number].key:
            contained = _higher(drafts, number, column, contained)
        hinted = [overlap for overlap in overlaps if _hint(drafts, number, column, overlap.target)]
        likely = [overlap for overlap in contained if overlap in hinted]
        if not likely and not drafts[number].profiles[column].measured:
            likely = contained
        if likely:
            _take(found, drafts, (number, column), likely)
        elif hinted:
            _remark(found, drafts, (number, column), max(hinted, key=lambda overlap: overlap.share))
        elif column != drafts[number].key and drafts[number].names[column].identifier:
            _remark_called_otherwise(found, drafts, (number, column), contained)
    return found


def _higher(drafts: Sequence[Draft], number: int, column: str, overlaps: list[Overlap]) -> list[Overlap]:
    """The one table that a table may go on about: it has names, or more rows, or comes first."""

    def rank(table: int) -> tuple[bool, int, int]:
        draft = drafts[table]
        return draft.named_label is not None, draft.table.rows, -table

    higher = [overlap for overlap in overlaps if rank(overlap.target) > rank(number)]
    meant = [overlap for overlap in higher if _same_things(drafts, number, column, overlap.target)]
    return [max(meant, key=lambda overlap: rank(overlap.target))] if meant else []


def _same_things(drafts: Sequence[Draft], number: int, column: str, target: int) -> bool:
    """Whether a key may be that of another table; the numbers 1, 2, 3 are keys of everything."""
    draft, other = drafts[number], drafts[target]
    if column != draft.named_key or _hint(drafts, number, column, target) == 2:
        return True
    same_words = other.key is not None and draft.names[column].words == other.names[other.key].words
    return same_words and not draft.profiles[column].measured


def _take(found: References, drafts: Sequence[Draft], place: tuple[int, str], likely: list[Overlap]) -> None:
    """Take the one table that comes into question, or tell that there are several."""
    exact = [overlap for overlap in likely if _hint(drafts, *place, overlap.target) == 2]
    for candidates in (likely, exact):
        leads = {_follow(found, drafts, Reference(overlap.target, overlap.by)) for overlap in candidates}
        if len({lead.target for lead in leads}) == 1:
            found.by_column[place] = min(leads)  # the key before the label
            return
    tables = ", ".join(drafts[target].table.name for target in sorted({overlap.target for overlap in likely}))
    found.remarks.append(f"{_name(drafts, place)} may refer to each of {tables}: not read as a reference")


def _follow(found: References, drafts: Sequence[Draft], reference: Reference) -> Reference:
    """Where a reference leads to: rows that only go on about those of another table stand for these."""
    target = drafts[reference.target]
    column = target.key if reference.by == "key" else target.label
    further = found.by_column.get((reference.target, column or ""))
    return reference if further is None or column != target.key else _follow(found, drafts, further)


def _remark(found: References, drafts: Sequence[Draft], place: tuple[int, str], best: Overlap) -> None:
    """Tell of a reference that may be meant, though too many of its cells are missing in the table."""
    if _NEARLY <= best.share < CONTAINED:
        other = drafts[best.target].table.name
        few = f"only {best.share:.0%} of its cells are in {other}"
        found.remarks.append(f"{_name(drafts, place)}: {few}: not read as a reference")


def _remark_called_otherwise(
    found: References, drafts: Sequence[Draft], place: tuple[int, str], contained: Sequence[Overlap]
) -> None:
    """Tell of numbers that are keys of one table only, though nothing calls them so (`lead_id`)."""
    tables = sorted({drafts[overlap.target].table.name for overlap in contained})
    if len(tables) == 1:
        keys = f"its cells are keys of {tables[0]}, though it is not called so"
        found.remarks.append(f"{_name(drafts, place)}: {keys}: not read as a reference")


def _name(drafts: Sequence[Draft], place: tuple[int, str]) -> str:
    return f"{drafts[place[0]].table.name}.{place[1]}"


def _hint(drafts: Sequence[Draft], number: int, column: str, target: int) -> int:
    """How plainly a column's name names a table: 2 for its whole name, 1 for its end, 0 not at all."""
    name, other = drafts[number].names[column], drafts[target]
    stem = name.stem.removesuffix(" name")
    names = {other.class_, other.words, other.table.name.replace("_", " ").lower()}
    if same_words(stem, names) or (other.key is not None and _same_key(name.words, other)):
        return 2
    if any(stem.endswith(f" {word}") for word in names):
        return 1
    ends = find_ends(drafts[number])
    if ends is not None and column in {ends.head, ends.tail}:
        return 1
    return int(number == target and bool(_SELF_WORDS & set(stem.split())))


def _same_key(words: str, other: Draft) -> bool:
    key = other.names[other.key or ""].words
    return words == key and key not in _GENERIC


def _overlaps(staging: Staging, drafts: Sequence[Draft]) -> dict[tuple[int, str], list[Overlap]]:
    """How much of each column that may be a reference stands in each table."""
    sources = [
        (n, column) for n, draft in enumerate(drafts) for column in _possible_sources(drafts, n, draft)
    ]
    targets = [(n, by) for n, draft in enumerate(drafts) for by in _target_kinds(draft)]
    if not sources or not targets:
        return {}
    held = " UNION ALL ".join(_held(drafts[n], column, s) for s, (n, column) in enumerate(sources))
    offered = " UNION ALL ".join(_offered(drafts[n], by, t) for t, (n, by) in enumerate(targets))
    rows = staging.rows(
        f"WITH held AS MATERIALIZED ({held}), offered AS ({offered}),"
        " total AS (SELECT source, count(*) AS cells FROM held GROUP BY source)"
        " SELECT source, target, count(*) / any_value(cells) FROM held JOIN offered USING (cell)"
        " JOIN total USING (source) GROUP BY source, target ORDER BY source, target"
    )
    overlaps: defaultdict[tuple[int, str], list[Overlap]] = defaultdict(list)
    for source, target, share in rows:
        place, (other, by) = sources[source], targets[target]
        own = _own_share(staging, drafts[other], place[1], by) if other == place[0] else 0.0
        overlaps[place].append(Overlap(other, by, share, own))
    return overlaps


def _possible_sources(drafts: Sequence[Draft], number: int, draft: Draft) -> list[str]:
    """The columns that may be references.

    The label by name is none, and the key by name only in a table without names, which may go on about
    another one.
    """
    given = draft.given.columns
    barred = set() if draft.named_label is None else {draft.named_label, draft.named_key}
    return [
        name
        for name, profile in draft.profiles.items()
        if name not in barred | set(given)
        and profile.column not in draft.table.columns[: draft.table.parent is not None]
        and profile.filled
        and (
            draft.names[name].identifier
            or (profile.short and not profile.measured)
            or _hinted(drafts, number, name)
        )
    ]


def _hinted(drafts: Sequence[Draft], number: int, column: str) -> bool:
    return any(_hint(drafts, number, column, target) for target in range(len(drafts)))


def _target_kinds(draft: Draft) -> list[By]:
    if draft.given.link is not None or draft.given.about is not None:
        return []
    kinds: list[By] = [] if draft.key is None else ["key"]
    return kinds if draft.label in {None, draft.key} else [*kinds, "label"]


def _held(draft: Draft, column: str, source: int) -> str:
    profile = draft.profiles[column]
    cells = cells_of(draft.table.view, profile.column, profile.separator)
    return f"SELECT DISTINCT {source} AS source, {plain_key('cell')} AS cell FROM {cells}"


def _offered(draft: Draft, by: By, target: int) -> str:
    column = draft.profiles[(draft.key if by == "key" else draft.label) or ""].column
    cells = cells_of(draft.table.view, column)
    selected = f"SELECT {target} AS target, {plain_key('cell')} AS cell FROM {cells}"
    return f"{selected} GROUP BY ALL HAVING count(*) = 1"


def _own_share(staging: Staging, draft: Draft, column: str, by: By) -> float:
    """Share of the rows with a cell that would refer to themselves."""
    own = draft.profiles[(draft.key if by == "key" else draft.label) or ""].column
    profile = draft.profiles[column]
    if own == profile.column:
        return 1.0
    cells = cells_of(draft.table.view, profile.column, profile.separator)
    share = staging.scalar(f"SELECT avg(({plain_key('cell')} = {plain_key(own.sql)})::INTEGER) FROM {cells}")
    return float(share or 0.0)
