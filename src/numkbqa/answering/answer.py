"""An answer in the shape of `ask --json`: every key is there, whatever was found."""

from dataclasses import dataclass
from typing import Any

from numkbqa.evidence import NO_EVIDENCE

Document = dict[str, Any]
"""Plain JSON values by key (the contract is in docs/architecture.md)."""


@dataclass(frozen=True, slots=True)
class Answer:
    """The answer to one question.

    Args:
        document: in the shape of `ask --json`; `answering/schema.py` defines it.
    """

    document: Document

    @property
    def answers(self) -> list[Document]:
        """The answers, best first: entities with id and label, or values with what they are `of`."""
        found: list[Document] = self.document["answers"]
        return found

    def to_json(self) -> Document:
        """The document of `ask --json`."""
        return self.document


def document_of(question: str, **known: Any) -> Document:
    """A document with every key but `timing_ms`.

    Args:
        question: the question as it was read.
        known: what is known, by key; the rest is empty or null.

    Returns:
        The document.
    """
    return {
        "question": question,
        "answers": [],
        "confidence": None,
        "ordinal": dict.fromkeys(("probability", "determiner", "direction", "k", "count")),
        "asked_value": None,
        "topic_entities": [],
        "clarification": None,
        "evidence": {**NO_EVIDENCE, "path": []},
        "abstained": None,
        "abstained_code": None,
        "notes": [],
        **known,
    }
