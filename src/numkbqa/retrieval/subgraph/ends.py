"""The numbers of a relation, read from both ends: what is extreme is found without reading all of them."""

from collections.abc import Callable
from typing import Final, NamedTuple

import numpy as np

from numkbqa.kb.protocol import Bools, Ints, KnowledgeBase, NumericFacts

BLOCK: Final = 256
"""Numbers read at once at first; twice as many each time."""


class Ends(NamedTuple):
    """Numbers of accepted entities at both ends of the order of a relation.

    Args:
        facts: the numbers, each once.
        enough: whether there are as many at each end as asked for, or all were read.
    """

    facts: NumericFacts
    enough: bool


def from_both_ends(
    kb: KnowledgeBase, relation: int, accept: Callable[[Ints], Bools], keep: int, limit: int
) -> Ends:
    """Read the numbers of a relation from both ends towards the middle.

    Args:
        kb: the graph.
        relation: the numerical relation.
        accept: says which of some entities count.
        keep: stop at an end when so many are found.
        limit: stop when so many numbers were read; a block more may be.

    Returns:
        The numbers of accepted entities.
    """
    total = kb.num_numbers(relation)
    first, last, size = 0, total, BLOCK
    lower, upper = keep, keep
    blocks = [_accepted(kb, relation, slice(0, 0), accept)]
    while first < last and (lower > 0 or upper > 0) and first + total - last < limit:
        if lower > 0:
            part = slice(first, min(first + size, last))
            blocks.append(_accepted(kb, relation, part, accept))
            first, lower = part.stop, lower - len(blocks[-1].entity)
        if upper > 0:
            part = slice(max(last - size, first), last)
            blocks.append(_accepted(kb, relation, part, accept))
            last, upper = part.start, upper - len(blocks[-1].entity)
        size *= 2
    facts = NumericFacts(*(np.concatenate(column) for column in zip(*blocks, strict=True)))
    return Ends(facts, first >= last or (lower <= 0 and upper <= 0))


def _accepted(kb: KnowledgeBase, relation: int, part: slice, accept: Callable[[Ints], Bools]) -> NumericFacts:
    facts = kb.numbers_of_relation(relation, part)
    return facts.at(np.flatnonzero(accept(facts.entity)))
