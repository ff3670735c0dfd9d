"""Ranks of the numbers of a set, counted from its ends: what attention cannot count, it averages.

The share of attention that falls on larger numbers tells the first few ranks apart in sets as large as those
of training; in larger ones it drifts. A rank that is counted means the same in sets of any size.
"""

from typing import Literal

import torch
from torch import Tensor
from torch.nn import functional

from numkbqa.reasoning.numerical.mask import Sam

RankFeature = Literal["none", "smaller", "seen"]

FURTHEST = 10
"""Ranks told apart from each end, as many as the lexicon has words for; beyond, a number is far from it."""


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
    if feature == "seen":
        return {"none": 0, "paper": FURTHEST, "two_way": 2 * FURTHEST}[sam]
    return int(feature == "smaller")


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
    from_bottom = ranks_from_top(-high, -low, real)
    ranks = (from_bottom,) if sam == "paper" else (from_bottom, ranks_from_top(low, high, real))
    return torch.cat([functional.one_hot(rank, FURTHEST + 1)[..., 1:] for rank in ranks], dim=-1)
