"""The document of `ask --json` as a model: its keys, their types, and what must hold between them."""

from typing import Any, Literal

from pydantic import BaseModel, ConfigDict, Field, model_validator


class Part(BaseModel):
    """A part of the document: no other keys, no other types."""

    model_config = ConfigDict(extra="forbid", strict=True)


class Named(Part):
    """An entity."""

    id: str
    label: str


class Choice(Named):
    """One of the entities that a mention may mean."""

    score: float = Field(ge=0.0, le=1.0)
    description: str | None = None


class Answer(Part):
    """An entity or a literal value."""

    score: float = Field(ge=0.0, le=1.0)
    id: str | None = None
    label: str | None = None
    value: str | None = None
    unit: str | None = None
    lexical: str | None = None
    held_at: str | None = None
    of: Named | None = None

    @model_validator(mode="after")
    def _one_of_both(self) -> "Answer":
        if self.id is None and self.value is None:
            raise ValueError("an answer is an entity or a value")
        if self.of is not None and self.id is not None:
            raise ValueError("only a literal answer is the value of something")
        return self


class Ordinal(Part):
    """What the question says of an order."""

    probability: float | None
    determiner: str | None
    direction: Literal["max", "min"] | None
    k: int | None
    count: int | None


class Topic(Choice):
    """A topic entity."""

    mention: str
    alternatives: list[Choice]


class OtherValue(Part):
    """A value that an entity has besides the one compared."""

    value: str | None
    lexical: str | None
    held_at: str | None
    counts: bool
    reason: str | None


class Row(Named):
    """A row of the evidence."""

    value: str | None
    lexical: str
    held_at: str | None
    rank: int = Field(ge=1)
    other_values: list[OtherValue]


class Excluded(Named):
    """A candidate that is not compared."""

    reason: str
    lexical: str | None
    cause: str | None
    source: str | None
    line: int | None


class Step(Part):
    """A fact on the way to the answer."""

    head: str
    relation: str
    tail: str
    forward: bool


class Evidence(Part):
    """What was compared."""

    relation: str | None
    relation_text: str | None
    kind: str | None
    unit: str | None
    rows: list[Row]
    compared: int
    several: str | None
    ties: list[str]
    tie_reason: str | None
    excluded: list[Excluded]
    not_compared: int
    exact_sort: list[Named]
    exact_sort_agrees: bool | None
    path: list[Step]


class AskedValue(Part):
    """The numeric relation whose value is asked for."""

    relation: str
    text: str
    unit: str | None


class Clarification(Part):
    """The question that `ask` asks back."""

    mention: str
    question: str
    choices: list[Choice] = Field(min_length=2)


class Document(Part):
    """The whole document."""

    question: str = Field(min_length=1)
    answers: list[Answer]
    ordinal: Ordinal
    topic_entities: list[Topic]
    evidence: Evidence
    abstained: str | None
    notes: list[str]
    timing_ms: dict[str, float]
    confidence: float | None = Field(ge=0.0, le=1.0)
    asked_value: AskedValue | None
    clarification: Clarification | None
    abstained_code: (
        Literal["no_topic", "ambiguous_topic", "no_relation", "no_value", "too_few", "no_candidate"] | None
    )

    @model_validator(mode="after")
    def _an_answer_or_a_reason(self) -> "Document":
        if bool(self.answers) == bool(self.abstained):
            raise ValueError("there are answers, or there is a reason for none, and never both")
        if (self.abstained_code is None) != (self.abstained is None):
            raise ValueError("a reason has a code and a sentence")
        return self


def checked(document: dict[str, Any]) -> Document:
    """Check a document against the contract.

    Args:
        document: what `ask --json` prints, parsed.

    Returns:
        The same as a model.

    Raises:
        ValidationError: it breaks the contract.
    """
    return Document.model_validate(document)
