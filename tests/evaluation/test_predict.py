import dataclasses
import sys

import numpy as np
import pytest
import torch

from numkbqa.evaluation import Prediction, predict
from numkbqa.evaluation.predict import valued
from numkbqa.questions.ordinal import parse_ordinal
from numkbqa.questions.records import Question
from numkbqa.retrieval.dataset import Dataset
from numkbqa.retrieval.examples import Example
from numkbqa.values.ranks import Direction
from tests.support.random_batch import random_example, random_words
from tests.support.random_model import random_fusion
from tests.support.toy_kb import ToyKB, day, number

KB = ToyKB([], [("e", "r0", number(1)), ("e", "r1", number(2)), ("e", "r2", day("1999"))])


def asked(example: Example, text: str) -> Example:
    return dataclasses.replace(example, question=Question(id=example.question.id, question=text))


def make_dataset(count: int = 7, text: str = "what is the largest one?") -> Dataset:
    rng = np.random.default_rng(5)
    examples = [asked(random_example(rng, num_entities=5 + i, name=f"q{i}"), text) for i in range(count)]
    return Dataset(examples, [random_words(rng) for _ in examples], [])


def run(dataset: Dataset, ordinal: float = 1.0, batch_size: int = 40) -> list[Prediction]:
    probability = torch.full((len(dataset),), ordinal)
    return list(predict(random_fusion(), dataset, probability, KB, batch_size=batch_size))


def by_hand(
    probabilities: list[float], winners: list[bool] | None = None, entities: list[int] | None = None
) -> Prediction:
    size = len(probabilities)
    example = dataclasses.replace(
        random_example(np.random.default_rng(0), num_entities=size),
        entities=np.array(entities or range(size), dtype=np.int64),
    )
    p = np.array(probabilities)
    won = np.array(winners or [False] * size)
    return Prediction(example, p, p, np.ones(size, bool), 1.0, None, None, won)


def test_every_question_is_answered_in_order_and_batches_do_not_matter() -> None:
    dataset = make_dataset()
    together, alone = run(dataset), run(dataset, batch_size=1)
    assert [prediction.question.id for prediction in together] == [f"q{i}" for i in range(7)]
    for one, other in zip(together, alone, strict=True):
        np.testing.assert_allclose(one.probabilities, other.probabilities, atol=1e-6)
        np.testing.assert_array_equal(one.candidates, other.candidates)
        np.testing.assert_array_equal(one.winners, other.winners)
        assert one.relation == other.relation


def test_a_plain_question_gets_basic_reasoning() -> None:
    for prediction in run(make_dataset(), ordinal=0.0):
        np.testing.assert_array_equal(prediction.probabilities, prediction.basic)
        assert prediction.ranking() == prediction.basic_ranking()


def test_an_ordinal_question_does_not() -> None:
    changed = [np.abs(p.probabilities - p.basic).max() > 1e-4 for p in run(make_dataset())]
    assert any(changed)


def test_the_exact_sort_puts_the_largest_candidate_of_the_relation_first() -> None:
    found = [p for p in run(make_dataset()) if p.winners.any()]
    assert found
    for prediction in found:
        example, relation = prediction.example, prediction.relation
        mine = (example.number_relation == relation) & prediction.candidates[example.number_entity]
        best = example.low[mine].max()
        assert set(np.flatnonzero(prediction.winners)) == set(
            example.number_entity[mine & (example.low == best)]
        )
        assert prediction.exact_ranking()[0] in np.flatnonzero(prediction.winners)


def test_the_direction_of_the_exact_sort_follows_the_kind_of_the_relation() -> None:
    assert parse_ordinal("which is the oldest one?") is not None
    old = {p.question.id: p for p in run(make_dataset(40, "which is the oldest one?")) if p.winners.any()}
    dated = {kb_relation(p) == 2 for p in old.values()}
    assert dated == {True, False}
    for prediction in old.values():
        low, _ = valued(
            prediction.example, prediction.candidates, int(prediction.relation or 0), Direction.MAX
        )
        end = np.nanmin(low) if kb_relation(prediction) == 2 else np.nanmax(low)
        assert set(low[prediction.winners]) == {end}


def kb_relation(prediction: Prediction) -> int:
    assert prediction.relation is not None
    return int(prediction.example.numerical_relations[prediction.relation])


def test_of_a_list_all_its_ranks_win_and_lead_the_ranking_by_rank() -> None:
    lists = {p.question.id: p for p in run(make_dataset(text="what are the two largest ones?"))}
    first = {p.question.id: p.winners for p in run(make_dataset())}
    second = {p.question.id: p.winners for p in run(make_dataset(text="the second largest one"))}
    assert any(prediction.winners.sum() > 1 for prediction in lists.values())
    for key, prediction in lists.items():
        np.testing.assert_array_equal(prediction.winners, first[key] | second[key])
        if prediction.winners.any():
            leading = prediction.ranking()[: prediction.winners.sum()]
            assert prediction.winners[leading].all()
            assert np.all(np.diff(prediction.ranks()[leading]) >= 0)


@pytest.mark.parametrize(
    ("text", "whole"), [("the two largest", True), ("the ninth largest", True), ("the largest", False)]
)
def test_a_list_and_an_unseen_rank_are_among_all_members_of_a_class(
    text: str, whole: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    everything = np.ones(9, dtype=np.bool_)
    monkeypatch.setattr(sys.modules["numkbqa.evaluation.predict"], "listed", lambda *_: everything)
    example = asked(random_example(np.random.default_rng(5)), text)
    dataset = Dataset([example], [random_words(np.random.default_rng(5))], [])
    (prediction,) = predict(random_fusion(), dataset, torch.ones(1), KB, trained_rank=3)
    assert prediction.candidates.all() == whole


def test_the_exact_sort_leads_only_beyond_the_trained_ranks() -> None:
    dataset = make_dataset(text="the second largest one")
    ones = torch.ones(len(dataset))
    for trained, decides in ((1, True), (2, False), (None, False)):
        for prediction in predict(random_fusion(), dataset, ones, KB, trained_rank=trained):
            assert prediction.sorted_exactly is (decides and bool(prediction.winners.any()))


def test_a_question_without_determiner_has_no_winner() -> None:
    for prediction in run(make_dataset(text="what is near it?")):
        assert prediction.cue is None
        assert not prediction.winners.any()
        assert prediction.exact_ranking() == prediction.basic_ranking()


def test_without_numbers_there_is_no_relation_and_no_winner() -> None:
    dataset = make_dataset()
    none = np.zeros(0, dtype=np.int64)
    bare = [
        dataclasses.replace(
            example,
            numerical_relations=none,
            relevance=np.zeros(0),
            number_entity=none,
            number_relation=none,
            low=np.zeros(0),
            high=np.zeros(0),
            value=none,
        )
        for example in dataset.examples
    ]
    for prediction in run(Dataset(bare, dataset.word_states, [])):
        assert prediction.relation is None
        assert not prediction.winners.any()


def test_equal_answers_stand_in_the_order_of_the_graph_and_impossible_ones_are_left_out() -> None:
    assert by_hand([0.2, 0.0, 0.2, 0.6], entities=[7, 1, 3, 9]).ranking() == [3, 2, 0]


def test_the_exact_ranking_holds_the_winners_alone_the_likeliest_first() -> None:
    assert by_hand([0.1, 0.5, 0.4], [True, False, True]).exact_ranking() == [2, 0]
    assert by_hand([0.0, 1.0], [True, False]).exact_ranking() == [0]


@pytest.mark.parametrize(
    ("direction", "expected"),
    [(Direction.MAX, [(4.0, 9.0), (7.0, 7.0)]), (Direction.MIN, [(1.0, 2.0), (7.0, 7.0)])],
)
def test_of_several_values_the_one_at_the_asked_end_counts(
    direction: Direction, expected: list[tuple[float, float]]
) -> None:
    example = dataclasses.replace(
        random_example(np.random.default_rng(0), num_entities=4),
        number_entity=np.array([0, 1, 0, 0, 2, 3]),
        number_relation=np.array([0, 0, 0, 0, 1, 0]),
        low=np.array([3.0, 7.0, 1.0, 4.0, 5.0, 6.0]),
        high=np.array([3.0, 7.0, 2.0, 9.0, 5.0, 6.0]),
    )
    low, high = valued(example, np.array([True, True, True, False]), 0, direction)
    assert list(zip(low[:2], high[:2], strict=True)) == expected
    assert np.isnan(low[2:]).all()  # another relation; no candidate
    assert np.isnan(high[2:]).all()


def test_only_what_is_of_the_asked_class_is_ranked_compared_and_sorted() -> None:
    plain = make_dataset()
    found = [(one, int(one.candidates.nonzero()[0][-1])) for one in run(plain) if one.candidates.sum() > 1]
    classed = [
        dataclasses.replace(
            one.example,
            of_asked_class=np.arange(one.example.num_entities) == member,
            asked_classes=np.array([KB.entity_index("e")]),
            number_entity=np.full(1, member),
            number_relation=one.example.number_relation[:1],
            low=one.example.low[:1],
            high=one.example.high[:1],
            value=one.example.value[:1],
        )
        for one, member in found
    ]
    words = [plain.word_states[plain.examples.index(one.example)] for one, _ in found]
    for (before, member), after in zip(found, run(Dataset(classed, words, [])), strict=True):
        assert np.flatnonzero(after.candidates).tolist() == after.ranking() == [member]
        assert after.exact_ranking()[:1] == [member]
        others = set(np.flatnonzero(before.candidates).tolist()) - {member}
        assert set(after.set_aside.tolist()) == others
