"""A table on its way to a mapping: its profiles, and the choice of its key, its label and its class."""

import re
from collections.abc import Collection, Iterable, Iterator
from dataclasses import dataclass
from typing import Final

from numkbqa.kb.readers.tables.mapping import TableMapping
from numkbqa.kb.readers.tables.profile import Profile, profile_table
from numkbqa.kb.readers.tables.raw import RawTable
from numkbqa.kb.readers.tables.words import ID_WORDS, ColumnName, read_column_name, singular
from numkbqa.kb.relation_text import is_iri, relation_text
from numkbqa.kb.staging import Staging

LABEL_WORDS: Final = ("name", "label", "title", "full name", "display name", "pref label", "preferred label")
_NAMES_OF_PARTS: Final = frozenset(
    {
        "first", "last", "middle", "family", "given", "sur", "file", "user", "nick", "short",
        "original", "domain",
    }
)  # fmt: skip
_COUNTING = re.compile(r"-?[0-9]+(-[0-9]+)*")


@dataclass
class Draft:
    """A table whose meaning is being found out.

    Args:
        table: the table.
        given: what the user's mapping says about it.
        names: what the names of its columns say.
        profiles: what its cells look like.
        key: column that tells the rows apart; None: the row number.
        label: column of the rows' names; None: there is none.
        named_key: the key, if it is called so.
        named_label: the label, if it is called so.
    """

    table: RawTable
    given: TableMapping
    names: dict[str, ColumnName]
    profiles: dict[str, Profile]
    key: str | None = None
    label: str | None = None
    named_key: str | None = None
    named_label: str | None = None

    @property
    def words(self) -> str:
        """One of what the table's name names."""
        return singular(relation_text(self.table.name.rpartition(".")[2] or self.table.name))

    @property
    def class_(self) -> str:
        """What a row is: what the column of its names is called, where that says more than "name"."""
        if "class_" in self.given.model_fields_set and self.given.class_:
            return self.given.class_
        column = self.label or self.key
        if column is None or column in {self.named_key, self.named_label} or not self.table.named:
            return self.words
        return singular(self.names[column].stem)

    @property
    def prefix(self) -> str:
        """What stands before the key in the id of a row; nothing where the keys are IRIs already."""
        if self.given.prefix is not None:
            return self.given.prefix
        if self.key is not None and all(map(is_iri, self.profiles[self.key].sample)):
            return ""
        return f"{self.table.name}/"


def draft_table(staging: Staging, table: RawTable, given: TableMapping) -> Draft:
    """Look at a table and choose its key and label.

    The key is a unique column named as an identifier, else the unique label, else the first column where it
    is unique and holds names, whole numbers or dates. The label is a column called so, else the first column
    of mostly different short texts, else the key where it reads like a name. Rows that stand inside the rows
    of another table have only what is called a key or label.

    Args:
        staging: the database.
        table: the table.
        given: what the user's mapping says about it.

    Returns:
        The draft.
    """
    plain = [relation_text(column.name) for column in table.columns]
    profiles = profile_table(staging, table, plain)
    names = {name: read_column_name(name, measured=profile.measured) for name, profile in profiles.items()}
    draft = Draft(table, given, names, profiles)
    draft.named_label = given.label if "label" in given.model_fields_set else _named_label(draft)
    draft.named_key = given.key if "key" in given.model_fields_set else _named_key(draft)
    fall_back(draft, frozenset())
    return draft


def fall_back(draft: Draft, references: Collection[str]) -> None:
    """Choose a key and a label among the columns that are not called so.

    Args:
        draft: the table; a choice that turned out to be a reference is made anew.
        references: its columns that refer to other tables.
    """
    given = draft.given.model_fields_set
    draft.key, draft.label = draft.named_key, draft.named_label
    if given & {"about", "link"}:
        return
    if draft.label is None and "label" not in given and draft.table.parent is None:
        draft.label = next(_naming_columns(draft, references), None)
    if draft.key is None and "key" not in given:
        draft.key = _plain_key(draft)
    if (
        draft.label is None
        and draft.key is not None
        and "label" not in given
        and _reads_like_name(draft, draft.key)
    ):
        draft.label = draft.key


def _named_label(draft: Draft) -> str | None:
    """The column that is called as names are; one called like the table itself only where it holds texts."""
    ranks = (*LABEL_WORDS, draft.words, *(f"{draft.words} {word}" for word in LABEL_WORDS[:3]))
    by_words = {draft.names[name].words: name for name in reversed(draft.profiles) if _may_name(draft, name)}
    exact = next((by_words[words] for words in ranks if words in by_words), None)
    if exact is not None:
        return exact
    named = [name for words, name in by_words.items() if words.endswith(" name")]
    whole = [name for name in named if not _NAMES_OF_PARTS & set(draft.names[name].words.split())]
    return whole[0] if len(whole) == 1 and 2 * draft.profiles[whole[0]].distinct > draft.table.rows else None


def _may_name(draft: Draft, name: str) -> bool:
    profile = draft.profiles[name]
    called_so = draft.names[name].words in LABEL_WORDS
    return not profile.column.is_list and profile.filled > 0 and (called_so or not profile.measured)


def _named_key(draft: Draft) -> str | None:
    """The unique column that is named as the identifier of this table."""
    unique = [name for name, profile in draft.profiles.items() if profile.unique]
    alone = [name for word in ID_WORDS for name in unique if draft.names[name].words == word]
    own = [name for name in unique if draft.names[name].identifier and draft.names[name].stem == draft.words]
    first = [
        name for name in unique[:1] if name == next(iter(draft.profiles)) and draft.names[name].identifier
    ]
    return next(iter(alone + own + first), None)


def _plain_key(draft: Draft) -> str | None:
    if draft.label is not None and draft.profiles[draft.label].unique:
        return draft.label
    first = next(iter(draft.profiles.values()))
    unnamed = not draft.table.named or first.column.name.startswith("column ")
    if not first.unique or unnamed or draft.table.parent is not None:
        return None
    counting = first.measured and all(_COUNTING.fullmatch(text) for text in first.sample)
    return first.column.name if counting or (first.short and not first.measured) else None


def _naming_columns(draft: Draft, references: Collection[str]) -> Iterator[str]:
    """Columns of short texts that hardly ever repeat; what stands behind two references is said of both."""
    for place, (name, profile) in enumerate(draft.profiles.items()):
        behind = len(references) > 1 and bool(set(list(draft.profiles)[:place]) & set(references))
        if name not in references and not behind and _may_be_names(draft, profile):
            yield name


def _may_be_names(draft: Draft, profile: Profile) -> bool:
    if profile.measured or not profile.short or profile.separator is not None or profile.column.is_list:
        return False
    seldom = 0.9 * draft.table.rows <= profile.distinct <= profile.filled
    return seldom and not draft.names[profile.column.name].identifier


def _reads_like_name(draft: Draft, name: str) -> bool:
    """Whether a key may serve as a name: it is no number of an identifier and no IRI."""
    sample = draft.profiles[name].sample
    numbers = draft.names[name].identifier and all(_COUNTING.fullmatch(text) for text in sample)
    return not numbers and not any(map(is_iri, sample))


def same_words(first: str, others: Iterable[str]) -> bool:
    """Whether words are among others, plural or singular."""
    return singular(first) in {singular(other) for other in others}
