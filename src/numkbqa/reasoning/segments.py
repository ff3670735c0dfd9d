"""Sums, maxima and softmax over the questions of a block-diagonal batch.

Rows are taken by `index_select`: on a CPU it takes a fraction of the time of `rows[index]`, forwards and
backwards.
"""

from typing import Any, NamedTuple

import torch
from torch import Tensor


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


def ranked_in_segments(values: Tensor, segment: Tensor) -> Tensor:
    """The order that lays segments one after the other, each from its largest value down.

    Args:
        values: shape (num_items,).
        segment: segment of each item, shape (num_items,).

    Returns:
        Items, shape (num_items,); equal values of a segment keep their order.
    """
    order = values.argsort(descending=True, stable=True)
    return order[segment[order].argsort(stable=True)]


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
    raised = (scores - top.index_select(0, segment)).clamp_max(0.0).exp()
    raised = torch.where(allowed, raised, torch.zeros_like(scores))
    total = segment_sum(raised, segment, num_segments)
    return raised / total.clamp_min(torch.finfo(scores.dtype).tiny).index_select(0, segment)


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
        raised = masked.sub_(top.index_select(0, segment)).exp_()
        total = torch.segment_reduce(raised, "sum", offsets=offsets)
        p = raised.div_(total.clamp_min(torch.finfo(scores.dtype).tiny).index_select(0, segment))
        ctx.save_for_backward(p, segment, offsets)
        return p

    @staticmethod
    def backward(ctx: Any, *gradients: Tensor) -> tuple[Tensor, None, None, None]:
        p, segment, offsets = ctx.saved_tensors
        weighted = p * gradients[0]
        mean = torch.segment_reduce(weighted, "sum", offsets=offsets)
        return weighted.addcmul_(p, mean.index_select(0, segment), value=-1), None, None, None


class Padding(NamedTuple):
    """Where the items of segments lie when each segment is padded to the longest: one product takes all.

    Args:
        place: place of each item among items and pads, shape (num_items,).
        num_segments: number of segments.
        longest: items of the longest segment.
    """

    place: Tensor
    num_segments: int
    longest: int

    @classmethod
    def of(cls, segment: Tensor, offsets: Tensor) -> "Padding":
        """The padding of segments that lie one after the other.

        Args:
            segment: segment of each item, ascending, shape (num_items,).
            offsets: first item of each segment, and the number of items, shape (num_segments + 1,).

        Returns:
            The padding.
        """
        num_segments, longest = len(offsets) - 1, int(offsets.diff().max())
        item, number = (torch.arange(n, device=segment.device) for n in (len(segment), num_segments))
        return cls(item + (number * longest - offsets[:-1]).index_select(0, segment), num_segments, longest)

    def pad(self, values: Tensor) -> Tensor:
        """Values by segment, zeros at pads: of (num_items, width), shape (num_segments, longest, width)."""
        if len(values) == self.num_segments * self.longest:  # all are of one size
            return values.reshape(self.num_segments, self.longest, values.shape[1])
        padded = values.new_zeros(self.num_segments * self.longest, values.shape[1])
        padded = padded.index_copy(0, self.place, values)
        return padded.view(self.num_segments, self.longest, values.shape[1])

    def strip(self, padded: Tensor) -> Tensor:
        """The values of the items: of (num_segments, longest, width), shape (num_items, width)."""
        every = padded.flatten(0, 1)
        return every if len(every) == len(self.place) else every.index_select(0, self.place)
