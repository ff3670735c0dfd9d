"""Two ways to compute the same, compared with their gradients."""

from collections.abc import Sequence

import torch
from torch import Tensor


def assert_same_with_gradients(ours: Tensor, plain: Tensor, inputs: Sequence[Tensor]) -> None:
    """Compare results, and what a random weighting of them sends back to the inputs."""
    torch.testing.assert_close(ours, plain)
    target = torch.randn_like(plain)
    back = [torch.autograd.grad((made * target).sum(), inputs) for made in (ours, plain)]
    for one, other in zip(*back, strict=True):
        torch.testing.assert_close(one, other)
