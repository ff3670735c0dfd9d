"""A table of strings in two arrays, made for memory maps: all bytes, and where each string starts."""

import numpy as np
from numpy.typing import NDArray


class StringTable:
    """Strings by number; when they are sorted, also numbers by string.

    Args:
        blob: UTF-8 bytes of all strings, shape (num_bytes,), uint8.
        offsets: start of each string and the end of the last, shape (num_strings + 1,), int64.
    """

    def __init__(self, blob: NDArray[np.uint8], offsets: NDArray[np.int64]) -> None:
        # a memoryview slices several times faster than an array
        self._bytes, self._offsets = blob.data, offsets

    def __len__(self) -> int:
        return len(self._offsets) - 1

    def __getitem__(self, index: int) -> str:
        return self._raw(index).decode("utf-8")

    def find(self, text: str) -> int | None:
        """Number of a string by binary search, in a table sorted by code point; None when it is not there."""
        key = text.encode("utf-8", errors="surrogatepass")
        low, high = 0, len(self)
        while low < high:
            middle = (low + high) // 2
            if self._raw(middle) < key:
                low = middle + 1
            else:
                high = middle
        return low if low < len(self) and self._raw(low) == key else None

    def _raw(self, index: int) -> bytes:
        return bytes(self._bytes[int(self._offsets[index]) : int(self._offsets[index + 1])])
