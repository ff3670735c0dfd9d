import numpy as np
import pytest
import torch

from numkbqa.questions.records import Question
from numkbqa.retrieval.dataset import Dataset
from tests.support.random_batch import random_example, random_words


def make(count: int, seed: int = 0, prefix: str = "q") -> Dataset:
    """Examples of growing size, so that each can be told from the others by its entities."""
    rng = np.random.default_rng(seed)
    examples = [random_example(rng, num_entities=5 + i, name=f"{prefix}{i}") for i in range(count)]
    dropped = [(Question(id=f"{prefix}-lost", question="what of nothing?"), "no topic entity")]
    return Dataset(examples, [random_words(rng) for _ in examples], dropped)


@pytest.mark.parametrize("batch_size", [1, 3, 7, 50])
def test_an_epoch_holds_every_example_once(batch_size: int) -> None:
    dataset = make(10)
    seen = [indices for indices, _ in dataset.epoch(batch_size, seed=4)]
    assert sorted(i for indices in seen for i in indices) == list(range(10))
    assert all(len(indices) <= batch_size for indices in seen)


def test_the_seed_decides_the_order_of_an_epoch() -> None:
    dataset = make(30)
    orders = [[indices for indices, _ in dataset.epoch(4, seed)] for seed in (1, 1, 2)]
    assert orders[0] == orders[1]
    assert orders[0] != orders[2]


def test_a_batch_carries_the_words_and_graphs_of_its_indices() -> None:
    dataset = make(9)
    for indices, batch in dataset.epoch(2, seed=0):
        sizes = [dataset.examples[i].num_entities for i in indices]
        assert batch.entity_offsets.diff().tolist() == sizes
        for row, i in enumerate(indices):
            words = batch.words[row][batch.word_mask[row]]
            torch.testing.assert_close(words, torch.from_numpy(dataset.word_states[i]))


def orders(dataset: Dataset, *, keep_batches: bool) -> list[list[list[int]]]:
    """Indices of the batches of three epochs."""
    epoch = dataset.epochs(4, seed=1, keep_batches=keep_batches)
    return [[part.indices for (part,) in epoch(number)] for number in range(3)]


@pytest.mark.parametrize("cores", [1, 64])
def test_batches_formed_anew_are_those_of_each_epoch_by_its_seed(
    cores: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("os.cpu_count", lambda: cores)  # with a free core they are formed ahead
    dataset = make(30)
    expected = [[indices for indices, _ in dataset.epoch(4, seed)] for seed in (1, 2, 3)]
    assert orders(dataset, keep_batches=False) == expected


def test_kept_batches_only_change_their_order() -> None:
    dataset = make(30)
    first, second, third = orders(dataset, keep_batches=True)
    assert first == [indices for indices, _ in dataset.epoch(4, seed=1)]
    assert sorted(first) == sorted(second) == sorted(third)
    assert first != second != third
    assert orders(dataset, keep_batches=True) == [first, second, third]
    epoch = dataset.epochs(4, seed=1, keep_batches=True)
    held = {id(part.batch) for (part,) in epoch(0)}
    assert {id(part.batch) for (part,) in epoch(1)} == held


@pytest.mark.parametrize("keep_batches", [False, True])
def test_the_parts_of_a_batch_are_like_in_size_and_make_it_up(keep_batches: bool) -> None:
    dataset = make(30)
    whole = list(dataset.epochs(8, seed=1, keep_batches=keep_batches)(0))
    parted = list(dataset.epochs(8, seed=1, keep_batches=keep_batches, parts=3)(0))
    assert [sorted(i for part in parts for i in part.indices) for parts in parted] == [
        sorted(part.indices) for (part,) in whole
    ]
    for parts, (every,) in zip(parted, whole, strict=True):
        # a batch is in the order of sizes
        assert [part.indices for part in parts] == [every.indices[start::3] for start in range(3)]
        sizes = [len(part.indices) for part in parts]
        assert max(sizes) - min(sizes) <= 1
        assert sum(part.share for part in parts) == pytest.approx(1)
        assert [part.batch.num_questions for part in parts] == sizes


def test_a_batch_has_no_more_parts_than_questions() -> None:
    sizes = [[len(part.indices) for part in parts] for parts in make(5).epochs(4, seed=1, parts=3)(0)]
    assert sorted(sizes) == [[1], [2, 1, 1]]


def test_an_epoch_may_be_left_before_its_end(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("os.cpu_count", lambda: 64)
    (part,) = next(iter(make(9).epochs(2, seed=0)(0)))
    assert len(part.indices) in (1, 2)


def test_in_order_keeps_the_order_and_ends_with_a_smaller_batch() -> None:
    dataset = make(7)
    batches = list(dataset.in_order(3))
    assert [indices for indices, _ in batches] == [[0, 1, 2], [3, 4, 5], [6]]
    assert [batch.num_questions for _, batch in batches] == [3, 3, 1]


def test_nothing_gives_no_batch() -> None:
    empty = make(3).select([])
    assert len(empty) == 0
    assert list(empty.in_order(3)) == []
    assert list(empty.epoch(3, seed=0)) == []


def test_selected_examples_keep_their_words_and_no_dropped_question() -> None:
    dataset = make(5)
    chosen = dataset.select([4, 1])
    assert [question.id for question in chosen.questions] == ["q4", "q1"]
    assert chosen.word_states[0] is dataset.word_states[4]
    assert chosen.dropped == []


def test_joined_datasets_keep_everything_dropped_questions_included() -> None:
    both = make(2).joined(make(3, seed=1, prefix="p"))
    assert [question.id for question in both.questions] == ["q0", "q1", "p0", "p1", "p2"]
    assert [question.id for question, _ in both.dropped] == ["q-lost", "p-lost"]
    assert len(both.word_states) == 5
