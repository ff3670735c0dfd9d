"""Moving messages along facts without ever holding one vector a fact.

In NSM the message of a fact depends on its question and relation only, so a batch needs one message row per
distinct (question, relation) pair and one sparse product that sums the rows at each entity, weighted by the
probability of the fact's head (DESIGN section 6; PEERS section 20, L1).

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


class _Facts(NamedTuple):
    """Facts by tail, and the same by pair; offsets open each tail's and each pair's facts."""

    pair: Tensor
    tail: Tensor
    tail_offsets: Tensor
    by_pair: Tensor
    pair_offsets: Tensor


class _WeightedPairSum(torch.autograd.Function):
    """out[v] = sum over facts f with tail v of weight[f] * rows[pair[f]], with exact gradients to both."""

    @staticmethod
    def forward(ctx: Any, rows: Tensor, weight: Tensor, facts: _Facts) -> Tensor:
        ctx.save_for_backward(rows, weight)
        ctx.facts = facts
        return functional.embedding_bag(
            facts.pair, rows, facts.tail_offsets, mode="sum", per_sample_weights=weight
        )

    @staticmethod
    def backward(ctx: Any, *gradients: Tensor) -> tuple[Tensor | None, Tensor | None, None]:
        rows, weight = ctx.saved_tensors
        facts, gradient = ctx.facts, gradients[0].contiguous()
        to_rows = to_weight = None
        if ctx.needs_input_grad[0]:
            to_rows = functional.embedding_bag(
                facts.tail[facts.by_pair],
                gradient,
                facts.pair_offsets,
                mode="sum",
                per_sample_weights=weight[facts.by_pair],
            )
        if ctx.needs_input_grad[1]:
            to_weight = torch.ops.aten._embedding_bag_per_sample_weights_backward(
                gradient, rows, facts.pair, facts.tail_offsets, facts.tail, 0
            )
        return to_rows, to_weight, None


def sum_at_tails(rows: Tensor, prior: Tensor, batch: Batch) -> Tensor:
    """Sum the message rows of all facts at their tails, weighted by the probability of their heads.

    Args:
        rows: one message per distinct (question, relation) pair, shape (num_pairs, width).
        prior: probability of each entity, shape (num_entities,).
        batch: the graph.

    Returns:
        Sums, shape (num_entities, width).
    """
    chosen = (prior.detach() > NEGLIGIBLE.get(prior.dtype, 0.0))[batch.head].nonzero().squeeze(-1)
    if len(chosen) > WORTHWHILE * batch.num_facts:
        facts = _Facts(
            batch.fact_pair, batch.tail, batch.tail_offsets[:-1], batch.by_pair, batch.pair_offsets[:-1]
        )
        head = batch.head
    else:
        facts, head = _subset(batch, chosen), batch.head[chosen]
    result: Tensor = _WeightedPairSum.apply(rows, prior[head], facts)  # type: ignore[no-untyped-call]
    return result


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
    facts = _Facts(pair, entity, offsets[:-1], *_by_pair(pair, batch.num_pairs))
    count = batch.entity_pair_count.to(rows.dtype)
    result: Tensor = _WeightedPairSum.apply(rows, count, facts)  # type: ignore[no-untyped-call]
    return result


def _subset(batch: Batch, chosen: Tensor) -> _Facts:
    """The chosen facts (ascending), by tail and by pair."""
    pair, tail = batch.fact_pair[chosen], batch.tail[chosen]
    return _Facts(pair, tail, _starts(tail, batch.num_entities), *_by_pair(pair, batch.num_pairs))


def _by_pair(pair: Tensor, num_pairs: int) -> tuple[Tensor, Tensor]:
    """Order of facts by pair, and the first place of each pair in it."""
    return torch.argsort(pair, stable=True), _starts(pair, num_pairs)


def _starts(keys: Tensor, num_keys: int) -> Tensor:
    count = torch.bincount(keys, minlength=num_keys)
    return count.cumsum(0) - count
