import dataclasses
from collections.abc import Collection

import numpy as np
import pytest

from numkbqa.evaluation import Lost, Prediction
from numkbqa.evaluation.losses import where_lost
from numkbqa.questions.records import Answer
from tests.support.predictions import DATE, EARLIEST, KB, LARGEST, PLAIN, SIZE, prediction, question

# Sizes are a 1, b 2, c 3; dates a 1999, b 1998.
CASES = {
    # the answer is right there, but the topic used is t and the right one is v
    "wrong topic": (prediction(question("q", PLAIN, "c"), [1, 0, 0]), ["v"]),
    "wrong topic, a value asked": (prediction(question("q", PLAIN, Answer(value="7")), [1, 0, 0]), ["v"]),
    # no topic is known; x is three hops from t
    "wrong topic, unknown": (prediction(question("q", PLAIN, "v"), [1, 0, 0]), []),
    # u is next to t in the graph, but not in the subgraph
    "answer not retrieved": (prediction(question("q", PLAIN, "u"), [1, 0, 0]), []),
    # so far from the right topic that it cannot be retrieved, but the topic is right
    "answer not retrieved, far": (prediction(question("q", PLAIN, "v"), [1, 0, 0]), ["t"]),
    "answer not in the graph": (prediction(question("q", PLAIN, "x"), [1, 0, 0]), []),
    "literal answer": (prediction(question("q", PLAIN, Answer(value="7")), [1, 0, 0]), []),
    "pruned": (prediction(question("q", LARGEST, "c"), [1, 0, 0], candidates="ab", relation=SIZE), ["t"]),
    "ranked lower": (prediction(question("q", PLAIN, "c"), [1, 0, 0]), ["t"]),
    "no ordinal word read": (prediction(question("q", PLAIN, "c", ordinal=True), [1, 0, 0]), []),
    # c is the largest, and dates do not say so
    "wrong relation": (
        prediction(question("q", LARGEST, "c"), [1, 0, 0], winners="a", relation=DATE, facts=True),
        ["t"],
    ),
    "wrong relation, none": (prediction(question("q", LARGEST, "c"), [1, 0, 0], facts=True), ["t"]),
    # b is the earliest of what t holds, but it stands second among the candidates that the sort saw
    "wrong candidates": (
        prediction(question("q", EARLIEST, "b"), [1, 0, 0], winners="a", relation=DATE, facts=True),
        ["t"],
    ),
    "wrong order": (
        prediction(question("q", LARGEST, "c"), [1, 0, 0], winners="c", relation=SIZE, facts=True),
        ["t"],
    ),
}


def lost(made: Prediction, topics: Collection[str], *, valued: bool = False) -> Lost:
    ordinal = made.question.ordinal or made.cue is not None
    return where_lost(made, KB, topics, ordinal=ordinal, valued=valued)


@pytest.mark.parametrize("name", CASES)
def test_the_first_step_that_went_wrong_is_named(name: str) -> None:
    made, topics = CASES[name]
    assert lost(made, topics) == name.partition(",")[0]


def test_every_kind_has_a_case() -> None:
    named = {name.partition(",")[0] for name in CASES}
    assert named | {Lost.WRONG_VALUE} == set(Lost)


def test_a_wrong_value_is_lost_as_such_unless_the_topic_is_wrong() -> None:
    made = prediction(question("q", PLAIN, Answer(value="7")), [1, 0, 0])
    assert lost(made, ["t"], valued=True) == Lost.WRONG_VALUE
    assert lost(made, [], valued=True) == Lost.WRONG_VALUE
    assert lost(made, ["v"], valued=True) == Lost.WRONG_TOPIC


def test_one_right_topic_of_several_is_enough() -> None:
    made = CASES["ranked lower"][0]
    assert lost(made, ["v", "t"]) == Lost.RANKED_LOWER
    assert lost(made, ["v", "w"]) == Lost.WRONG_TOPIC


def test_losses_do_not_depend_on_the_order_of_entities() -> None:
    for name, (made, topics) in CASES.items():
        assert lost(_turned(made), topics) == name.partition(",")[0]


def _turned(made: Prediction) -> Prediction:
    """The same prediction with its entities in reversed order."""
    old, last = made.example, made.example.num_entities - 1
    example = dataclasses.replace(
        old,
        entities=old.entities[::-1],
        topics=old.topics[::-1],
        answers=old.answers[::-1],
        head=last - old.head,
        tail=last - old.tail,
        number_entity=last - old.number_entity,
    )
    masks = {name: getattr(made, name)[::-1] for name in ("probabilities", "basic", "candidates", "winners")}
    assert all(isinstance(mask, np.ndarray) for mask in masks.values())
    return dataclasses.replace(made, example=example, **masks)
