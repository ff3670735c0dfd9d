"""Number sets V_r: the numbers of (question, relation) pairs, distinct and padded to arrays."""

from dataclasses import dataclass

import torch
from torch import Tensor


@dataclass(frozen=True, slots=True)
class NumberSets:
    """Distinct numbers of each pair, ascending by (low, high), padded to (num_pairs, num_nodes).

    Args:
        low: lower comparison keys, zero at pads, float64, shape (num_pairs, num_nodes).
        high: upper comparison keys, zero at pads, float64, shape (num_pairs, num_nodes).
        value: KB value handle of the first number with these keys, -1 at pads, shape (num_pairs, num_nodes).
        mask: which nodes are numbers and not pads, bool, shape (num_pairs, num_nodes).
        pair: pair of each flat number, shape (num_numbers,).
        node: node of each flat number within its pair, -1 where it was cut, shape (num_numbers,).
    """

    low: Tensor
    high: Tensor
    value: Tensor
    mask: Tensor
    pair: Tensor
    node: Tensor

    def take(self, embeddings: Tensor) -> Tensor:
        """Embeddings of the flat numbers; equal numbers share theirs, a cut number gets zeros.

        Args:
            embeddings: of the nodes, shape (num_pairs, num_nodes, ...).

        Returns:
            Of the flat numbers, shape (num_numbers, ...).
        """
        taken = embeddings[self.pair, self.node.clamp_min(0)]
        kept = (self.node >= 0).view(-1, *(1,) * (taken.dim() - 1))
        return torch.where(kept, taken, torch.zeros_like(taken))

    def by_size(self, pairs: int) -> list[Tensor]:
        """Part the sets into groups of similar size, so that little of a group is padding.

        Args:
            pairs: sets a group; the last one may hold fewer.

        Returns:
            Pairs of each group; every pair is in exactly one.
        """
        return list(torch.split(self.mask.sum(dim=1).argsort(stable=True), pairs))

    def chosen(self, pairs: Tensor) -> "NumberSets":
        """The sets of some pairs, padded to the largest of them; flat numbers are left out.

        Args:
            pairs: which ones, shape (num_chosen,).

        Returns:
            Their sets, of width `num_nodes` at most.
        """
        width = max(1, int(self.mask[pairs].sum(dim=1).max()))
        low, high, value, mask = (
            part[pairs, :width] for part in (self.low, self.high, self.value, self.mask)
        )
        return NumberSets(low, high, value, mask, self.pair[:0], self.node[:0])


def pack_number_sets(
    number_pair: Tensor, low: Tensor, high: Tensor, value: Tensor, num_pairs: int, *, max_numbers: int
) -> NumberSets:
    """Make number sets out of flat numbers: equal ones share a node (A7), large sets keep both ends.

    A pair with more than `max_numbers` distinct numbers keeps its smallest ceil(max_numbers / 2) and its
    largest floor(max_numbers / 2) ones (open point A32).

    Args:
        number_pair: (question, relation) pair of each number, shape (num_numbers,).
        low: lower comparison keys, float64, shape (num_numbers,).
        high: upper comparison keys, float64, shape (num_numbers,).
        value: KB value handles, shape (num_numbers,).
        num_pairs: number of pairs; some may have no number.
        max_numbers: most nodes of a pair, at least 2.

    Returns:
        The number sets.
    """
    order = _lexicographic(number_pair, low, high, value)
    pair = number_pair[order]
    starts = _starts(pair, low[order], high[order])
    size = torch.bincount(pair[starts], minlength=num_pairs)
    first = size.cumsum(0) - size
    node = _keep_extremes(starts.long().cumsum(0) - 1 - first[pair], size[pair], max_numbers)
    num_nodes = max(1, int(size.clamp_max(max_numbers).max())) if num_pairs else 1
    mask = torch.arange(num_nodes, device=size.device) < size.clamp_max(max_numbers).unsqueeze(1)
    kept = starts & (node >= 0)
    place, source = (pair[kept], node[kept]), order[kept]
    back = torch.empty_like(order).scatter_(0, order, node)
    return NumberSets(
        low=low.new_zeros(mask.shape).index_put(place, low[source]),
        high=high.new_zeros(mask.shape).index_put(place, high[source]),
        value=value.new_full(mask.shape, -1).index_put(place, value[source]),
        mask=mask,
        pair=number_pair,
        node=back,
    )


def _lexicographic(*keys: Tensor) -> Tensor:
    """Order that sorts by the first key, then the second and so on, shape (num_items,)."""
    order = torch.arange(len(keys[0]), device=keys[0].device)
    for key in reversed(keys):
        order = order[torch.sort(key[order], stable=True).indices]
    return order


def _starts(*keys: Tensor) -> Tensor:
    """Which items of a sorted list differ from the one before in a key, bool, shape (num_items,)."""
    starts = torch.zeros_like(keys[0], dtype=torch.bool)
    starts[:1] = True
    for key in keys:
        starts[1:] |= key[1:] != key[:-1]
    return starts


def _keep_extremes(node: Tensor, size: Tensor, max_numbers: int) -> Tensor:
    """Node after the middle of a set of `size` nodes is cut to `max_numbers`; -1 for a cut one."""
    cut = (size - max_numbers).clamp_min(0)
    lower = (max_numbers + 1) // 2
    kept_low = node < lower
    kept_high = node >= lower + cut
    return torch.where(kept_low | (cut == 0), node, torch.where(kept_high, node - cut, -1))
