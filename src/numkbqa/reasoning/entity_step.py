"""The update of all entities in a step of NSM and their scores, without a pass over memory too many.

The layer itself is a small matrix product. Written plainly, the passes around it (joining, dropping, ReLU,
and all of them backwards) take longer than it does; here they go block by block through the nearest cache.
"""

from collections.abc import Iterator
from typing import Any, NamedTuple

import torch
from torch import Tensor, nn

from numkbqa.reasoning.dropout import PooledDropout
from numkbqa.reasoning.message_passing import Arrived

BLOCK = 4096
"""Entities at a time on a CPU: a few arrays of so many rows stay in its cache. Elsewhere all go at once."""


class Block(NamedTuple):
    """Some entities and the messages that reach them, with their dropout masks.

    Args:
        rows: the entities.
        sums: their messages.
        reached: entity of each of these, counted from the first of the block; None where all are reached.
        masks: of the entity vectors, of the messages, and of the updated vectors that are scored; None where
            nothing is dropped.
    """

    rows: slice
    sums: slice
    reached: Tensor | None
    masks: tuple[Tensor, ...] | None


def entity_step(
    update: nn.Linear, scorer: nn.Linear, entities: Tensor, arrived: Arrived, dropout: PooledDropout
) -> tuple[Tensor, Tensor]:
    """Compute e' = relu(U drop[e; n] + u) and s = w . drop(e') + b, with exact gradients to all of them.

    Args:
        update: U and u, from twice the width to the width.
        scorer: w and b.
        entities: e, shape (num_entities, width).
        arrived: n, which is zero for entities that no message reaches.
        dropout: where masks come from.

    Returns:
        e', shape (num_entities, width); s, shape (num_entities,).
    """
    blocks = list(_blocks(entities, arrived, dropout))
    updated, scores = _EntityStep.apply(  # type: ignore[no-untyped-call]
        entities,
        arrived.sums,
        update.weight,
        update.bias,
        scorer.weight[0],
        scorer.bias,
        blocks,
    )
    return updated, scores


def _blocks(entities: Tensor, arrived: Arrived, dropout: PooledDropout) -> Iterator[Block]:
    num_entities, width = entities.shape
    size = min(BLOCK, num_entities) if entities.device.type == "cpu" else num_entities
    starts = [*range(0, num_entities, max(size, 1)), num_entities]
    reached = arrived.entity
    bounds = starts if reached is None else torch.searchsorted(reached, reached.new_tensor(starts)).tolist()
    # The masks of a step stay in the cache: entities a block apart share theirs.
    drawn = [dropout.mask(entities, (size, width)) for _ in range(3)]
    for number in range(len(starts) - 1):
        rows, sums = (slice(at[number], at[number + 1]) for at in (starts, bounds))
        lengths = (own.stop - own.start for own in (rows, sums, rows))
        masks = tuple(m[:length] for m, length in zip(drawn, lengths, strict=True) if m is not None)
        local = None if reached is None else reached[sums] - rows.start
        yield Block(rows, sums, local, masks or None)


class _EntityStep(torch.autograd.Function):
    @staticmethod
    def forward(
        ctx: Any,
        entities: Tensor,
        sums: Tensor,
        weight: Tensor,
        bias: Tensor,
        score_weight: Tensor,
        score_bias: Tensor,
        blocks: list[Block],
    ) -> tuple[Tensor, Tensor]:
        width = entities.shape[1]
        updated, scores = torch.empty_like(entities), entities.new_empty(len(entities))
        known, told, joined = _room(entities, sums, blocks)
        shown = updated if known is entities else torch.empty_like(updated)
        for block in blocks:
            out, messages = updated[block.rows], told[block.sums]
            if block.masks is not None:
                torch.mul(entities[block.rows], block.masks[0], out=known[block.rows])
                torch.mul(sums[block.sums], block.masks[1], out=messages)
            if joined is not None:
                torch.addmm(bias, joined[block.rows], weight.t(), out=out)
            else:
                torch.addmm(bias, known[block.rows], weight[:, :width].t(), out=out)
                _add(messages @ weight[:, width:].t(), block.reached, to=out)
            out.relu_()
            if block.masks is not None:
                torch.mul(out, block.masks[2], out=shown[block.rows])
            torch.addmv(score_bias, shown[block.rows], score_weight, out=scores[block.rows])
        ctx.save_for_backward(known, told, joined, updated, shown, weight, score_weight)
        ctx.blocks = blocks
        ctx.set_materialize_grads(False)
        return updated, scores

    @staticmethod
    def backward(ctx: Any, *gradients: Tensor | None) -> tuple[Tensor | None, ...]:
        known, told, joined, updated, shown, weight, score_weight = ctx.saved_tensors
        to_updated, to_scores = gradients
        if to_scores is None:
            to_scores = updated.new_zeros(len(updated))
        width = known.shape[1]
        to_weight, to_bias = torch.zeros_like(weight), torch.zeros_like(score_weight)
        to_entities, to_sums = known.new_empty(known.shape), told.new_empty(told.shape)
        for block in ctx.blocks:
            through = to_scores[block.rows].unsqueeze(1) * score_weight
            if block.masks is not None:
                through *= block.masks[2]
            if to_updated is not None:
                through += to_updated[block.rows]
            through = torch.ops.aten.threshold_backward(through, updated[block.rows], 0)
            to_bias += through.sum(0)
            if joined is not None:
                to_weight.addmm_(through.t(), joined[block.rows])
                to_joined = through @ weight
                to_known, to_told = to_joined[:, :width], to_joined[:, width:]
            else:
                reached = through if block.reached is None else through.index_select(0, block.reached)
                to_weight[:, :width].addmm_(through.t(), known[block.rows])
                to_weight[:, width:].addmm_(reached.t(), told[block.sums])
                to_known, to_told = through @ weight[:, :width], reached @ weight[:, width:]
            masks = (1.0, 1.0) if block.masks is None else block.masks
            torch.mul(to_known, masks[0], out=to_entities[block.rows])
            torch.mul(to_told, masks[1], out=to_sums[block.sums])
        to_score, to_score_bias = to_scores @ shown, to_scores.sum()[None]
        return to_entities, to_sums, to_weight, to_bias, to_score, to_score_bias, None


def _room(entities: Tensor, sums: Tensor, blocks: list[Block]) -> tuple[Tensor, Tensor, Tensor | None]:
    """Room for the dropped vectors and messages; side by side where there is a message for each entity.

    Returns:
        That of the vectors, that of the messages, and both as one, if they are: one product is faster than
        two. Where nothing is dropped, the vectors and messages themselves.
    """
    if not blocks or blocks[0].masks is None:
        return entities, sums, None
    if blocks[0].reached is not None:
        return torch.empty_like(entities), torch.empty_like(sums), None
    width = entities.shape[1]
    joined = entities.new_empty(len(entities), 2 * width)
    return joined[:, :width], joined[:, width:], joined


def _add(values: Tensor, reached: Tensor | None, *, to: Tensor) -> None:
    if reached is None:
        to += values
    else:
        to.index_add_(0, reached, values)
