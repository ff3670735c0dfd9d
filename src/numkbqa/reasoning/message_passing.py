"""Moving messages along facts without ever holding one vector a fact.

In NSM and ReaRev the message of a fact depends on its question and relation only, so a batch needs one
message row per distinct (question, relation) pair and one sparse product that sums the rows at each entity,
weighted by the probability of the head (docs/architecture.md, "Speed"). Where it depends on the head too, see
`source_messages.py`.

In the first steps nearly every head has no probability at all, and in a trained model few have in the last
ones: facts of negligible weight are left out of the product, which changes it by less than float32 can tell.
"""

import warnings
from typing import Any, NamedTuple

import torch
from torch import Tensor
from torch.nn import functional

from numkbqa.reasoning.facts import Facts, in_32_bits, items_of_segments, some_facts, starts_of
from numkbqa.retrieval.batch import Batch

NEGLIGIBLE = {torch.float32: 1e-8}
"""Largest weight that is left out, by precision; in float64 only true zeros are."""

WORTHWHILE = 0.7
"""Facts are only left out when at most this share of them stays: choosing costs time too."""


def significant(weight: Tensor) -> Tensor:
    """Which weights are large enough to count, bool, of the same shape."""
    return weight.detach() > NEGLIGIBLE.get(weight.dtype, 0.0)


def _hear_of_beta_state() -> None:
    """Let torch say once that sparse rows are in beta state: filters of warnings are not for two threads."""
    with warnings.catch_warnings():
        warnings.filterwarnings("ignore", "Sparse CSR tensor support is in beta state")
        torch.sparse_csr_tensor([0, 0], [], [], (1, 1), check_invariants=False)


_hear_of_beta_state()


class _WeightedRowSum(torch.autograd.Function):
    """out[v] = sum over facts f with tail v of weight[f] * rows[row[f]], with exact gradients to both."""

    @staticmethod
    def forward(ctx: Any, rows: Tensor, weight: Tensor, facts: Facts) -> Tensor:
        ctx.save_for_backward(rows, weight)
        ctx.facts = facts
        return sum_rows(rows, facts.row, facts.tail_offsets, weight)

    @staticmethod
    def backward(ctx: Any, *gradients: Tensor) -> tuple[Tensor | None, Tensor | None, None]:
        rows, weight = ctx.saved_tensors
        facts, gradient = ctx.facts, gradients[0].contiguous()
        to_rows = to_weight = None
        if ctx.needs_input_grad[0]:
            order = facts.by_row
            ordered = facts.tail.index_select(0, order), weight.index_select(0, order)
            to_rows = sum_rows(gradient, ordered[0], facts.row_offsets, ordered[1])
        if ctx.needs_input_grad[1]:
            to_weight = _products(gradient, rows, facts)
        return to_rows, to_weight, None


def sum_rows(rows: Tensor, index: Tensor, offsets: Tensor, weight: Tensor | None = None) -> Tensor:
    """Sum chosen rows by segment; no gradient goes through.

    Args:
        rows: shape (num_rows, width).
        index: row of each item, shape (num_items,).
        offsets: first item of each segment, shape (num_segments,).
        weight: weight of each item, shape (num_items,); ones by default.

    Returns:
        Sums, shape (num_segments, width).
    """
    # Indices of 32 bits take a CPU a quarter of the time; what needs a gradient would be prepared for one.
    weight = None if weight is None else weight.detach()
    return functional.embedding_bag(
        index.int(), rows.detach(), offsets.int(), mode="sum", per_sample_weights=weight
    )


def _products(tails: Tensor, rows: Tensor, facts: Facts) -> Tensor:
    """Inner product of each fact's tail with its row, shape (num_facts,)."""
    if rows.device.type != "cpu":
        found: Tensor = torch.ops.aten._embedding_bag_per_sample_weights_backward(
            tails, rows, facts.row, facts.tail_offsets, facts.tail, 0
        )
        return found
    # The same as products at the places of a sparse matrix: a third of the time of the above.
    ends = functional.pad(facts.tail_offsets, (0, 1), value=len(facts.row))
    nothing, size = tails.new_zeros(len(facts.row)), (len(tails), len(rows))
    places = torch.sparse_csr_tensor(ends, facts.row, nothing, size, check_invariants=False)
    products: Tensor = torch.sparse.sampled_addmm(places, tails, rows.t(), beta=0.0).values()
    return products


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
    facts = _weighty(prior, facts)
    return sum_of_facts(rows, prior.index_select(0, facts.head), facts)


def sum_of_neighbours(values: Tensor, batch: Batch) -> Tensor:
    """Sum at each entity the vectors of the other ends of its facts.

    Args:
        values: shape (num_entities, width).
        batch: the graph; every fact has its inverse in it.

    Returns:
        Sums, shape (num_entities, width).
    """
    sums: Tensor = _SumOfNeighbours.apply(values, batch)  # type: ignore[no-untyped-call]
    return sums


class _SumOfNeighbours(torch.autograd.Function):
    """A graph with all inverse facts is symmetric: what goes back is summed as what goes forth, unsorted."""

    @staticmethod
    def forward(ctx: Any, values: Tensor, batch: Batch) -> Tensor:
        ctx.batch = batch
        return sum_rows(values, batch.head, batch.tail_offsets[:-1])

    @staticmethod
    def backward(ctx: Any, *gradients: Tensor) -> tuple[Tensor, None]:
        return sum_rows(gradients[0].contiguous(), ctx.batch.head, ctx.batch.tail_offsets[:-1]), None


class Arrived(NamedTuple):
    """Sums of messages where they arrive.

    Args:
        sums: shape (num_reached, width).
        entity: entity of each, ascending, shape (num_reached,); None for all entities, in their order.
    """

    sums: Tensor
    entity: Tensor | None


def sum_where_they_arrive(rows: Tensor, prior: Tensor, facts: Facts) -> Arrived:
    """Do as `sum_at_tails`, but leave out entities that no message reaches when they are many.

    Args:
        rows: one message per distinct (question, relation) pair, shape (num_pairs, width).
        prior: probability of each entity, shape (num_entities,).
        facts: the facts.

    Returns:
        Sums.
    """
    facts, entity = _weighty(prior, facts), None
    if rows.device.type == "cpu":
        reached = functional.pad(facts.tail_offsets, (0, 1), value=len(facts.row)).diff() > 0
        if int(reached.sum()) <= WORTHWHILE * len(reached):
            entity, place = reached.nonzero().squeeze(-1), reached.cumsum(0, dtype=facts.tail.dtype) - 1
            facts = facts._replace(
                tail=place.index_select(0, facts.tail),
                tail_offsets=facts.tail_offsets.index_select(0, entity),
            )
    return Arrived(sum_of_facts(rows, prior.index_select(0, facts.head), facts), entity)


def _weighty(prior: Tensor, facts: Facts) -> Facts:
    """Those facts whose heads have any probability to speak of, if they are few."""
    if prior.device.type != "cpu":  # the number of facts that stay would have to be waited for
        return facts
    kept = significant(prior).index_select(0, facts.head)
    return some_facts(facts, kept) if int(kept.sum()) <= WORTHWHILE * len(kept) else facts


def sum_by_count(table: Tensor, batch: Batch) -> Tensor:
    """Sum a row of each fact's relation at both its ends, unweighted; inverse facts are not counted again.

    Args:
        table: one row a relation of the graph, shape (num_relations, width).
        batch: the graph; every fact has its inverse in it.

    Returns:
        Sums, shape (num_entities, width).
    """
    facts = batch.once(("facts by count", len(table)), lambda: _counted(batch, len(table)))
    return sum_of_facts(table, batch.entity_pair_count.to(table.dtype), facts)


def _counted(batch: Batch, num_relations: int) -> Facts:
    """What reaches each entity: the relations of the facts that it is the tail or the head of."""
    pair, offsets = batch.entity_pair, batch.entity_pair_offsets
    entity = torch.repeat_interleave(
        torch.arange(batch.num_entities, device=pair.device), offsets.diff(), output_size=len(pair)
    )
    relation = batch.pair_relation[pair] % num_relations
    by_relation = torch.argsort(relation, stable=True)
    return in_32_bits(
        Facts(entity, relation, entity, offsets[:-1], by_relation, starts_of(relation, num_relations))
    )


def sum_by_question(values: Tensor, weight: Tensor, batch: Batch) -> Tensor:
    """Sum the weighted vectors of the entities of each question.

    Args:
        values: shape (num_entities, width).
        weight: shape (num_entities,).
        batch: the batch.

    Returns:
        Sums, shape (num_questions, width).
    """
    by_question = batch.once(
        "entities by question", lambda: items_of_segments(batch.entity_question, batch.entity_offsets)
    )
    return sum_of_facts(values, weight, by_question)
