import dataclasses
from typing import Any

from numkbqa.api.explained import Outcome
from numkbqa.api.verdict import Verdict, verdict_of
from numkbqa.evaluation import Prediction
from numkbqa.values.ranks import Direction
from tests.support.predictions import KB, LARGEST, PLAIN, SIZE, prediction, question

SECOND = "what is the second largest one?"


def predicted(text: str, probabilities: list[float], **changes: Any) -> Prediction:
    """What the model says of a question about a, b and c, whose sizes are 1, 2 and 3."""
    made = prediction(question("q", text), probabilities, relation=SIZE, facts=True, **changes)
    return dataclasses.replace(made, direction=Direction.MAX)


def verdict(entity: str, made: Prediction) -> Verdict:
    number = KB.entity_index(entity)
    assert number is not None
    return verdict_of(number, made, KB)


def test_the_answer_holds_the_rank_that_was_asked_for() -> None:
    found = verdict("c", predicted(LARGEST, [0.1, 0.2, 0.7], winners="c"))
    assert found == (
        Outcome.ANSWER,
        "c holds rank 1 by size with 3, and rank 1 was asked for, the largest first",
    )


def test_another_candidate_holds_another_rank() -> None:
    found = verdict("a", predicted(SECOND, [0.1, 0.7, 0.2], winners="b"))
    assert found == (
        Outcome.OTHER_RANK,
        "a holds rank 3 by size with 1, and rank 2 was asked for, the largest first",
    )


def test_where_model_and_sorting_differ_both_are_said() -> None:
    made = predicted(LARGEST, [0.1, 0.7, 0.2], winners="c")
    assert verdict("c", made) == (
        Outcome.LESS_LIKELY,
        "c holds rank 1 by size with 3, but the model prefers b with a probability of 0.7;"
        " c has a probability of 0.2",
    )
    answer = verdict("b", made)
    assert answer.outcome is Outcome.ANSWER
    assert answer.reason.startswith("the model prefers b, although b holds rank 2")


def test_what_is_pruned_is_told_with_how_unlikely_it_is() -> None:
    found = verdict("a", predicted(LARGEST, [0.01, 0.2, 0.79], winners="c", candidates="bc"))
    assert found == (
        Outcome.PRUNED,
        "a was retrieved, but is too unlikely by meaning to be compared: 0.01 beside 0.79 of the likeliest",
    )


def test_a_candidate_may_have_no_value() -> None:
    made = predicted(LARGEST, [0.1, 0.2, 0.7], winners="c")
    example = made.example
    kept = example.number_entity != 0
    columns = {
        name: getattr(example, name)[kept]
        for name in ("number_entity", "number_relation", "low", "high", "value")
    }
    without = dataclasses.replace(made, example=dataclasses.replace(example, **columns))
    assert verdict("a", without) == (Outcome.NO_VALUE, "a has no size to compare")


def test_what_was_not_retrieved_is_near_or_far() -> None:
    made = predicted(LARGEST, [0.1, 0.2, 0.7], winners="c")
    near, far = verdict("u", made), verdict("w", made)
    assert near == (
        Outcome.NOT_RETRIEVED,
        "u is within two hops of t, but not among the 4 entities that were kept around t",
    )
    assert far == (Outcome.NOT_RETRIEVED, "w is more than two hops away from t")


def test_a_plain_question_is_decided_by_likelihood_alone() -> None:
    made = dataclasses.replace(prediction(question("q", PLAIN), [0.1, 0.2, 0.7], facts=True), ordinal=0.0)
    assert verdict("c", made) == (
        Outcome.ANSWER,
        "the model finds c the likeliest, with a probability of 0.7",
    )
    assert verdict("a", made) == (
        Outcome.LESS_LIKELY,
        "the model prefers c with a probability of 0.7; a has a probability of 0.1",
    )


def test_without_an_answer_the_reason_for_that_is_given() -> None:
    found = verdict("c", predicted("what is the fifth largest one?", [0.1, 0.2, 0.7]))
    assert found.outcome is Outcome.ABSTAINED
    assert found.reason.startswith("c holds rank 1 by size with 3; ")
    assert "number 5" in found.reason
