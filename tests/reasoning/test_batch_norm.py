import pytest
import torch

from numkbqa.reasoning.batch_norm import BatchNorm
from tests.support.reasoners import shaken


@pytest.mark.parametrize("shape", [(6, 3), (6, 3, 4)])
@pytest.mark.parametrize("training", [True, False])
def test_equals_the_one_of_torch_and_keeps_the_same_statistics(
    shape: tuple[int, ...], training: bool
) -> None:
    ours, theirs = BatchNorm(3).train(training), torch.nn.BatchNorm1d(3).train(training)
    torch.manual_seed(0)
    for _ in range(3):
        values = 5 + 2 * torch.randn(shape)
        torch.testing.assert_close(ours(values), theirs(values))
    torch.testing.assert_close(ours.mean.data, theirs.running_mean)
    torch.testing.assert_close(ours.variance.data, theirs.running_var)


def test_a_lone_question_is_normalised_by_the_running_statistics() -> None:
    norm = BatchNorm(3).train()
    norm(5 + torch.randn(20, 3))
    values = torch.randn(1, 3)
    in_training = norm(values)
    torch.testing.assert_close(in_training, norm.eval()(values))


def test_statistics_are_parameters_without_a_gradient() -> None:
    norm = shaken(BatchNorm(2))
    torch.autograd.backward(norm(torch.randn(4, 2)).square().sum())
    kept = {name: p.grad is not None for name, p in norm.named_parameters()}
    assert kept == {"weight": True, "bias": True, "mean": False, "variance": False}
