"""Answering: a question in, answers with evidence out."""

from numkbqa.answering.answer import Answer
from numkbqa.answering.answerer import GROWN, Answerer, load
from numkbqa.answering.reasons import NO_TOPIC
from numkbqa.answering.values import value_answers

__all__ = ["GROWN", "NO_TOPIC", "Answer", "Answerer", "load", "value_answers"]
