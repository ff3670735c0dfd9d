"""Dropout whose masks come out of a pool: drawing fresh ones costs more than the layer they serve."""

import torch
from torch import Tensor, nn

POOL_SIZE = 1 << 22


class PooledDropout(nn.Module):
    """Dropout with masks cut from a pool of random ones at a random place.

    On a CPU, drawing Bernoulli numbers for all entities of a batch takes as long as a third of an NSM step. A
    pool of 4 million scaled zeros and ones, read from a random start, is as good a mask and costs one
    multiplication.

    Args:
        p: probability of dropping a value.
    """

    pool: Tensor

    def __init__(self, p: float) -> None:
        super().__init__()
        self.p = p
        self.register_buffer("pool", torch.empty(0), persistent=False)

    def forward(self, values: Tensor) -> Tensor:
        """Drop values in training mode.

        Args:
            values: any shape.

        Returns:
            The same shape, scaled so that the mean stays.
        """
        if not self.training or self.p == 0:
            return values
        count = values.numel()
        if len(self.pool) < count or self.pool.device != values.device or self.pool.dtype != values.dtype:
            kept = torch.rand(max(POOL_SIZE, 2 * count), device=values.device) >= self.p
            self.pool = kept.to(values.dtype) / (1 - self.p)
        start = int(torch.randint(len(self.pool) - count + 1, ()))
        return values * self.pool[start : start + count].view(values.shape)
