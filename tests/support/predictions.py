"""Predictions made by hand, over a graph of three entities a, b and c in a place t."""

import numpy as np

from numkbqa.evaluation import Prediction
from numkbqa.evaluation.gold import gold_answers
from numkbqa.questions.ordinal import parse_ordinal
from numkbqa.questions.records import Answer, Question
from numkbqa.retrieval.examples.example import Example
from tests.support.toy_kb import ToyKB, day, number

KB = ToyKB(
    [("a", "in", "t"), ("b", "in", "t"), ("c", "in", "t"), ("t", "in", "u"), ("v", "in", "w")],
    [
        ("a", "size", number(1)),
        ("a", "date", day("1999")),
        ("b", "size", number(2)),
        ("c", "size", number(3)),
        ("b", "date", day("1998")),
    ],
)
DATE, SIZE = 0, 1
"""Numerical relations of `KB`, by name."""

ENTITIES = "abct"
"""What every example holds."""

LARGEST, EARLIEST, PLAIN = "what is the largest one?", "what is the earliest one?", "what is in it?"


def question(
    name: str, text: str, *gold: str | Answer, ordinal: bool | None = None, topics: tuple[str, ...] = ()
) -> Question:
    """A question with entity ids or literals for gold answers."""
    answers = tuple(Answer(id=one) if isinstance(one, str) else one for one in gold)
    return Question(id=name, question=text, answers=answers, ordinal=ordinal, topic_entities=topics)


def prediction(
    asked: Question,
    probabilities: list[float],
    *,
    basic: list[float] | None = None,
    candidates: str = "abc",
    winners: str = "",
    relation: int | None = None,
    facts: bool = False,
) -> Prediction:
    """A prediction over a, b and c, reached from the topic t, with R_q = (date, size).

    Args:
        asked: the question.
        probabilities: of a, b and c.
        basic: the same by basic reasoning.
        candidates: the pruned candidates.
        winners: what the exact sort puts first.
        relation: the relation chosen.
        facts: whether the example holds its facts and numbers.
    """
    example = _example(asked, facts=facts)
    return Prediction(
        example,
        np.array([*probabilities, 0.0]),
        np.array([*(basic or probabilities), 0.0]),
        _among(candidates),
        1.0,
        parse_ordinal(asked.question),
        relation,
        _among(winners),
    )


def _example(asked: Question, *, facts: bool) -> Example:
    numbers = KB.numbers_of(np.arange(3))
    # of the two directions of each fact, the one from the topic to its entities
    head, tail = (np.full(3, 3), np.arange(3)) if facts else (np.zeros(0, np.int64), np.zeros(0, np.int64))
    kept = slice(None) if facts else slice(0)
    return Example(
        question=asked,
        entities=np.array([KB.entity_index(name) for name in ENTITIES]),
        topics=_among("t"),
        answers=_among("".join(name for name in gold_answers(asked) if name in ENTITIES)),
        num_answers=len(asked.answers),
        head=head,
        relation=np.zeros(len(head), dtype=np.int64),
        tail=tail,
        distinct_relations=np.array([1]),
        numerical_relations=np.array([DATE, SIZE]),
        relevance=np.array([0.5, 0.4]),
        number_entity=numbers.entity[kept],
        number_relation=numbers.relation[kept],
        low=numbers.low[kept],
        high=numbers.high[kept],
        value=numbers.value[kept],
        of_asked_class=_among(""),
        asked_classes=np.zeros(0, np.int64),
    )


def _among(names: str) -> "np.ndarray[tuple[int], np.dtype[np.bool_]]":
    return np.array([name in names for name in ENTITIES])
