"""NumTransformer: a transformer over question words, a separator and numbers without any order among them.

Formulas: docs/systems.md. A question has as many positions as words: the predecessor masks pads too, so
that its fixed 128 positions say nothing more.
"""

from collections.abc import Sequence
from typing import cast

import torch
from torch import Tensor, nn
from torch.nn import functional

from numkbqa.reasoning.numerical.layer import Layer


class NumTransformer(nn.Module):
    """Post-norm encoder layers in which everything sees everything but pads.

    Args:
        layers: the layers, from the first on.
        width: width of a row.
    """

    def __init__(self, layers: Sequence[Layer], width: int) -> None:
        super().__init__()
        self.separator = nn.Parameter(torch.randn(width))
        self.layers = cast("Sequence[Layer]", nn.ModuleList(layers))

    def forward(self, words: Tensor, word_mask: Tensor, numbers: Tensor, number_mask: Tensor) -> Tensor:
        """Embed the numbers of all pairs.

        Args:
            words: words of each pair's question, shape (num_pairs, num_words, width).
            word_mask: which words are real, bool, shape (num_pairs, num_words).
            numbers: number vectors, shape (num_pairs, num_nodes, width).
            number_mask: which nodes are numbers, bool, shape (num_pairs, num_nodes).

        Returns:
            Number embeddings, zero at pads, shape (num_pairs, num_nodes, width).
        """
        separator = self.separator.expand(len(words), 1, -1)
        rows = torch.cat((words, separator, numbers), dim=1)
        real = torch.cat((functional.pad(word_mask, (0, 1), value=True), number_mask), dim=1)
        for layer in self.layers:
            rows = layer.update(rows, layer.attend(*layer.project(rows), real[:, None, None, :]))
        return rows[:, words.shape[1] + 1 :] * number_mask.unsqueeze(-1)
