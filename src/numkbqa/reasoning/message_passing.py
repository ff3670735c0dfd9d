"""Moving messages along facts without ever holding one vector a fact.

In NSM and ReaRev the message of a fact depends on its question and relation only, so a batch needs one
message row per distinct (question, relation) pair and one sparse product that sums the rows at each entity,
weighted by the probability of the head (DESIGN section 6; PEERS section 20, L1). In GRAFT-Net it depends
on the head too, and there is one row per distinct (head, relation).

In the first steps nearly every head has no probability at all, and in a trained model few have in the last
ones: facts of negligible weight are left out of the product, which changes it by less than float32 can tell.
"""

from typing import Any, NamedTuple

import torch
from torch import Tensor
from torch.nn import functional

from numkbqa.retrieval.batch import Batch

NEGLIGIBLE = {torch.float32: 1e-8}
"""Largest weight that is left out, by precision; in float64 only true zeros are."""

WORTHWHILE = 0.7
"""Facts are only left out when at most this share of them stays: choosing costs time too."""


class Facts(NamedTuple):
    """Facts by tail, and the same by row: the message row that a fact carries.

    Args:
        head: head of each fact, shape (num_facts,).
        row: message row of each fact, shape (num_facts,).
        tail: tail of each fact, ascending, shape (num_facts,).
        tail_offsets: first fact of each tail, shape (num_entities,).
        by_row: facts in the order of their rows, shape (num_facts,).
        row_offsets: first place in `by_row` of each row, shape (num_rows,).
    """

    head: Tensor
    row: Tensor
    tail: Tensor
    tail_offsets: Tensor
    by_row: Tensor
    row_offsets: Tensor


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


def every_fact(batch: Batch) -> Facts:
    """All facts of a batch; a row is a distinct (question, relation) pair."""
    return Facts(
        batch.head,
        batch.fact_pair,
        batch.tail,
        batch.tail_offsets[:-1],
        batch.by_pair,
        batch.pair_offsets[:-1],
    )


def facts_by_row(head: Tensor, row: Tensor, tail: Tensor, *, num_rows: int, num_entities: int) -> Facts:
    """Facts that carry message rows of any kind.

    Args:
        head: head of each fact, shape (num_facts,).
        row: message row of each fact, shape (num_facts,).
        tail: tail of each fact, ascending, shape (num_facts,).
        num_rows: number of message rows.
        num_entities: number of entities.

    Returns:
        The facts.
    """
    by_row = torch.argsort(row, stable=True)
    return Facts(head, row, tail, _starts(tail, num_entities), by_row, _starts(row, num_rows))


def some_facts(facts: Facts, kept: Tensor) -> Facts:
    """Leave facts out.

    Args:
        facts: the facts.
        kept: which of them stay, bool, shape (num_facts,).

    Returns:
        Those that stay, in the same order; rows keep their numbers.
    """
    chosen, place = kept.nonzero().squeeze(-1), kept.cumsum(0) - 1
    row, tail = facts.row[chosen], facts.tail[chosen]
    return Facts(
        facts.head[chosen],
        row,
        tail,
        _starts(tail, len(facts.tail_offsets)),
        place[facts.by_row[kept[facts.by_row]]],
        _starts(row, len(facts.row_offsets)),
    )


def distinct_sources(facts: Facts) -> Sources:
    """Find the distinct (head, relation) of facts.

    Args:
        facts: facts whose rows are (question, relation) pairs.

    Returns:
        The sources, by head and pair.
    """
    num_pairs = max(len(facts.row_offsets), 1)
    key, order = (facts.head * num_pairs + facts.row).sort(stable=True)
    first = torch.ones_like(key, dtype=torch.bool)
    first[1:] = key[1:] != key[:-1]
    source = torch.empty_like(order).scatter_(0, order, first.long().cumsum(0) - 1)
    offsets = first.nonzero().squeeze(-1)
    distinct = key[offsets]
    numbered = facts._replace(row=source, by_row=order, row_offsets=offsets)
    return Sources(numbered, distinct // num_pairs, distinct % num_pairs)


def some_sources(sources: Sources, kept: Tensor) -> Sources:
    """Leave sources out, with all their facts; those that stay are numbered anew.

    Args:
        sources: the sources.
        kept: which of them stay, bool, shape (num_sources,).

    Returns:
        Those that stay, in the same order.
    """
    facts = some_facts(sources.facts, kept[sources.facts.row])
    place = kept.cumsum(0) - 1
    numbered = facts._replace(row=place[facts.row], row_offsets=facts.row_offsets[kept])
    return Sources(numbered, sources.entity[kept], sources.pair[kept])


def significant(weight: Tensor) -> Tensor:
    """Which weights are large enough to count, bool, of the same shape."""
    return weight.detach() > NEGLIGIBLE.get(weight.dtype, 0.0)


class _WeightedRowSum(torch.autograd.Function):
    """out[v] = sum over facts f with tail v of weight[f] * rows[row[f]], with exact gradients to both."""

    @staticmethod
    def forward(ctx: Any, rows: Tensor, weight: Tensor, facts: Facts) -> Tensor:
        ctx.save_for_backward(rows, weight)
        ctx.facts = facts
        return functional.embedding_bag(
            facts.row, rows, facts.tail_offsets, mode="sum", per_sample_weights=weight
        )

    @staticmethod
    def backward(ctx: Any, *gradients: Tensor) -> tuple[Tensor | None, Tensor | None, None]:
        rows, weight = ctx.saved_tensors
        facts, gradient = ctx.facts, gradients[0].contiguous()
        to_rows = to_weight = None
        if ctx.needs_input_grad[0]:
            to_rows = functional.embedding_bag(
                facts.tail[facts.by_row],
                gradient,
                facts.row_offsets,
                mode="sum",
                per_sample_weights=weight[facts.by_row],
            )
        if ctx.needs_input_grad[1]:
            to_weight = torch.ops.aten._embedding_bag_per_sample_weights_backward(
                gradient, rows, facts.row, facts.tail_offsets, facts.tail, 0
            )
        return to_rows, to_weight, None


def sum_of_facts(rows: Tensor, weight: Tensor, facts: Facts) -> Tensor:
    """Sum message rows at the tails of facts.

    Args:
        rows: messages, shape (num_rows, width).
        weight: weight of each fact, shape (num_facts,).
        facts: the facts.

    Returns:
        Sums, shape (num_entities, width).
    """
    result: Tensor = _WeightedRowSum.apply(rows, weight, facts)  # type: ignore[no-untyped-call]
    return result


def sum_at_tails(rows: Tensor, prior: Tensor, facts: Facts) -> Tensor:
    """Sum the message rows of facts at their tails, weighted by the probability of their heads.

    Args:
        rows: one message per distinct (question, relation) pair, shape (num_pairs, width).
        prior: probability of each entity, shape (num_entities,).
        facts: the facts, `every_fact` of a batch or some of them.

    Returns:
        Sums, shape (num_entities, width).
    """
    kept = significant(prior)[facts.head]
    if int(kept.sum()) <= WORTHWHILE * len(kept):
        facts = some_facts(facts, kept)
    return sum_of_facts(rows, prior[facts.head], facts)


def sum_by_count(rows: Tensor, batch: Batch) -> Tensor:
    """Sum the message rows of all facts at their tails, unweighted.

    Args:
        rows: one message per distinct (question, relation) pair, shape (num_pairs, width).
        batch: the graph.

    Returns:
        Sums, shape (num_entities, width).
    """
    pair, offsets = batch.entity_pair, batch.entity_pair_offsets
    entity = torch.repeat_interleave(
        torch.arange(batch.num_entities, device=pair.device), offsets.diff(), output_size=len(pair)
    )
    by_pair = torch.argsort(pair, stable=True)
    counted = Facts(entity, pair, entity, offsets[:-1], by_pair, _starts(pair, batch.num_pairs))
    return sum_of_facts(rows, batch.entity_pair_count.to(rows.dtype), counted)


def _starts(keys: Tensor, num_keys: int) -> Tensor:
    count = torch.bincount(keys, minlength=num_keys)
    return count.cumsum(0) - count
