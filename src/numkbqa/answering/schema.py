"""The document of `ask --json` as a model: its keys, what each of them holds, and what holds between them.

The one definition of the contract: OpenAPI, the agent tools and the Python API take it from here, and tests
check every document against it.
"""

from typing import Any, Literal

from pydantic import BaseModel, ConfigDict, Field, model_validator

from numkbqa.values.shown import readable_date

AbstainedCode = Literal[
    "no_topic", "ambiguous_topic", "no_relation", "no_value", "too_few", "no_candidate", "no_rank"
]


class Part(BaseModel):
    """A part of the document: no other keys, and nothing of it changes."""

    # an error is logged, and the log may not hold the questions
    model_config = ConfigDict(
        extra="forbid", frozen=True, use_attribute_docstrings=True, hide_input_in_errors=True
    )


class NamedEntity(Part):
    """An entity of the graph."""

    id: str
    """Its id in the graph (IRI, Freebase mid, key)."""
    label: str
    """Its preferred name; the id when it has none."""


class Described(NamedEntity):
    """An entity with what tells it from others of its name."""

    description: str
    """A few words that tell it from the others: its classes, where it lies; its id when neither is known."""


class Alternative(Described):
    """One of several entities that a mention may mean."""

    score: float = Field(ge=0.0, le=1.0)
    """Its share among the entities of that name."""


class Topic(Described):
    """An entity that the question is about."""

    mention: str
    """The words of the question that mean it; empty for a topic that was given and is not named."""
    score: float = Field(ge=0.0, le=1.0)
    """Its share among the entities of that name."""
    alternatives: tuple[Alternative, ...]
    """Other entities of that name, the likeliest first."""


class AnswerItem(Part):
    """One answer: an entity with `id` and `label`, or a value `of` an entity."""

    id: str | None = None
    """Id of the entity; absent where a value is the answer."""
    label: str | None = None
    """Name of the entity; absent where a value is the answer."""
    value: str | None = None
    """The value that is the answer or that the entity was compared by: ISO date, or plain decimal."""
    kind: str | None = None
    """Kind of a value that is the answer: number, quantity or date; entities were compared by
    `evidence.kind`. Of a date, the year "-0043" is 44 BCE."""
    unit: str | None = None
    """Unit of a value that is the answer (Pint's name); null without unit."""
    lexical: str | None = None
    """A value that is the answer as the source writes it."""
    held_at: str | None = None
    """Date at which the value held, where the source says so."""
    of: NamedEntity | None = None
    """Whose value it is, where a value is the answer."""
    score: float = Field(ge=0.0, le=1.0)
    """The model's mass on this answer."""

    @model_validator(mode="after")
    def _one_of_both(self) -> "AnswerItem":
        if (self.id is None) == (self.of is None):
            raise ValueError("an answer is an entity, or the value of one")
        if self.of is not None and self.value is None:
            raise ValueError("a value was asked for and is absent")
        return self

    @property
    def text(self) -> str:
        """The answer in words: the name of an entity, or a value with its unit."""
        if self.label is not None:
            return self.label
        value = readable_date(self.value or "") if self.kind == "date" else self.value
        return " ".join(filter(None, (value, self.unit)))


class Ordinal(Part):
    """What the question says of an order; all but the probability are null for a plain question."""

    probability: float | None
    """Probability that an order is asked for; null where the model was not asked."""
    determiner: str | None
    """The word that orders ("largest")."""
    direction: Literal["max", "min"] | None
    """The end of the order that is asked for."""
    k: int | None
    """Rank that is asked for, from 1."""
    count: int | None
    """How many ranks are asked for, from k on ("the three largest")."""


class AskedValue(Part):
    """The numerical relation whose value is asked for."""

    relation: str
    """Its id."""
    text: str
    """Its words."""
    unit: str | None
    """Its unit (Pint's name)."""


class Clarification(Part):
    """A question back: a name may mean several things, and their answers differ."""

    mention: str
    """The words that may mean several things."""
    question: str
    """What to ask the user."""
    choices: tuple[Alternative, ...] = Field(min_length=2)
    """The entities to choose from, the likeliest first; ask again with the chosen id as a topic."""


class OtherValue(Part):
    """A value that an entity of the evidence has besides the one it is compared by."""

    value: str | None
    """The value; null for a literal that has none."""
    lexical: str | None
    """As the source writes it."""
    held_at: str | None
    """Date at which it held, where the source says so."""
    counts: bool
    """Whether it is in force as well, so that the entity may stand with it from the other end."""
    reason: str | None
    """Why it takes no part, where it does not."""


class EvidenceRow(NamedEntity):
    """An entity with the value that it was compared by."""

    value: str | None
    """The value, in the unit of the relation."""
    lexical: str
    """The value as the source writes it."""
    held_at: str | None
    """Date at which the value held, where the source says so."""
    other_values: tuple[OtherValue, ...]
    """Its other values, and whether they count."""
    rank: int = Field(ge=1)
    """Its rank from 1; equal values share one."""


class Excluded(NamedEntity):
    """A candidate that was not compared."""

    reason: str
    """Why, in words."""
    lexical: str | None
    """The literal that has no value, where there is one."""
    cause: str | None
    """Why that literal has no value."""
    source: str | None
    """The file that it stands in."""
    line: int | None
    """The line of that file."""


class Step(Part):
    """A fact on the way from a topic to the answer."""

    head: str
    """Name of the head."""
    relation: str
    """Words of the relation."""
    tail: str
    """Name of the tail."""
    forward: bool
    """Whether the way goes from head to tail."""


class Evidence(Part):
    """The numbers that were compared, and the facts that lead to the answer."""

    relation: str | None
    """Id of the numerical relation that was compared; null where nothing was."""
    relation_text: str | None
    """Its words."""
    kind: str | None
    """Its kind: number, quantity or date."""
    unit: str | None
    """Its unit (Pint's name)."""
    rows: tuple[EvidenceRow, ...]
    """At most 50 by rank: the answers, the ten best, and those next to the answer."""
    compared: int
    """How many candidates have a value."""
    several: str | None
    """How one of several values of an entity was chosen, when a row has several."""
    ties: tuple[str, ...]
    """Ids of the entities that hold the rank of the first answer, when there are several."""
    tie_reason: str | None
    """Why they tie."""
    excluded: tuple[Excluded, ...]
    """At most 50 candidates without a value, first those whose value was set aside, and then what is likely
    but of another class than the question names."""
    not_compared: int
    """How many candidates have no value or are of another class."""
    exact_sort: tuple[NamedEntity, ...]
    """What sorting the candidates gives."""
    exact_sort_agrees: bool | None
    """Whether the first answer is among them; null when sorting gives none."""
    path: tuple[Step, ...]
    """Facts from a topic to the first answer."""


class AnswerDocument(Part):
    """An answer to a question: entities or values with evidence, a question back, or why there is none."""

    question: str = Field(min_length=1)
    """The question as it was read: control characters are spaces."""
    answers: tuple[AnswerItem, ...]
    """Best first; what ties with the first one, a list that was asked for and values are given whole."""
    confidence: float | None = Field(ge=0.0, le=1.0)
    """Calibrated probability that the first answer is right; null where it is not known."""
    ordinal: Ordinal
    """What the question says of an order."""
    asked_value: AskedValue | None
    """What value was asked for; null when the answers are entities."""
    topic_entities: tuple[Topic, ...]
    """What the question is about."""
    clarification: Clarification | None
    """A question back, when a name may mean several things whose answers differ."""
    evidence: Evidence
    """What the answer rests on."""
    abstained: str | None
    """Why there is no answer, as a sentence; null when there is one."""
    abstained_code: AbstainedCode | None
    """The same for programs."""
    notes: tuple[str, ...]
    """What a reader should know, such as a question that was cut."""
    timing_ms: dict[str, float]
    """Milliseconds by stage; of questions that were answered together, an equal share each."""

    @model_validator(mode="after")
    def _an_answer_or_a_reason(self) -> "AnswerDocument":
        if bool(self.answers) == bool(self.abstained):
            raise ValueError("there are answers, or there is a reason for none, and never both")
        if (self.abstained_code is None) != (self.abstained is None):
            raise ValueError("a reason has a code and a sentence")
        return self

    def to_json(self) -> dict[str, Any]:
        """The document of `ask --json`: keys that an answer does not have stay absent."""
        return self.model_dump(mode="json", exclude_unset=True)
