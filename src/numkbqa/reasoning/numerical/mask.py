"""The self-attention mask matrix (SAM): which numbers of a number set a number may attend to."""

from typing import Literal

import torch
from torch import Tensor

Sam = Literal["none", "paper", "two_way"]


def strictly_smaller(low: Tensor, high: Tensor) -> Tensor:
    """Which numbers are smaller than which; overlapping intervals are neither (docs/graphs.md, "Order").

    Args:
        low: lower comparison keys, shape (num_pairs, num_nodes).
        high: upper comparison keys, shape (num_pairs, num_nodes).

    Returns:
        bool, shape (num_pairs, num_nodes, num_nodes); [p, i, j] says that number j is smaller than number i.
    """
    return high.unsqueeze(1) < low.unsqueeze(2)


def number_visibility(low: Tensor, high: Tensor, real: Tensor, sam: Sam) -> Tensor:
    """SAM between the numbers of each pair, one mask a group of heads (paper, section 3.2; A7, A8).

    Heads come in equal groups that share a mask: one group for "none" (all numbers see all) and "paper" (a
    number sees the strictly smaller ones, never itself), two groups for "two_way" (the first half of heads
    sees the smaller, the second half the larger ones). No number sees a pad.

    Args:
        low: lower comparison keys, shape (num_pairs, num_nodes).
        high: upper comparison keys, shape (num_pairs, num_nodes).
        real: which nodes are numbers and not pads, bool, shape (num_pairs, num_nodes).
        sam: the mode.

    Returns:
        bool, True where attention is allowed, shape (num_pairs, num_groups, num_nodes, num_nodes).
    """
    columns = real[:, None, None, :]
    if sam == "none":
        return columns.expand(-1, 1, real.shape[1], -1)
    smaller = strictly_smaller(low, high)
    groups = (smaller,) if sam == "paper" else (smaller, smaller.transpose(1, 2))
    return torch.stack(groups, dim=1) & columns


def with_words(visibility: Tensor, words: Tensor) -> Tensor:
    """Put the always visible question words and SEP before the number columns (open point A9).

    Args:
        visibility: between numbers, shape (num_pairs, num_groups, num_nodes, num_nodes).
        words: which word and SEP positions are real, bool, shape (num_pairs, num_words).

    Returns:
        bool, shape (num_pairs, num_groups, num_nodes, num_words + num_nodes).
    """
    rows = words[:, None, None, :].expand(-1, visibility.shape[1], visibility.shape[2], -1)
    return torch.cat((rows, visibility), dim=-1)


def joint_visibility(visibility: Tensor, words: Tensor, real: Tensor, *, open_rows: bool) -> Tensor:
    """SAM over the whole sequence: question words, SEP and numbers (open point A10).

    Args:
        visibility: between numbers, shape (num_pairs, num_groups, num_nodes, num_nodes).
        words: which word and SEP positions are real, bool, shape (num_pairs, num_words).
        real: which nodes are numbers and not pads, bool, shape (num_pairs, num_nodes).
        open_rows: whether question words and SEP see the numbers.

    Returns:
        bool, shape (num_pairs, num_groups, num_words + num_nodes, num_words + num_nodes).
    """
    columns = torch.cat((words, real if open_rows else torch.zeros_like(real)), dim=1)
    word_rows = columns[:, None, None, :].expand(-1, visibility.shape[1], words.shape[1], -1)
    return torch.cat((word_rows, with_words(visibility, words)), dim=2)
