"""Messages that depend on their head as well as on relation and question: one row a (head, relation).

There are many times as many such rows as entities. Written plainly, the passes over them take longer than the
products they are made of; here the rows are made, kept and taken back in one place each.
"""

from typing import Any, NamedTuple

import torch
from torch import Tensor

from numkbqa.reasoning.facts import Facts, some_facts, starts_of
from numkbqa.reasoning.message_passing import sum_rows


class Sources(NamedTuple):
    """Distinct (head, relation) of some facts: where a message depends on its head, all that is distinct.

    Args:
        facts: the facts; a row is a source.
        entity: head of each source, ascending, shape (num_sources,).
        pair: (question, relation) pair of each source, shape (num_sources,).
    """

    facts: Facts
    entity: Tensor
    pair: Tensor


def distinct_sources(facts: Facts) -> Sources:
    """Find the distinct (head, relation) of facts.

    Args:
        facts: facts whose rows are (question, relation) pairs.

    Returns:
        The sources, by head and pair.
    """
    num_pairs, kind = max(len(facts.row_offsets), 1), facts.row.dtype
    largest = num_pairs * len(facts.tail_offsets)
    head = facts.head.int() if largest <= torch.iinfo(torch.int32).max else facts.head.long()
    key, order = (head * num_pairs + facts.row.to(head.dtype)).sort(stable=True)
    first = torch.ones_like(key, dtype=torch.bool)
    first[1:] = key[1:] != key[:-1]
    source = torch.empty_like(facts.row).scatter_(0, order, first.cumsum(0, dtype=kind) - 1)
    offsets = first.nonzero().squeeze(-1)
    distinct = key.index_select(0, offsets)
    numbered = facts._replace(row=source, by_row=order.to(kind), row_offsets=offsets.to(kind))
    return Sources(numbered, (distinct // num_pairs).to(kind), (distinct % num_pairs).to(kind))


def some_sources(sources: Sources, kept: Tensor) -> Sources:
    """Leave sources out, with all their facts; those that stay are numbered anew.

    Args:
        sources: the sources.
        kept: which of them stay, bool, shape (num_sources,).

    Returns:
        Those that stay, in the same order.
    """
    facts = some_facts(sources.facts, kept.index_select(0, sources.facts.row))
    place = kept.cumsum(0, dtype=facts.row.dtype) - 1
    row = place.index_select(0, facts.row)
    numbered = facts._replace(row=row, row_offsets=facts.row_offsets.masked_select(kept))
    return Sources(numbered, sources.entity.masked_select(kept), sources.pair.masked_select(kept))


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
    order = torch.arange(len(key), device=key.device) if ascending else torch.argsort(key, stable=True)
    return sum_rows(rows, order, starts_of(key, num_keys))
