"""NumGNN: a graph over the numbers of a set in which every number gathers from the larger ones.

Formulas: docs/systems.md. Edges run from larger to smaller numbers. What a number gathers is a mean over
all larger ones; these are the last ones in ascending order, so that the mean is a sum from the end, and no
array of pairs of numbers is made.
"""

from dataclasses import dataclass

import torch
from torch import Tensor, nn
from torch.nn import functional


class NumGNN(nn.Module):
    """v_i <- ReLU(S v_i + mean over larger j of w_j G v_j), w_j = sigmoid(a v_j + b); alike in all steps.

    Args:
        width: width of a number vector.
        steps: number of steps.
    """

    def __init__(self, width: int, steps: int) -> None:
        super().__init__()
        self.steps = steps
        self.own = nn.Linear(width, width)
        self.larger = nn.Linear(width, width, bias=False)
        self.weight = nn.Linear(width, 1)

    def forward(self, numbers: Tensor, larger: "LargerNumbers") -> Tensor:
        """Run all steps.

        Args:
            numbers: start vectors, shape (num_pairs, num_nodes, width).
            larger: which numbers are larger than which.

        Returns:
            Vectors after the last step, zero at pads, shape (num_pairs, num_nodes, width).
        """
        for _ in range(self.steps):
            messages = self.weight(numbers).sigmoid() * self.larger(numbers)
            numbers = torch.relu(self.own(numbers) + larger.mean(messages))
        return numbers * larger.real.unsqueeze(-1)


@dataclass(frozen=True, slots=True)
class LargerNumbers:
    """For each number of each set, the numbers that are larger; overlapping intervals are neither.

    Args:
        real: which nodes are numbers and not pads, bool, shape (num_pairs, num_nodes).
        order: nodes by ascending lower key, pads last, shape (num_pairs, num_nodes).
        first: place in that order of the first node that is larger, shape (num_pairs, num_nodes).
        count: how many are larger, shape (num_pairs, num_nodes).
    """

    real: Tensor
    order: Tensor
    first: Tensor
    count: Tensor

    @classmethod
    def of(cls, low: Tensor, high: Tensor, real: Tensor) -> "LargerNumbers":
        """Compare the numbers of each set.

        Args:
            low: lower comparison keys, float64, shape (num_pairs, num_nodes).
            high: upper comparison keys, float64, shape (num_pairs, num_nodes).
            real: which nodes are numbers and not pads, bool, shape (num_pairs, num_nodes).

        Returns:
            The comparison.
        """
        ascending, order = low.masked_fill(~real, torch.inf).sort(dim=1)
        first = torch.searchsorted(ascending, high.contiguous(), right=True)
        count = (real.sum(dim=1, keepdim=True) - first).clamp_min(0)
        return cls(real, order, first, count)

    def mean(self, messages: Tensor) -> Tensor:
        """The mean message of all larger numbers; zeros for the largest.

        Args:
            messages: shape (num_pairs, num_nodes, width).

        Returns:
            Shape (num_pairs, num_nodes, width).
        """
        sent = (messages * self.real.unsqueeze(-1)).gather(1, _wide(self.order, messages))
        from_here_on = functional.pad(sent.flip(1).cumsum(1).flip(1), (0, 0, 0, 1))
        total = from_here_on.gather(1, _wide(self.first, messages))
        return total / self.count.clamp_min(1).unsqueeze(-1)


def _wide(index: Tensor, rows: Tensor) -> Tensor:
    """The same index for every place of a row."""
    return index.unsqueeze(-1).expand_as(rows)
