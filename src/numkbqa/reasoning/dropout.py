"""Dropout whose masks come out of a pool: drawing fresh ones costs more than the layer they serve."""

import math
from collections.abc import Sequence

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
        mask = self.mask(values, values.shape)
        return values if mask is None else values * mask

    def mask(self, like: Tensor, shape: Sequence[int]) -> Tensor | None:
        """Take a mask out of the pool.

        Args:
            like: a tensor of the type and device of the mask.
            shape: its shape.

        Returns:
            Zeros, and numbers above 1 so that the mean stays 1; None where nothing is dropped. It belongs to
            the pool: it must not be written to.
        """
        if not self.training or self.p == 0:
            return None
        count = math.prod(shape)
        if len(self.pool) < count or self.pool.device != like.device or self.pool.dtype != like.dtype:
            kept = torch.rand(max(POOL_SIZE, 2 * count), device=like.device) >= self.p
            self.pool = kept.to(like.dtype) / (1 - self.p)
        start = int(torch.randint(len(self.pool) - count + 1, ()))
        return self.pool[start : start + count].view(shape)
