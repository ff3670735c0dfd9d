"""Dropout of two kinds, both at home in lanes: with masks out of a pool, and with fresh ones.

Drawing fresh masks for all entities of a batch costs more than the layer that they serve.
"""

import math
from collections.abc import Sequence

import torch
from torch import Tensor, nn
from torch.nn import functional

from numkbqa.reasoning.lanes import current_lane, lane_generator

POOL_SIZE = 1 << 22
CPU = torch.device("cpu")


class PooledDropout(nn.Module):
    """Dropout with masks cut from a pool of random ones at a random place.

    On a CPU, drawing Bernoulli numbers for all entities of a batch takes as long as a third of an NSM step. A
    pool of 4 million scaled zeros and ones, read from a random start, is as good a mask and costs one
    multiplication. In a lane all modules share its pools.

    Args:
        p: probability of dropping a value.
    """

    def __init__(self, p: float) -> None:
        super().__init__()
        self.p = p
        self.pools: dict[tuple[float, torch.dtype, torch.device], Tensor] = {}

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
        pool = self._pool(count, like)
        start = int(torch.randint(len(pool) - count + 1, (), generator=lane_generator(CPU)))
        return pool[start : start + count].view(shape)

    def _pool(self, count: int, like: Tensor) -> Tensor:
        lane, key = current_lane(), (self.p, like.dtype, like.device)
        pools = self.pools if lane is None else lane.pools
        if key not in pools or len(pools[key]) < count:
            size, generator = max(POOL_SIZE, 2 * count), lane_generator(like.device)
            kept = torch.rand(size, device=like.device, generator=generator) >= self.p
            pools[key] = kept.to(like.dtype) / (1 - self.p)
        return pools[key]


class Dropout(nn.Module):
    """Dropout with a fresh mask each time, which in a lane is drawn from the lane's generator.

    Args:
        p: probability of dropping a value.
    """

    def __init__(self, p: float) -> None:
        super().__init__()
        self.p = p

    def forward(self, values: Tensor) -> Tensor:
        """Drop values in training mode.

        Args:
            values: any shape.

        Returns:
            The same shape, scaled so that the mean stays.
        """
        generator = lane_generator(values.device)
        if generator is None or not self.training:
            return functional.dropout(values, self.p, self.training)
        kept = torch.empty_like(values).bernoulli_(1 - self.p, generator=generator)
        return values * kept.div_(1 - self.p)
