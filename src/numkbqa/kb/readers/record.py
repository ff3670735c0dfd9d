"""What a reader yields: facts, literals, names and what it had to leave out, still as text."""

from collections.abc import Iterator
from typing import Final, NamedTuple, Protocol, TypeAlias

from numkbqa.kb.readers.source import Source

GIVEN_RANK: Final = -1
"""Rank of a name that the user gives: it comes before all that a source gives."""
ALIAS_RANK: Final = 10
NORMAL, PREFERRED = 0, 1
"""How a value ranks among those that its entity has in the relation (Wikidata's ranks)."""


class EntityFact(NamedTuple):
    """A fact whose tail is an entity."""

    head: str
    relation: str
    tail: str


class UntypedFact(NamedTuple):
    """A fact of a format that does not tell entities from literals; the builder decides per relation."""

    head: str
    relation: str
    tail: str
    line: int | None = None


class LiteralFact(NamedTuple):
    """A fact whose tail is a literal.

    Args:
        entity: its head.
        relation: its relation.
        lexical: the text as it stands in the source.
        datatype: an IRI or a name like `xsd:gYear` or `wikidata:time`; None when there is none.
        unit: a declared unit in any spelling or code that `numkbqa.values` knows; None when there is none.
        rank: `PREFERRED` when the source prefers it to the other values of the entity.
        at: when the value held, as the text of a date; None when the source does not say.
        line: line of the source, from 1; None when it has no lines or the reader does not know it.
    """

    entity: str
    relation: str
    lexical: str
    datatype: str | None
    unit: str | None = None
    rank: int = NORMAL
    at: str | None = None
    line: int | None = None


class Qualifier(NamedTuple):
    """A literal that a fact between entities carries: (Elizabeth, spouse, Richard) `start time` 1964.

    The fact itself is yielded as an `EntityFact` besides.
    """

    head: str
    relation: str
    tail: str
    qualifier: str
    lexical: str
    datatype: str | None
    unit: str | None = None
    line: int | None = None


class RelationUnit(NamedTuple):
    """A unit stated on a relation, for all of its values: `<area> schema:unitText "km^2"`.

    A reader cannot tell whether the subject is a relation, so `otherwise` is what the statement says if not.
    `unit` is a unit's spelling or IRI.
    """

    relation: str
    unit: str
    otherwise: EntityFact | LiteralFact


class Name(NamedTuple):
    """A name of an entity or a relation.

    `rank` orders the names of one thing: 0 for the most official kind of label, from `ALIAS_RANK` on aliases.
    `language` is a tag like "en", empty when the source declares none.
    """

    thing: str
    text: str
    language: str = ""
    rank: int = 0


class Skipped(NamedTuple):
    """Something of the source that was left out, or kept though it breaks the format.

    Args:
        line: line of the source, from 1; None when it has no lines.
        reason: a short phrase, the same for every case of its kind ("the IRI has a space").
        text: the beginning of what stands there.
        kept: whether it was read nevertheless.
    """

    line: int | None
    reason: str
    text: str
    kept: bool = False


Record: TypeAlias = EntityFact | UntypedFact | LiteralFact | Qualifier | RelationUnit | Name | Skipped


class Reader(Protocol):
    """Reads one file format."""

    @property
    def formats(self) -> str:
        """What it reads, in words, for messages."""
        ...

    def accepts_name(self, source: Source) -> bool:
        """Whether the file's name says that it is of this format."""
        ...

    def accepts_content(self, source: Source) -> bool:
        """Whether the file's first bytes look like this format."""
        ...

    def read(self, source: Source) -> Iterator[Record]:
        """Yield the records of a file.

        Raises:
            UserError: the file breaks its format beyond what can be skipped; with file and line.
        """
        ...
