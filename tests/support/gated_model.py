"""A model that answers nothing but counts what it is asked, and waits at a gate while it is told to."""

import threading
from collections.abc import Sequence
from datetime import UTC, datetime
from typing import cast

from numkbqa.answering import Answer, Asked
from numkbqa.answering.answer import document_of
from numkbqa.api import Model
from numkbqa.errors import UserError
from numkbqa.service.shelf import Served

PATIENCE = 60.0


class GatedModel:
    """Stands in for a model: its answers say that there is none.

    A question "poison" makes the whole batch fail, and a question "wrong" is refused.
    """

    def __init__(self) -> None:
        self.batches: list[list[str]] = []
        self.gate = threading.Event()
        self.gate.set()
        self.entered = threading.Event()

    @property
    def answerer(self) -> "GatedModel":
        return self

    @property
    def asked(self) -> list[str]:
        """Every question that was worked on."""
        return [question for batch in self.batches for question in batch]

    def ask_all(self, asked: Sequence[Asked]) -> list[Answer | UserError]:
        self.batches.append([one.question for one in asked])
        self.entered.set()
        assert self.gate.wait(PATIENCE)
        if any(one.question == "poison" for one in asked):
            raise ZeroDivisionError("poison")
        return [self._answer(one.question) for one in asked]

    @staticmethod
    def _answer(question: str) -> Answer | UserError:
        if question == "wrong":
            return UserError("the question is wrong")
        why = {"abstained": "there is none", "abstained_code": "no_topic"}
        return Answer({**document_of(question, **why), "timing_ms": {}})


def served(model: GatedModel, name: str = "gated") -> Served:
    """The model as the service holds it."""
    return Served(name, cast(Model, model), frozenset(), datetime.now(UTC))
