"""What a reader yields: facts, literals and names, still as text."""

from collections.abc import Iterator
from typing import NamedTuple, Protocol, TypeAlias

from numkbqa.kb.readers.source import Source

ALIAS_RANK = 10


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


class LiteralFact(NamedTuple):
    """A fact whose tail is a literal.

    `datatype` is an IRI or a name like `xsd:gYear`, `unit` a declared unit; None when there is none.
    """

    entity: str
    relation: str
    lexical: str
    datatype: str | None
    unit: str | None = None


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


Record: TypeAlias = EntityFact | UntypedFact | LiteralFact | RelationUnit | Name


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
            UserError: the file breaks its format; with file and line where they are known.
        """
        ...
