"""Tables that are called like lists of facts or edges: which columns are head, relation and tail."""

from collections.abc import Collection
from typing import Final, NamedTuple

from numkbqa.kb.readers.tables.draft import Draft
from numkbqa.kb.readers.tables.mapping import LinkMapping
from numkbqa.kb.readers.tables.profile import Profile

MOST_QUALIFIERS: Final = 3
"""Columns that a table of facts may have beside head, relation and tail."""

_HEADS: Final = frozenset({"subject", "head", "source", "src", "source id"})
_TAILS: Final = frozenset({"object", "tail", "target", "dst", "dest", "target id"})
_LOOSE_HEADS: Final = frozenset({"from", "start", "origin", "entity", "s", "h"})
_LOOSE_TAILS: Final = frozenset({"to", "end", "destination", "value", "o", "t"})
"""Words that mean much else, and count only above texts and references, or beside a relation."""
_RELATIONS: Final = frozenset(
    {
        "predicate", "relation", "property", "relationship", "rel", "p", "r", "edge", "type", "attribute",
        "label",
    }
)  # fmt: skip
_REPEATING: Final = 0.5


class Ends(NamedTuple):
    """Columns of head, relation and tail."""

    head: str
    relation: str | None
    tail: str


def find_ends(draft: Draft, references: Collection[str] = ()) -> Ends | None:
    """Find head, relation and tail by the names of columns.

    Args:
        draft: the table.
        references: its columns that refer to other tables.

    Returns:
        The columns; None when there are none called so, or rows have names of their own.
    """
    words = {said.words: name for name, said in draft.names.items()}
    heads = [name for word, name in words.items() if word in _HEADS | _LOOSE_HEADS]
    tails = [name for word, name in words.items() if word in _TAILS | _LOOSE_TAILS]
    relation = next((name for word, name in words.items() if word in _RELATIONS), None)
    if len(heads) != 1 or len(tails) != 1 or draft.named_label not in {None, relation}:
        return None
    loose = [name for name in (heads[0], tails[0]) if draft.names[name].words in _LOOSE_HEADS | _LOOSE_TAILS]
    doubtful = [name for name in loose if draft.profiles[name].measured and name not in references]
    return None if doubtful and relation is None else Ends(heads[0], relation, tails[0])


def find_link(draft: Draft, references: Collection[str]) -> LinkMapping | None:
    """How the rows of a table are facts, by the names of its columns or, without a header, by its cells.

    Args:
        draft: the table.
        references: its columns that refer to other tables.

    Returns:
        The columns; None when the table is no list of facts.
    """
    ends = find_ends(draft, references)
    if ends is None:
        return _nameless_triples(draft)
    columns = [name for name in draft.profiles if name not in ends]
    if len(columns) > MOST_QUALIFIERS:
        return None
    if ends.relation is None:
        return LinkMapping(head=ends.head, tail=ends.tail, relation=draft.words)
    return LinkMapping(head=ends.head, tail=ends.tail, relation_column=ends.relation)


def _nameless_triples(draft: Draft) -> LinkMapping | None:
    """Three columns without a header, the middle one of which repeats."""
    if draft.table.named or len(draft.profiles) != 3:
        return None
    head, relation, tail = draft.profiles.values()
    if head.measured or relation.measured or not _repeats(relation):
        return None
    return LinkMapping(head=head.column.name, relation_column=relation.column.name, tail=tail.column.name)


def _repeats(profile: Profile) -> bool:
    return profile.distinct <= _REPEATING * profile.filled
