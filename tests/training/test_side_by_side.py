from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from threading import Barrier

import pytest
import torch
from torch import Tensor, nn

from numkbqa.reasoning.batch_norm import BatchNorm
from numkbqa.reasoning.dropout import PooledDropout
from numkbqa.training.side_by_side import SideBySide, parts_on


@pytest.fixture(autouse=True)
def _as_many_threads_as_before() -> object:
    before = torch.get_num_threads()
    yield
    torch.set_num_threads(before)


def halves(module: nn.Module, rows: Tensor, seed: int = 0) -> tuple[Tensor, list[Tensor | None]]:
    torch.manual_seed(seed)
    parameters = list(module.parameters())

    def squares(part: Tensor) -> Tensor:
        return torch.as_tensor(module(part)).square().sum()

    with SideBySide(parameters, squares) as gradients:
        loss = gradients([rows[:3], rows[3:]])
    return loss, [p.grad for p in parameters if p.requires_grad]


@pytest.mark.parametrize("threads", [1, 2])
def test_equals_the_whole_batch(threads: int) -> None:
    torch.set_num_threads(threads)
    module, rows = nn.Linear(4, 3).double(), torch.randn(8, 4).double()
    loss, found = halves(module, rows)
    whole = module(rows).square().sum()
    expected = torch.autograd.grad(whole, list(module.parameters()))
    torch.testing.assert_close(loss, whole.detach())
    torch.testing.assert_close(found, list(expected))


def test_the_number_of_threads_decides_nothing() -> None:
    rows, found = torch.randn(8, 4), list[object]()
    for threads in (1, 2, 2):
        torch.set_num_threads(threads)
        torch.manual_seed(1)
        norm = BatchNorm(4).train()
        module = nn.Sequential(PooledDropout(0.4), nn.Linear(4, 4), norm)
        _, gradients = halves(module, rows, seed=7)
        found.append([*gradients, norm.mean.data, norm.variance.data])
    torch.testing.assert_close(found[1], found[0], rtol=0, atol=0)
    torch.testing.assert_close(found[2], found[0], rtol=0, atol=0)


def test_parts_are_reasoned_upon_at_the_same_time() -> None:
    torch.set_num_threads(2)
    meeting, weight = Barrier(2, timeout=20), nn.Parameter(torch.ones(()))

    def loss(part: float) -> Tensor:
        meeting.wait()  # breaks unless another thread comes too
        return weight * part

    with SideBySide([weight], loss) as gradients:
        assert float(gradients([1.0, 2.0])) == 3.0
    assert weight.grad == 3.0


def test_a_part_of_its_own_takes_no_thread_and_leaves_no_old_gradient() -> None:
    used, *others = (nn.Parameter(torch.ones(())) for _ in range(3))
    others[1].requires_grad_(False)

    def loss(part: float) -> Tensor:
        return used * part

    with SideBySide([used, *others], loss) as gradients:
        for parts in ([5.0], [2.0, 3.0]):
            for other in others:
                other.grad = torch.ones(())
            assert float(gradients(parts)) == 5.0
            assert [p.grad for p in (used, *others)] == [5.0, None, None]


def test_an_error_in_a_part_comes_through_and_torch_keeps_its_threads() -> None:
    torch.set_num_threads(2)
    weight = nn.Parameter(torch.ones(()))

    def loss(part: float) -> Tensor:
        if part == 2.0:
            raise ValueError("part two")
        return weight * part

    with pytest.raises(ValueError, match="part two"), SideBySide([weight], loss) as gradients:
        gradients([1.0, 2.0])
    later: Callable[[], int] = torch.get_num_threads
    with ThreadPoolExecutor(1) as other:
        assert (torch.get_num_threads(), other.submit(later).result()) == (2, 2)


@pytest.mark.parametrize("parts", [[1.0], [0.25, 0.75]])
def test_of_several_losses_the_sum_is_learned_and_each_is_told(parts: list[float]) -> None:
    weight = nn.Parameter(torch.tensor(2.0))

    def losses(part: float) -> Tensor:
        return part * torch.stack([weight, weight.square()])

    with SideBySide([weight], losses) as gradients:
        assert gradients(parts).tolist() == [2.0, 4.0]
    assert weight.grad == 5.0


def test_only_a_cpu_has_parts() -> None:
    assert parts_on(torch.device("cpu"), 3) == 3
    assert parts_on(torch.device("meta"), 3) == 1
