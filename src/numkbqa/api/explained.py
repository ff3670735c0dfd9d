"""The record of an explanation: what became of one entity on the way to the answer."""

from enum import StrEnum

from numkbqa.answering.schema import Step
from numkbqa.lookup.records import Named, Record
from numkbqa.values.ranks import Direction


class Outcome(StrEnum):
    """What became of an entity, in the order in which it is looked for."""

    NOT_RANKED = "not_ranked"
    """No entities were ranked: the question was declined, or asks for a value of what it names."""

    ANSWER = "answer"
    """It is the answer, or one of those that tie or make up the list."""

    NOT_RETRIEVED = "not_retrieved"
    """The subgraph around the topics does not hold it."""

    EVENT = "event"
    """It stands for a fact with more than two places, and a fact is no answer."""

    PRUNED = "pruned"
    """It was retrieved, and is too unlikely by meaning to be compared."""

    NO_VALUE = "no_value"
    """It is a candidate without a value in what is compared."""

    OTHER_RANK = "other_rank"
    """It is a candidate whose value holds another rank than the one asked for."""

    LESS_LIKELY = "less_likely"
    """It is a candidate that may be the answer, and the model finds another one likelier."""

    ABSTAINED = "abstained"
    """It is a candidate, and nothing was answered."""


class Likelihood(Record):
    """How likely the model finds an entity."""

    probability: float
    """The model's mass on it."""

    by_meaning: float
    """The mass of basic reasoning alone, which decides what is pruned."""

    place: int | None
    """Its place in the model's ranking from 1; null when it has no mass."""

    of: int
    """How many entities have any."""


class ComparedRow(Named):
    """An entity with its value and rank."""

    value: str | None
    """In the unit of the relation; of several, the one that counts."""

    lexical: str | None
    """The value as the source writes it."""

    held_at: str | None
    """Date at which it held; null when the source does not say."""

    rank: int
    """Its rank among the candidates; for an entity that was not compared, the one that it would hold."""

    compared: bool
    """Whether it is a candidate and was compared."""

    answer: bool
    """Whether it is an answer."""

    asked_about: bool
    """Whether it is the entity that is explained."""


class SetAsideText(Record):
    """A text of the source that stands where a value should, and is none in force."""

    lexical: str
    """The text."""

    reason: str
    """Why it takes no part."""

    source: str | None
    """File that it stands in."""

    line: int | None
    """Line of that file."""


class Explanation(Record):
    """Why an entity is the answer to a question, or why it is not."""

    question: str
    """The question as it was read."""

    entity: Named
    """The entity that is explained."""

    outcome: Outcome
    """What became of it."""

    reason: str
    """The same as a sentence."""

    topic_entities: tuple[Named, ...]
    """What the question is about."""

    answers: tuple[Named, ...]
    """The answer to it, with what ties or makes up the list; of values, whose they are."""

    abstained: str | None
    """Why there is no answer; null when there is one."""

    retrieved: bool | None = None
    """Whether the subgraph around the topics holds the entity; null when no entities were ranked."""

    candidate: bool | None = None
    """Whether it was left after pruning; null when no entities were ranked."""

    likelihood: Likelihood | None = None
    """How likely the model finds it; null when it was not retrieved."""

    relation: str | None = None
    """Id of the numerical relation that was compared; null for a plain question."""

    relation_text: str | None = None
    """Its words."""

    unit: str | None = None
    """Its unit."""

    direction: Direction | None = None
    """Whether the largest (or latest) or the smallest (or earliest) holds rank 1."""

    k: int | None = None
    """The rank that was asked for."""

    count: int | None = None
    """How many ranks were asked for, from k on."""

    rank: int | None = None
    """Rank of the entity among the candidates; null when it was not compared."""

    would_rank: int | None = None
    """Rank that it would hold if it were compared; null when it was, or has no value."""

    value: str | None = None
    """Its value; null when it has none."""

    set_aside: tuple[SetAsideText, ...] = ()
    """Its texts in that relation that are no value in force."""

    rows: tuple[ComparedRow, ...] = ()
    """The answers, the best, the entity and those beside it, by rank."""

    path: tuple[Step, ...] = ()
    """Facts that lead from a topic to the entity."""
