"""Answering: a question in, answers with evidence out."""

from numkbqa.answering.answer import Answer
from numkbqa.answering.answerer import GROWN, Answerer, Asked, load
from numkbqa.answering.reasons import NO_TOPIC
from numkbqa.answering.schema import AnswerDocument
from numkbqa.answering.values import value_answers

__all__ = ["GROWN", "NO_TOPIC", "Answer", "AnswerDocument", "Answerer", "Asked", "load", "value_answers"]
