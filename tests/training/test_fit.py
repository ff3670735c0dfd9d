from collections.abc import Iterator

import pytest
import torch
from torch import Tensor, nn

from numkbqa.errors import UserError
from numkbqa.retrieval.batch import Batch
from numkbqa.training.fit import FitHistory, FitSettings, Selection, fit
from tests.support.random_batch import random_batch


class Offset(nn.Module):
    def __init__(self) -> None:
        super().__init__()
        self.value = nn.Parameter(torch.tensor(4.0))


def run(
    module: Offset,
    scores: list[float],
    settings: FitSettings,
    *,
    target: float = 0.0,
    rate: float = 0.1,
    seen: list[float] | None = None,
) -> FitHistory:
    """Fit the offset, evaluated as `scores` say; `seen` takes its value at each evaluation."""
    _, batch = random_batch(0)
    left = iter(scores)

    def batches(epoch: int) -> Iterator[list[Batch]]:
        yield [batch]

    def loss(_: Batch) -> Tensor:
        return (module.value - target) ** 2

    def evaluate() -> Selection:
        if seen is not None:
            seen.append(module.value.item())
        return (next(left),)

    groups: list[dict[str, object]] = [{"params": [module.value], "lr": rate}]
    return fit(module, groups, batches, 1, loss, evaluate, settings, lambda *_: None)


def test_keeps_the_parameters_of_the_best_evaluation() -> None:
    module, seen = Offset(), list[float]()
    history = run(module, [1.0, 3.0, 2.0], FitSettings(epochs=3, evaluate_every=1), seen=seen)
    assert history.best_epoch == 2
    assert module.value.item() in seen
    assert module.value.item() not in (seen[0], seen[-1])
    assert not module.training


def test_stops_when_nothing_improves() -> None:
    history = run(Offset(), [5.0, 1.0, 1.0, 9.0], FitSettings(epochs=10, evaluate_every=1, patience=2))
    assert len(history.losses) == 3


def test_learns() -> None:
    module = Offset()
    history = run(module, [float(i) for i in range(60)], FitSettings(epochs=60, evaluate_every=1, clip=100.0))
    assert history.losses[-1] < history.losses[0] / 4


def test_a_loss_that_is_no_number_stops_with_a_reason() -> None:
    with pytest.raises(UserError, match=r"not a number\n.*learning rates of the stage.*`fine_tuning`"):
        run(Offset(), [1.0], FitSettings(epochs=1), target=float("nan"))


def test_parameters_that_are_no_numbers_stop_it_whatever_the_loss_says() -> None:
    with pytest.raises(UserError, match=r"not a number\n.*learning rates of the stage.*`fine_tuning`"):
        run(Offset(), [1.0], FitSettings(epochs=1), rate=1e39)
