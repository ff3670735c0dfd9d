"""Answering: a question in, answers with evidence out.

The schema of answers needs no torch, so whatever does is imported when it is used.
"""

from typing import TYPE_CHECKING

from numkbqa.answering.schema import AnswerDocument
from numkbqa.lazy import imported_when_used

if TYPE_CHECKING:
    from numkbqa.answering.answer import Answer
    from numkbqa.answering.answerer import GROWN, Answerer, Asked, load
    from numkbqa.answering.reasons import NO_TOPIC
    from numkbqa.answering.values import value_answers
else:
    __getattr__ = imported_when_used(
        __name__,
        {
            "Answer": "answer",
            "GROWN": "answerer",
            "Answerer": "answerer",
            "Asked": "answerer",
            "load": "answerer",
            "NO_TOPIC": "reasons",
            "value_answers": "values",
        },
    )

__all__ = ["GROWN", "NO_TOPIC", "Answer", "AnswerDocument", "Answerer", "Asked", "load", "value_answers"]
