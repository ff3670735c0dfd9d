"""Asking the trained toy model, and letting the model say something else."""

import dataclasses
import json
from collections.abc import Callable, Iterator, Sequence
from typing import Any

import numpy as np
import pytest

from numkbqa.answering import Answerer
from numkbqa.evaluation.predict import Prediction
from numkbqa.training.workbench import Workbench
from tests.support.answer_contract import checked


def ask(system: Answerer, question: str, k: int = 5, topics: Sequence[str] = ()) -> dict[str, Any]:
    """The document of `ask --json`, which is plain JSON and keeps the contract."""
    document = system.ask(question, k, topics).to_json()
    assert json.loads(json.dumps(document, allow_nan=False)) == document
    checked(document)
    return document


def says(monkeypatch: pytest.MonkeyPatch, change: Callable[[Prediction], Prediction]) -> None:
    """Let the model say something else of each question."""

    predict = Workbench.predict

    def changed_predict(*args: Any) -> Iterator[Prediction]:
        return map(change, predict(*args))

    monkeypatch.setattr(Workbench, "predict", changed_predict)


def preferring(answerer: Answerer, entity_id: str) -> Callable[[Prediction], Prediction]:
    """Make one entity the likeliest answer, for `says`."""
    number = answerer.system.kb.entity_index(entity_id)

    def change(prediction: Prediction) -> Prediction:
        it = prediction.example.entities == number
        return dataclasses.replace(
            prediction,
            probabilities=np.where(it, 0.9, 0.1 * prediction.probabilities),
            candidates=prediction.candidates | it,
        )

    return change
