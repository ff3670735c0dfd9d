"""The text encoder protocol: frozen, deterministic, one array of token states per text."""

from collections.abc import Sequence
from typing import Protocol

import numpy as np
from numpy.typing import NDArray

States = NDArray[np.float32]


class TextEncoder(Protocol):
    """A frozen encoder; the first and last row of its output belong to the start and end token."""

    @property
    def name(self) -> str:
        """Identity of the weights, used as the cache key."""
        ...

    @property
    def width(self) -> int:
        """Width of a token state."""
        ...

    @property
    def max_tokens(self) -> int | None:
        """Longest text in tokens, start and end token included, that is not cut; None for no limit."""
        ...

    def encode(self, texts: Sequence[str]) -> list[States]:
        """Encode texts.

        Args:
            texts: any number of texts.

        Returns:
            One array of shape (num_tokens + 2, width) per text: start token, the text's tokens, end token.
        """
        ...
