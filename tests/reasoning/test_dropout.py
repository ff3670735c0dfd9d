import pytest
import torch
from torch import nn

from numkbqa.reasoning.dropout import Dropout, PooledDropout
from numkbqa.reasoning.lanes import Lane


def test_drops_the_share_asked_for_and_keeps_the_mean() -> None:
    torch.manual_seed(0)
    dropped = PooledDropout(0.3)(torch.ones(1000, 200))
    assert abs(float((dropped == 0).float().mean()) - 0.3) < 0.01
    assert abs(float(dropped.mean()) - 1) < 0.01


def test_masks_differ_from_call_to_call() -> None:
    torch.manual_seed(0)
    module, values = PooledDropout(0.5), torch.ones(64, 64)
    assert not torch.equal(module(values), module(values))


def test_does_nothing_when_evaluating() -> None:
    values = torch.randn(8, 8)
    assert torch.equal(PooledDropout(0.5).eval()(values), values)


def test_serves_tensors_larger_than_its_pool() -> None:
    module = PooledDropout(0.5)
    module(torch.ones(4))
    for key, pool in module.pools.items():
        module.pools[key] = pool[:10]
    assert module(torch.ones(50)).shape == (50,)


def test_a_mask_is_what_values_are_multiplied_by() -> None:
    module, values = PooledDropout(0.5), torch.randn(3, 5)
    torch.manual_seed(0)
    dropped = module(values)
    torch.manual_seed(0)
    fresh = PooledDropout(0.5)
    mask = fresh.mask(values, values.shape)
    assert mask is not None
    assert torch.equal(dropped, values * mask)
    assert fresh.eval().mask(values, values.shape) is None


@pytest.mark.parametrize("kind", [PooledDropout, Dropout])
def test_in_a_lane_masks_are_those_of_its_own_generator(kind: type[nn.Module]) -> None:
    values = torch.ones(30, 30)

    def drawn(module: nn.Module, lane: Lane) -> list[float]:
        with lane.entered():
            return list(map(float, module(values).flatten()))

    together, apart = kind(0.5), kind(0.5)
    lanes = Lane(seed=3), Lane(seed=4)
    mixed = [drawn(together, lane) for lane in (*lanes, *lanes)]
    lanes = Lane(seed=3), Lane(seed=4)
    torch.manual_seed(5)  # torch's own generator has no part in it
    first = [drawn(apart, lanes[0]) for _ in range(2)]
    second = [drawn(apart, lanes[1]) for _ in range(2)]
    assert mixed == [first[0], second[0], first[1], second[1]]
    assert first[0] != second[0]


def test_fresh_masks_drop_the_share_asked_for_and_keep_the_mean() -> None:
    with Lane(seed=0).entered():
        dropped = Dropout(0.3)(torch.ones(1000, 200))
    assert abs(float((dropped == 0).float().mean()) - 0.3) < 0.01
    assert abs(float(dropped.mean()) - 1) < 0.01
    assert torch.equal(Dropout(0.3).eval()(dropped), dropped)
