"""Sums, maxima and softmax over the questions of a block-diagonal batch."""

from typing import Any

import torch
from torch import Tensor

EPSILON = 1e-8


def segment_sum(values: Tensor, segment: Tensor, num_segments: int) -> Tensor:
    """Sum `values` by segment.

    Args:
        values: shape (num_items, ...).
        segment: segment of each item, shape (num_items,).
        num_segments: number of segments.

    Returns:
        Sums, shape (num_segments, ...).
    """
    return values.new_zeros((num_segments, *values.shape[1:])).index_add_(0, segment, values)


def segment_max(values: Tensor, segment: Tensor, num_segments: int) -> Tensor:
    """Maximum of `values` by segment; minus infinity for an empty one.

    Args:
        values: shape (num_items, ...).
        segment: segment of each item, shape (num_items,).
        num_segments: number of segments.

    Returns:
        Maxima, shape (num_segments, ...).
    """
    start = values.new_full((num_segments, *values.shape[1:]), -torch.inf)
    index = segment.view(-1, *(1 for _ in values.shape[1:])).expand_as(values)
    return start.scatter_reduce(0, index, values, reduce="amax", include_self=True)


def segment_softmax(scores: Tensor, segment: Tensor, num_segments: int, allowed: Tensor) -> Tensor:
    """Softmax over the allowed items of each segment; a segment with none gets all zeros.

    NSM's own code gives such a segment a uniform distribution over padding, which
    hides the failure; zeros show it.

    Args:
        scores: shape (num_items, ...).
        segment: segment of each item, shape (num_items,).
        num_segments: number of segments.
        allowed: which items take part, bool, shape (num_items,).

    Returns:
        Probabilities, shape (num_items, ...).
    """
    allowed = allowed.view(-1, *(1 for _ in scores.shape[1:]))
    masked = scores.masked_fill(~allowed, -torch.inf)
    top = segment_max(masked.detach(), segment, num_segments).clamp_min(torch.finfo(scores.dtype).min)
    raised = torch.where(allowed, (scores - top[segment]).clamp_max(0.0).exp(), torch.zeros_like(scores))
    total = segment_sum(raised, segment, num_segments)
    return raised / total.clamp_min(torch.finfo(scores.dtype).tiny)[segment]


def block_softmax(scores: Tensor, allowed: Tensor, segment: Tensor, offsets: Tensor) -> Tensor:
    """`segment_softmax` of segments that lie one after the other, in fewer and faster passes.

    Args:
        scores: shape (num_items,).
        allowed: which items take part, bool, shape (num_items,).
        segment: segment of each item, ascending, shape (num_items,).
        offsets: first item of each segment, and the number of items, shape (num_segments + 1,).

    Returns:
        Probabilities, shape (num_items,).
    """
    p: Tensor = _BlockSoftmax.apply(scores, allowed, segment, offsets)  # type: ignore[no-untyped-call]
    return p


class _BlockSoftmax(torch.autograd.Function):
    @staticmethod
    def forward(ctx: Any, scores: Tensor, allowed: Tensor, segment: Tensor, offsets: Tensor) -> Tensor:
        masked = scores.masked_fill(~allowed, -torch.inf)
        top = torch.segment_reduce(masked, "max", offsets=offsets).clamp_min(torch.finfo(scores.dtype).min)
        raised = masked.sub_(top[segment]).exp_()
        total = torch.segment_reduce(raised, "sum", offsets=offsets)
        p = raised.div_(total.clamp_min(torch.finfo(scores.dtype).tiny)[segment])
        ctx.save_for_backward(p, segment, offsets)
        return p

    @staticmethod
    def backward(ctx: Any, *gradients: Tensor) -> tuple[Tensor, None, None, None]:
        p, segment, offsets = ctx.saved_tensors
        weighted = p * gradients[0]
        mean = torch.segment_reduce(weighted, "sum", offsets=offsets)
        return weighted.addcmul_(p, mean[segment], value=-1), None, None, None
