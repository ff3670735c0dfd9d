import torch

from numkbqa.reasoning.dropout import PooledDropout


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
    module.pool = module.pool[:10]
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
