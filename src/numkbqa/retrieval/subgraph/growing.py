"""Arrays that grow at their end at constant cost an element."""

from typing import Any, Generic, TypeVar

import numpy as np
from numpy.typing import NDArray

Scalar = TypeVar("Scalar", bound=np.generic)


class Growing(Generic[Scalar]):
    """A one-dimensional array with room to grow.

    Args:
        dtype: of its elements.
    """

    def __init__(self, dtype: type[Scalar]) -> None:
        self._room: NDArray[Scalar] = np.zeros(1024, dtype=dtype)
        self._size = 0

    def __len__(self) -> int:
        return self._size

    @property
    def values(self) -> NDArray[Scalar]:
        """A view of its elements, shape (size,); it is the array itself until the array grows."""
        return self._room[: self._size]

    def clear(self) -> None:
        """Take all elements out; the room stays."""
        self._size = 0

    def extend(self, values: Any, count: int) -> None:
        """Put elements at the end.

        Args:
            values: one value for all, or an array of shape (count,).
            count: how many elements.
        """
        end = self._size + count
        if end > len(self._room):
            room = np.zeros(2 * end, dtype=self._room.dtype)
            room[: self._size] = self.values
            self._room = room
        self._room[self._size : end] = values
        self._size = end
