"""A vector for each number that training held: a number that it never saw has none."""

import hashlib
from collections.abc import Sequence
from typing import Final

import numpy as np
import torch
from numpy.typing import NDArray
from torch import Tensor, nn

NAME_DIGITS: Final = 5
BASE: Final = 2048
"""Largest power of two below which float16, in which start vectors are kept, is exact."""


def number_names(texts: Sequence[str]) -> NDArray[np.float32]:
    """Names of numbers in the place of start vectors: a hash of the text in digits, which says no magnitude.

    Args:
        texts: normalised texts of the numbers.

    Returns:
        Digits from 0 to 2047, shape (num_texts, 5).
    """
    hashes = [hashlib.blake2b(text.encode(), digest_size=7).digest() for text in texts]
    keys = np.array([int.from_bytes(digest, "little") for digest in hashes], dtype=np.int64)
    return (keys[:, None] // BASE ** np.arange(NAME_DIGITS) % BASE).astype(np.float32)


class NumberTable(nn.Module):
    """Learned vectors by the name of a number; zeros for a number without one.

    Args:
        width: width of a vector.
    """

    def __init__(self, width: int) -> None:
        super().__init__()
        self.width = width
        # Parameters as well, though nothing is learned of them: model folders hold them under this name.
        self.names = nn.Parameter(torch.zeros(0, NAME_DIGITS), requires_grad=False)
        self.vectors = nn.Parameter(torch.zeros(0, width))

    def make_room(self, size: int) -> None:
        """Forget all numbers, and make room for others.

        Args:
            size: how many.
        """
        self.names.data = self.names.new_zeros((size, NAME_DIGITS))
        self.vectors.data = torch.randn(size, self.width).to(self.vectors)

    def meet(self, names: Tensor) -> None:
        """Give every number of the training data a random vector to start from.

        Args:
            names: names of numbers, shape (num_numbers, 5).
        """
        distinct = torch.unique(torch.cat((self.names.data, names.to(self.names))), dim=0)
        self.make_room(len(distinct))
        self.names.data.copy_(distinct[_keys(distinct).argsort()])

    def knows(self, names: Tensor) -> Tensor:
        """Which numbers have a vector.

        Args:
            names: shape (..., 5).

        Returns:
            bool, shape (...).
        """
        return self._find(names)[1]

    def forward(self, names: Tensor) -> Tensor:
        """Look up vectors.

        Args:
            names: shape (..., 5).

        Returns:
            Vectors, shape (..., width).
        """
        row, known = self._find(names)
        if not len(self.vectors):
            return self.vectors.new_zeros((*row.shape, self.width))
        return self.vectors[row] * known.unsqueeze(-1)

    def _find(self, names: Tensor) -> tuple[Tensor, Tensor]:
        """Row of each number, and whether it is its own."""
        own, asked = _keys(self.names.data), _keys(names)
        if not len(own):
            return torch.zeros_like(asked), torch.zeros_like(asked, dtype=torch.bool)
        row = torch.searchsorted(own, asked.contiguous()).clamp_max(len(own) - 1)
        return row, own[row] == asked


def _keys(names: Tensor) -> Tensor:
    """One integer for the digits of each name."""
    powers = BASE ** torch.arange(NAME_DIGITS, device=names.device)
    return (names.long() * powers).sum(dim=-1)
