"""Batch normalisation whose running statistics are kept with a model."""

from functools import partial

import torch
from torch import Tensor, nn

from numkbqa.reasoning.lanes import at_once_or_later

MOMENTUM = 0.1
EPSILON = 1e-5


class BatchNorm(nn.Module):
    """Batch normalisation over the questions of a batch.

    The running statistics are parameters without a gradient, under whose names model folders hold them.
    A lone value a channel has no variance; it is normalised by the running statistics in training, too.

    Args:
        channels: number of channels.
    """

    def __init__(self, channels: int) -> None:
        super().__init__()
        self.weight = nn.Parameter(torch.ones(channels))
        self.bias = nn.Parameter(torch.zeros(channels))
        self.mean = nn.Parameter(torch.zeros(channels), requires_grad=False)
        self.variance = nn.Parameter(torch.ones(channels), requires_grad=False)

    def forward(self, values: Tensor) -> Tensor:
        """Normalise each channel.

        Args:
            values: shape (num_questions, channels) or (num_questions, channels, places); in training the
                statistics are those of all questions and places.

        Returns:
            The same shape.
        """
        flat = values if values.dim() == 2 else values.transpose(1, 2).flatten(0, 1)
        mean, variance = self._statistics(flat)
        scale = self.weight * (variance + EPSILON).rsqrt()
        shape = (1, -1) if values.dim() == 2 else (1, -1, 1)
        return (values - mean.view(shape)) * scale.view(shape) + self.bias.view(shape)

    def _statistics(self, flat: Tensor) -> tuple[Tensor, Tensor]:
        if not self.training or len(flat) < 2:
            return self.mean, self.variance
        mean, variance = flat.mean(dim=0), flat.var(dim=0, correction=0)
        unbiased = variance.detach() * len(flat) / (len(flat) - 1)
        at_once_or_later(partial(self._remember, mean.detach(), unbiased))
        return mean, variance

    @torch.no_grad()
    def _remember(self, mean: Tensor, variance: Tensor) -> None:
        self.mean.lerp_(mean, MOMENTUM)
        self.variance.lerp_(variance, MOMENTUM)
