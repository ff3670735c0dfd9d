"""Lines of a text file, put together as rows of bytes: each part of a line is a block of rows."""

from typing import Any

import numpy as np
from numpy.typing import NDArray

Ints = NDArray[np.int64]
Bytes = NDArray[np.uint8]


def rows_of(texts: list[str]) -> Bytes:
    """ASCII texts as rows of bytes, filled up with NUL, shape (num_texts, width)."""
    rows: NDArray[Any] = np.array(texts, dtype=np.bytes_)
    return rows.view(np.uint8).reshape(len(texts), rows.itemsize)


def repeated(text: str, count: int) -> Bytes:
    """One ASCII text as that many rows of bytes, shape (count, width)."""
    return np.broadcast_to(np.frombuffer(text.encode(), np.uint8), (count, len(text)))


def digits_of(numbers: Ints, width: int) -> Bytes:
    """Decimal digits of each number, leading zeros as NUL, shape (count, width)."""
    powers = 10 ** np.arange(width - 1, -1, -1)
    digits = (numbers[:, None] // powers % 10 + ord("0")).astype(np.uint8)
    digits[:, :-1][numbers[:, None] < powers[:-1]] = 0
    return digits


def squeezed(parts: list[Bytes]) -> Bytes:
    """The lines whose parts these are, without the NULs that filled the parts up."""
    lines = np.concatenate(parts, axis=1)
    kept: Bytes = lines[lines != 0]
    return kept
