"""What a lookup gives back: frozen records whose field descriptions become those of OpenAPI and of MCP."""

from enum import StrEnum

from pydantic import BaseModel, ConfigDict

from numkbqa.values import Direction, Kind


class Record(BaseModel):
    """Base of every record: immutable, closed, and described by the string under each field."""

    model_config = ConfigDict(extra="forbid", frozen=True, use_attribute_docstrings=True)


class Named(Record):
    """An entity with its name."""

    id: str
    """Id of the entity in the graph."""

    label: str
    """Its preferred name; its id when it has none."""


class Match(StrEnum):
    """How a text matches a name, the closest first."""

    EXACT = "exact"
    """It is the name, or the id."""

    PREFIX = "prefix"
    """The name starts with it."""

    WORDS = "words"
    """The name contains its words."""

    TYPO = "typo"
    """The name starts with it once misspelled words are corrected."""


class EntityHit(Named):
    """An entity whose name fits what was typed."""

    description: str
    """A few words that tell it from others of its name ("state, in United States")."""

    alias: str | None
    """The name that fits, when it is another one than the label."""

    match: Match
    """How the text fits that name."""

    is_class: bool
    """Whether it is the class of other entities, so that these can be ranked."""

    links: int
    """Number of facts that it takes part in, from either side."""


class Candidate(Named):
    """An entity that a mention may mean."""

    description: str
    """A few words that tell it from others of its name."""

    score: float
    """Its share among the candidates, from 0 to 1."""


class LinkedMention(Candidate):
    """Words of a text that name an entity, and the entity that they mean most likely."""

    mention: str
    """The words as the text has them."""

    start: int
    """Place of their first character in the text."""

    end: int
    """Place after their last character."""

    typo: bool
    """Whether they are no name of the entity but resemble one."""

    toss_up: bool
    """Whether the best two candidates are so close that a person should decide."""

    alternatives: tuple[Candidate, ...]
    """Other entities that they may mean, best first."""


class RelationHead(Record):
    """What a numerical relation measures."""

    id: str
    """Id of the relation in the graph."""

    text: str
    """Its words."""

    kind: Kind
    """Whether its values are numbers, dates or quantities with a unit."""

    unit: str | None
    """Of quantities, the unit that all values are given in."""

    several: str
    """Which of several values of one entity count ("default", "preferred", "latest", "max", "min", "all")."""

    derived: bool
    """Whether its values are counted or measured out of other facts."""


class Reading(Record):
    """A value as it is compared, and as its source writes it."""

    value: str | None
    """In the unit of the relation, a plain decimal or an ISO date as far as it is known; null for a literal
    that is no value."""

    lexical: str
    """The text as it stands in the source."""

    held_at: str | None
    """Date at which it held; null when the source does not say."""


class Counted(Reading):
    """A value that counts in comparisons, or one that does not."""

    counts: bool
    """Whether it takes part in comparisons."""

    reason: str | None
    """Why it takes no part ("superseded", "unknown unit"); null when it does."""


class Holder(Reading, Named):
    """An entity with the value that it holds."""


class RelationRecord(RelationHead):
    """A numerical relation and who carries it."""

    facts: int
    """Number of its values."""

    entities: int
    """Number of entities that carry it."""

    smallest: Holder | None
    """An entity with the smallest or earliest value; null when nothing has a value."""

    largest: Holder | None
    """An entity with the largest or latest value; null when nothing has a value."""

    classes: tuple[Named, ...]
    """Classes that most of its carriers belong to, the commonest first, judged by a sample."""


class NumberRecord(Counted):
    """A number of an entity."""

    relation: RelationHead
    """What it measures."""


class FactRecord(Record):
    """A fact of an entity, told from the side of that entity."""

    relation: str
    """Id of the relation."""

    relation_text: str
    """Its words."""

    forward: bool
    """Whether the entity is the head of the fact, rather than its tail."""

    other: Named
    """The entity at the other end."""

    event: tuple["FactRecord", ...]
    """When the other end stands for an event ("held an office from a year on"): its other facts."""


class EntityRecord(Named):
    """All that is known of an entity, as far as the limit goes."""

    aliases: tuple[str, ...]
    """Its other names."""

    description: str
    """A few words that tell it from others of its name."""

    classes: tuple[Named, ...]
    """What it is an instance of."""

    is_class: bool
    """Whether it is the class of other entities."""

    links: int
    """Number of facts that it takes part in, from either side."""

    numbers: tuple[NumberRecord, ...]
    """Its numbers by relation: those that count first, then those that are set aside."""

    facts: tuple[FactRecord, ...]
    """Its facts, some of each relation when there are more than the limit."""


class RankRow(Holder):
    """A ranked entity with the value that it stands with."""

    rank: int
    """Its rank from 1 by distinct value; entities that tie share a rank."""

    unit: str | None
    """Unit of the value."""

    tied: int
    """How many entities hold this rank."""

    tie_reason: str | None
    """Why they tie ("equal values", or because dates of different precision overlap); null without a tie."""

    other_values: tuple[Counted, ...]
    """Other values of the entity in this relation."""


class Excluded(Named):
    """A member that cannot be ranked."""

    reason: str
    """Why, in words."""

    lexical: str | None
    """The text that is no value, when there is one."""

    cause: str | None
    """Why that text is no value."""

    source: str | None
    """File that it stands in."""

    line: int | None
    """Line of that file."""


class Ranking(Record):
    """Entities in the order of a numerical relation."""

    relation: RelationHead
    """What they are ranked by."""

    same_text: tuple[str, ...]
    """Ids of other relations that the text asked for names as well."""

    of: Named | None
    """The class whose members are ranked; null for a list, and for all that carry the relation."""

    direction: Direction
    """Whether the largest (or latest) or the smallest (or earliest) comes first."""

    k: int
    """The rank that the rows start at."""

    count: int
    """How many ranks were asked for."""

    rows: tuple[RankRow, ...]
    """The entities of these ranks, best first, ties whole; none with fewer than k distinct values."""

    rows_left_out: int
    """How many entities of these ranks are not among the rows, because too many tie."""

    members: int
    """How many entities were to be ranked."""

    compared: int
    """How many of them have a value."""

    distinct: int | None
    """How many ranks there are; null when so much is ranked that only one end of it was read."""

    excluded: tuple[Excluded, ...]
    """Members without a value, those whose source has a text that is none first; at most 50."""

    not_compared: int
    """How many members have no value."""
