"""Ranks of the numbers of a set, counted from its ends, as features of its numbers.

A rank that is counted means the same in sets of any size. One that is counted from the rank asked for means
the same for any rank too, also for one that training never asked for.
"""

from typing import Literal

import torch
from torch import Tensor
from torch.nn import functional

from numkbqa.reasoning.numerical.mask import Sam

RankFeature = Literal["none", "smaller", "seen", "asked"]

FURTHEST = 10
"""Ranks told apart from each end, as many as the lexicon has words for; beyond, a number is far from it."""

SIDES = ("ahead", "asked", "behind")
"""Where a number can stand to the rank asked for."""


def ranks_from_top(low: Tensor, high: Tensor, real: Tensor, furthest: int = FURTHEST) -> Tensor:
    """Rank by distinct value from the largest, as `values.ranks.dense_ranks`: overlapping intervals tie.

    Args:
        low: lower comparison keys, shape (num_pairs, num_nodes).
        high: upper comparison keys, shape (num_pairs, num_nodes).
        real: which nodes are numbers and not pads, bool, shape (num_pairs, num_nodes).
        furthest: last rank that is told.

    Returns:
        Ranks from 1, 0 beyond the last one and at pads, shape (num_pairs, num_nodes).
    """
    ranks = torch.zeros(low.shape, dtype=torch.long, device=low.device)
    left = real
    for rank in range(1, furthest + 1):
        largest = low.masked_fill(~left, -torch.inf).amax(dim=1, keepdim=True)
        unbeaten = left & (high >= largest)
        ranks = ranks.masked_fill(unbeaten, rank)
        left = left & ~unbeaten
    return ranks


def rank_width(feature: RankFeature, sam: Sam) -> int:
    """Width of the rank features of a number.

    Args:
        feature: what is told.
        sam: the mask, which says what a number may know of the others.

    Returns:
        0 when nothing is told.
    """
    ends = {"none": 0, "paper": 1, "two_way": 2}[sam]
    return {"none": 0, "smaller": 1, "seen": FURTHEST * ends, "asked": len(SIDES) * ends}[feature]


def seen_ranks(low: Tensor, high: Tensor, real: Tensor, sam: Sam) -> Tensor:
    """Ranks from the ends that a number can know of by its mask, one-hot.

    Args:
        low: lower comparison keys, shape (num_pairs, num_nodes).
        high: upper comparison keys, shape (num_pairs, num_nodes).
        real: which nodes are numbers and not pads, bool, shape (num_pairs, num_nodes).
        sam: "paper", where a number sees the smaller ones and so knows its rank from the smallest, or
            "two_way", where it knows that from the largest too.

    Returns:
        Zeros and ones, shape (num_pairs, num_nodes, rank_width).
    """
    ranks = _shown_ranks(low, high, real, sam, FURTHEST)
    return torch.cat([functional.one_hot(rank, FURTHEST + 1)[..., 1:] for rank in ranks], dim=-1)


def asked_ranks(low: Tensor, high: Tensor, real: Tensor, sam: Sam, asked: Tensor) -> Tensor:
    """Where a number stands to the rank asked for, from the ends that its mask shows, one-hot.

    Args:
        low: lower comparison keys, shape (num_pairs, num_nodes).
        high: upper comparison keys, shape (num_pairs, num_nodes).
        real: which nodes are numbers and not pads, bool, shape (num_pairs, num_nodes).
        sam: "paper" or "two_way", as of `seen_ranks`.
        asked: rank that the question of each pair asks for, from 1, shape (num_pairs,).

    Returns:
        Zeros and ones: ahead of that rank, at it, behind it, from each end; zeros at pads; shape
        (num_pairs, num_nodes, rank_width).
    """
    asked = asked.unsqueeze(1)
    furthest = min(int(asked.max()), low.shape[1]) if asked.numel() else 0
    told = []
    for rank in _shown_ranks(low, high, real, sam, furthest):
        ahead, there = (rank > 0) & (rank < asked), rank == asked
        told += [ahead, there, real & ~ahead & ~there]
    return torch.stack(told, dim=-1).long()


def _shown_ranks(low: Tensor, high: Tensor, real: Tensor, sam: Sam, furthest: int) -> list[Tensor]:
    """Ranks from the smallest, and with two-way SAM from the largest too."""
    from_bottom = ranks_from_top(-high, -low, real, furthest)
    return [from_bottom] if sam == "paper" else [from_bottom, ranks_from_top(low, high, real, furthest)]
