"""Messages that depend on their head as well as on relation and question: one row a (head, relation).

There are many times as many such rows as entities. Written plainly, the passes over them take longer than the
products they are made of; here the rows are made, kept and taken back in one place each.
"""

from typing import Any

import torch
from torch import Tensor

from numkbqa.reasoning.message_passing import Sources, sum_rows


def sum_of_sources(own: Tensor, heads: Tensor, flow: Tensor, mask: Tensor | None, sources: Sources) -> Tensor:
    """Sum the messages mask * relu(own[pair] + heads[entity]) of sources at the tails of their facts.

    Args:
        own: what a message takes from its question and relation, shape (num_pairs, width).
        heads: what it takes from its head, shape (num_entities, width).
        flow: weight of each source, in each of its facts, shape (num_sources,).
        mask: nonnegative factors of the messages, shape (num_sources, width); None for ones.
        sources: the facts by distinct (head, relation).

    Returns:
        Sums, with exact gradients to `own`, `heads` and `flow`, shape (num_entities, width).
    """
    sums: Tensor = _SumOfSources.apply(own, heads, flow, mask, sources)  # type: ignore[no-untyped-call]
    return sums


class _SumOfSources(torch.autograd.Function):
    @staticmethod
    def forward(
        ctx: Any, own: Tensor, heads: Tensor, flow: Tensor, mask: Tensor | None, sources: Sources
    ) -> Tensor:
        messages = own.index_select(0, sources.pair)
        messages.add_(heads.index_select(0, sources.entity)).relu_()
        if mask is not None:
            messages.mul_(mask)
        ctx.save_for_backward(messages, flow, mask)
        ctx.sources, ctx.sizes = sources, (len(own), len(heads))
        facts = sources.facts
        return sum_rows(messages, facts.row, facts.tail_offsets, flow.index_select(0, facts.row))

    @staticmethod
    def backward(ctx: Any, *gradients: Tensor) -> tuple[Tensor | None, ...]:
        messages, flow, mask = ctx.saved_tensors
        sources, (num_pairs, num_entities) = ctx.sources, ctx.sizes
        facts = sources.facts
        # All facts of a source weigh the same, so what comes back to it is one sum, taken before the weight.
        back = sum_rows(gradients[0], facts.tail.index_select(0, facts.by_row), facts.row_offsets)
        to_flow = torch.linalg.vecdot(back, messages)
        back.mul_(flow.unsqueeze(-1))
        if mask is not None:
            back.mul_(mask)
        back = torch.ops.aten.threshold_backward(back, messages, 0)
        to_own = _sum_by(sources.pair, back, num_pairs)
        to_heads = _sum_by(sources.entity, back, num_entities, ascending=True)
        return to_own, to_heads, to_flow, None, None


def _sum_by(key: Tensor, rows: Tensor, num_keys: int, *, ascending: bool = False) -> Tensor:
    """Sum rows by their keys, shape (num_keys, width); `ascending` says that these ascend already."""
    count = torch.bincount(key, minlength=num_keys)
    order = torch.arange(len(key), device=key.device) if ascending else torch.argsort(key, stable=True)
    return sum_rows(rows, order, count.cumsum(0) - count)
