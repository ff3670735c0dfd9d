"""What every knowledge base offers: integer-coded entities, facts and numeric facts, read in whole arrays."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import NamedTuple, Protocol

import numpy as np
from numpy.typing import NDArray

from numkbqa.values import Kind, Value

Ints = NDArray[np.int64]
Floats = NDArray[np.float64]
Bools = NDArray[np.bool_]

ALL = slice(None)


class Facts(NamedTuple):
    """Entity facts as three parallel arrays of shape (num_facts,), always in forward direction."""

    head: Ints
    relation: Ints
    tail: Ints


class NumericFacts(NamedTuple):
    """Numeric facts as parallel arrays of shape (num_facts,).

    `relation` indexes `KnowledgeBase.numerical_relations`; `low`/`high` are the comparison keys of `Value`;
    `value` is the handle to pass to `KnowledgeBase.value`.
    """

    entity: Ints
    relation: Ints
    low: Floats
    high: Floats
    value: Ints

    def at(self, rows: Ints) -> "NumericFacts":
        """Some of the facts, by place."""
        return NumericFacts(
            self.entity[rows], self.relation[rows], self.low[rows], self.high[rows], self.value[rows]
        )


@dataclass(frozen=True, slots=True)
class NumericalRelation:
    """A relation whose tails are numbers, dates or quantities of one kind and unit.

    Args:
        name: its id in the graph.
        text: its words.
        kind: number, date or quantity.
        unit: of a quantity, its unit.
        several: which of several values of one entity count, a `SeveralValues`.
        derived: whether its values are counted or measured out of other facts (`kb build --derive`).
    """

    name: str
    text: str
    kind: Kind
    unit: str | None
    several: str = "default"
    derived: bool = False


class SetAside(NamedTuple):
    """A literal of a numerical relation that takes no part in comparisons.

    Args:
        entity: its entity.
        relation: name of the numerical relation.
        lexical: its text, with the unit that stands beside it.
        reason: why it has no value in force ("unknown unit", "superseded").
        held_at: date at which it held; None when the source does not say.
        source: file that it stands in; None when unknown.
        line: line of that file; None when unknown.
    """

    entity: int
    relation: str
    lexical: str
    reason: str
    held_at: str | None = None
    source: str | None = None
    line: int | None = None


class KnowledgeBase(Protocol):
    """Read access to a graph; entities and relations are integers from 0, in a stable order."""

    @property
    def num_entities(self) -> int: ...  # noqa: D102

    @property
    def relations(self) -> Sequence[str]:
        """Names of the entity relations; the index in this sequence is the relation's number."""
        ...

    @property
    def relation_texts(self) -> Sequence[str]:
        """Words of each entity relation (its label, or its name split into words)."""
        ...

    @property
    def numerical_relations(self) -> Sequence[NumericalRelation]:
        """The numerical relations; the index in this sequence is the relation's number."""
        ...

    @property
    def content_hash(self) -> str:
        """SHA-256 over the content; equal graphs have equal hashes."""
        ...

    def entity_index(self, entity_id: str) -> int | None:
        """Number of an external entity id, or None when the graph does not hold it."""
        ...

    def entity_id(self, entity: int) -> str:
        """External id (IRI, Freebase mid, key) of an entity."""
        ...

    def label(self, entity: int) -> str:
        """Preferred name of an entity; its id when it has none."""
        ...

    def names(self, entity: int) -> list[str]:
        """Preferred name first, then aliases; empty when the entity has no name at all."""
        ...

    def all_names(self) -> Iterator[tuple[Ints, list[str]]]:
        """All names in portions, with their entities in ascending order, preferred names first."""
        ...

    def types(self, entity: int) -> list[int]:
        """Classes of an entity; classes are entities themselves."""
        ...

    def types_of(self, entities: Ints) -> tuple[Ints, Ints]:
        """Classes of `entities` (grouped by entity in the order asked): whose each is, and the class."""
        ...

    def is_class(self, entity: int) -> bool:
        """Whether the entity is the class of some other entity."""
        ...

    def classes(self) -> Ints:
        """All entities that are the class of some other entity, ascending."""
        ...

    def degree(self, entities: Ints) -> Ints:
        """Number of entity facts (both directions) of each entity, shape (num_entities_asked,)."""
        ...

    def facts_from(self, entities: Ints) -> Facts:
        """All facts whose head is one of `entities` (grouped by head in the order asked)."""
        ...

    def facts_into(self, entities: Ints) -> Facts:
        """All facts whose tail is one of `entities` (grouped by tail in the order asked)."""
        ...

    def numbers_of(self, entities: Ints) -> NumericFacts:
        """All numeric facts of `entities` (grouped by entity in the order asked)."""
        ...

    def numbers_of_relation(self, relation: int, part: slice = ALL) -> NumericFacts:
        """Numeric facts of one numerical relation, sorted by `low` ascending: all, or a part of that order.

        Args:
            relation: the numerical relation.
            part: which of them, by place in the order; step 1.
        """
        ...

    def num_numbers(self, relation: int) -> int:
        """Number of numeric facts of one numerical relation."""
        ...

    def value(self, handle: int) -> Value:
        """The full value behind a handle of `NumericFacts.value`."""
        ...

    def held_at(self, handle: int) -> str | None:
        """Date at which a value held, as far as known; None when the source does not say."""
        ...

    def set_aside_of(self, entity: int, relation: int | None = None) -> list[SetAside]:
        """Literals of one entity, in one numerical relation or in all, that take no part in comparisons."""
        ...

    def is_event(self, entity: int) -> bool:
        """Whether the entity is an n-ary node, which stands for a fact with more than two places."""
        ...

    def events(self, entities: Ints) -> Bools:
        """Which of some entities are n-ary nodes, shape (num_entities_asked,)."""
        ...

    def number_text(self, handle: int) -> str:
        """Normalised text of a value: ISO date as far as known, plain decimal, no unit (A23)."""
        ...
