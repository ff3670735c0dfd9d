"""Facts of a batch in the order in which messages are summed, and the same in the order of their rows."""

from typing import NamedTuple

import torch
from torch import Tensor

from numkbqa.retrieval.batch import Batch


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
    return Facts(head, row, tail, starts_of(tail, num_entities), by_row, starts_of(row, num_rows))


def some_facts(facts: Facts, kept: Tensor) -> Facts:
    """Leave facts out.

    Args:
        facts: the facts.
        kept: which of them stay, bool, shape (num_facts,).

    Returns:
        Those that stay, in the same order; rows keep their numbers.
    """
    chosen, before = kept.nonzero().squeeze(-1), _kept_before(kept, facts)
    kept_by_row = kept.index_select(0, facts.by_row)
    return Facts(
        facts.head.index_select(0, chosen),
        facts.row.index_select(0, chosen),
        facts.tail.index_select(0, chosen),
        before.index_select(0, facts.tail_offsets),
        before.index_select(0, facts.by_row.masked_select(kept_by_row)),
        _kept_before(kept_by_row, facts).index_select(0, facts.row_offsets),
    )


def items_of_segments(segment: Tensor, offsets: Tensor) -> Facts:
    """Items of segments as facts that lead from each to its segment, for `sum_of_facts`.

    Args:
        segment: segment of each item, ascending, shape (num_items,).
        offsets: first item of each segment, and the number of items, shape (num_segments + 1,).

    Returns:
        The facts; an item is its own head and row.
    """
    item = torch.arange(len(segment), device=segment.device)
    return in_32_bits(Facts(item, item, segment, offsets[:-1], item, item))


def in_32_bits(facts: Facts) -> Facts:
    """The same facts in half of the memory, in what a sparse product takes without a conversion."""
    return Facts(*(part.int() for part in facts))


def _kept_before(kept: Tensor, facts: Facts) -> Tensor:
    """How many are kept before each place and in all, shape (num_facts + 1,)."""
    before = facts.by_row.new_zeros(len(kept) + 1)
    torch.cumsum(kept, 0, dtype=before.dtype, out=before[1:])
    return before


def starts_of(keys: Tensor, num_keys: int) -> Tensor:
    """First place of each key when items are sorted by key, shape (num_keys,)."""
    count = torch.bincount(keys, minlength=num_keys)
    return count.cumsum(0) - count
