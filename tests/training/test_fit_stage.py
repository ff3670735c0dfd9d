import numpy as np
import pytest
import torch
from torch import Tensor, nn

from numkbqa.reasoning.basic import BasicReasoner
from numkbqa.retrieval.batch import Batch
from numkbqa.retrieval.dataset import Dataset
from numkbqa.training.fit import FitSettings
from numkbqa.training.fit_stage import fit_to
from numkbqa.training.losses import kl_loss
from tests.support.random_batch import random_batch, random_words
from tests.support.reasoners import make_reasoner


def test_a_loss_is_told_which_questions_a_batch_holds(capsys: pytest.CaptureFixture[str]) -> None:
    examples, _ = random_batch(0, num_questions=5)
    words = [np.full((3, 2), i, dtype=np.float32) for i in range(5)]
    dataset, seen = Dataset(examples, words, [(examples[0].question, "no topic")]), list[list[int]]()
    module = nn.Linear(1, 1)

    def loss(indices: list[int], batch: Batch) -> Tensor:
        assert batch.words[:, 0, 0].tolist() == indices
        seen.append(indices)
        return module.weight.square().sum()

    facts = fit_to(
        dataset,
        module,
        [{"params": list(module.parameters()), "lr": 0.01}],
        loss,
        lambda: (1.0, 50.0),
        FitSettings(epochs=2, batch_size=2, evaluate_every=1, parts=1),
        name="a line",
        seed=3,
        device=torch.device("cpu"),
    )
    assert sorted(i for indices in seen[:3] for i in indices) == [0, 1, 2, 3, 4]
    assert seen[:3] != seen[3:]
    assert facts["questions"] == 5
    assert facts["dropped"] == 1
    assert facts["best_epoch"] == 1
    assert facts["selections"] == [[1, 1.0, 50.0], [2, 1.0, 50.0]]
    told = capsys.readouterr().err
    assert "a line: epoch 1 of 2, loss" in told
    assert "dev 1.0 / 50.0" in told


@pytest.mark.parametrize("parts", [1, 2, 3])
def test_the_parts_of_a_batch_count_by_their_questions(parts: int) -> None:
    examples, _ = random_batch(0, num_questions=5)
    words = [np.full((3, 2), i, dtype=np.float32) for i in range(5)]
    module = nn.Linear(1, 1)

    def loss(indices: list[int], _: Batch) -> Tensor:
        return module.weight.sum() * 0 + torch.tensor(indices).float().mean()

    facts = fit_to(
        Dataset(examples, words, []),
        module,
        [{"params": list(module.parameters()), "lr": 0.01}],
        loss,
        lambda: (1.0,),
        FitSettings(epochs=1, batch_size=5, parts=parts),
        name="a line",
        seed=3,
        device=torch.device("cpu"),
    )
    assert facts["losses"] == [2.0]


@pytest.mark.parametrize("key", sorted(BasicReasoner.registry))
def test_a_reasoner_learns_the_same_whatever_the_number_of_threads(key: str) -> None:
    before, learned = torch.get_num_threads(), []
    try:
        for threads in (1, 2):
            torch.set_num_threads(threads)
            learned.append(trained(key))
    finally:
        torch.set_num_threads(before)
    for one, other, start in zip(*learned, make_reasoner(key).parameters(), strict=True):
        torch.testing.assert_close(one, other, rtol=0, atol=0)
        assert one.requires_grad <= bool((one != start).any())


def trained(key: str) -> list[nn.Parameter]:
    """Parameters of a reasoner after two epochs, with every kind of dropout."""
    examples, _ = random_batch(0, num_questions=8)
    rng = np.random.default_rng(0)
    dataset = Dataset(examples, [random_words(rng) for _ in examples], [])
    reasoner = make_reasoner(key)
    torch.manual_seed(1)

    def loss(_: list[int], batch: Batch) -> Tensor:
        return kl_loss(reasoner(batch).probabilities, batch)

    fit_to(
        dataset,
        reasoner,
        [{"params": list(reasoner.parameters()), "lr": 0.01}],
        loss,
        lambda: (1.0,),
        FitSettings(epochs=2, batch_size=4, evaluate_every=1, warmup_share=0.0),
        name="a line",
        seed=3,
        device=torch.device("cpu"),
    )
    return list(reasoner.parameters())
