"""A tiny deterministic encoder for tests: no weights, no download, opaque vectors per word and number."""

import hashlib
import re
from collections.abc import Sequence
from functools import lru_cache
from itertools import islice

import numpy as np

from numkbqa.text.encoder import States

MAX_TOKENS = 512
"""As much as encoders of its kind read, so that no text, however long, holds up what comes after it."""

TOKEN = re.compile(r"[^\W\d_]+|\d+|[^\w\s]")


class TinyEncoder:
    """Hashes each token to a vector; a number's vector says nothing of its magnitude.

    The start state is the mean of the token vectors plus a fixed one: texts that share words are similar.
    The end state is a hash of the whole text, so that two different texts never look the same.

    Args:
        width: width of a token state.
    """

    def __init__(self, width: int = 32) -> None:
        self._width = width

    @property
    def name(self) -> str:
        """Identity of the weights, used as the cache key."""
        return f"tiny-{self._width}"

    @property
    def width(self) -> int:
        """Width of a token state."""
        return self._width

    @property
    def max_tokens(self) -> int:
        """Longest text in tokens, start and end token included, that is not cut."""
        return MAX_TOKENS

    def encode(self, texts: Sequence[str]) -> list[States]:
        """Encode texts.

        Args:
            texts: any number of texts.

        Returns:
            One array of shape (num_tokens + 2, width) per text: start token, the text's tokens, end token.
        """
        return [self._encode_one(text) for text in texts]

    def word_vector(self, word: str) -> States:
        """The vector of a word, wherever it stands, shape (width,)."""
        return _vector(word.lower(), self._width)

    def _encode_one(self, text: str) -> States:
        tokens = islice(TOKEN.finditer(text), MAX_TOKENS - 2)
        words = [self.word_vector(token.group()) for token in tokens]
        mean = np.mean(words, axis=0) if words else np.zeros(self._width)
        start = (_vector("<start>", self._width) + 2 * mean) / 2
        end = _vector(f"<end>{text}", self._width)
        return np.stack([start, *words, end]).astype(np.float32)


@lru_cache(maxsize=65536)
def _vector(token: str, width: int) -> States:
    """Uniform vector of unit variance per entry, the same on every platform, shape (width,)."""
    digest = hashlib.shake_256(token.encode()).digest(4 * width)
    uniform = np.frombuffer(digest, dtype="<u4").astype(np.float64) / 2**32
    vector: States = ((2 * uniform - 1) * np.sqrt(3)).astype(np.float32)
    vector.flags.writeable = False
    return vector
