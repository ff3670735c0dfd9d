"""The arrays of a store on disk, written piece by piece, so that none has to fit into memory."""

import hashlib
from collections.abc import Iterable
from contextlib import ExitStack
from pathlib import Path
from typing import IO, Any, Final, Self

import numpy as np
from numpy.typing import DTypeLike, NDArray

Ints = NDArray[np.int64]
Shapes = dict[str, dict[str, Any]]

PROVENANCE: Final = frozenset({"aside.source", "aside.line"})
"""Arrays that differ between equal graphs from differently cut files."""

_HASH_BLOCK = 1 << 24


class ArrayWriter:
    """Writes `.npy` files of one dimension into a folder.

    Args:
        folder: an existing folder.
    """

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.shapes: Shapes = {}
        """dtype and shape of each array, as the manifest keeps them."""

    def write(self, name: str, array: NDArray[Any]) -> None:
        """Write an array that is there as a whole."""
        with self.open(name, array.dtype) as growing:
            growing.append(array)

    def open(self, name: str, dtype: DTypeLike) -> "GrowingArray":
        """Begin an array that grows; it is complete when its `with` block ends."""
        return GrowingArray(self, name, np.dtype(dtype))

    def hash_into(self, digest: "hashlib._Hash") -> None:
        """Feed names, shapes and bytes of all arrays that say something of the graph, by name, to a hash."""
        hash_arrays(digest, self.folder, self.shapes)


class GrowingArray:
    """One array that is written piece by piece: room for the header first, the header itself last."""

    def __init__(self, writer: ArrayWriter, name: str, dtype: np.dtype[Any]) -> None:
        self._writer, self._name, self.dtype = writer, name, dtype
        self._file: IO[bytes] = (writer.folder / f"{name}.npy").open("wb")
        self.length = 0
        self._write_header()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, failed: object, *_: object) -> None:
        with self._file:
            if failed is None:
                self._file.seek(0)
                self._write_header()
                self._writer.shapes[self._name] = {"dtype": self.dtype.str, "shape": [self.length]}

    def append(self, piece: NDArray[Any]) -> None:
        """Write the next elements, shape (num_elements,)."""
        self._file.write(np.ascontiguousarray(piece, self.dtype).data)
        self.length += len(piece)

    def _write_header(self) -> None:
        header = {"descr": self.dtype.str, "fortran_order": False, "shape": (self.length,)}
        np.lib.format.write_array_header_1_0(self._file, header)


class GrowingStrings:
    """A string table that is written piece by piece; see `numkbqa.kb.strings.StringTable`.

    Args:
        writer: where to.
        name: prefix of the names of its two arrays.
    """

    def __init__(self, writer: ArrayWriter, name: str) -> None:
        self._stack = ExitStack()
        self._blob = self._stack.enter_context(writer.open(f"{name}.blob", np.uint8))
        self._offsets = self._stack.enter_context(writer.open(f"{name}.offsets", np.int64))
        self._offsets.append(np.zeros(1, np.int64))

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *failure: Any) -> None:
        self._stack.__exit__(*failure)

    def append(self, strings: Iterable[str]) -> None:
        """Write the next strings."""
        encoded = [string.encode("utf-8") for string in strings]
        ends = np.cumsum(np.fromiter(map(len, encoded), np.int64, len(encoded))) + self._blob.length
        self._blob.append(np.frombuffer(b"".join(encoded), np.uint8))
        self._offsets.append(ends)


class Starts:
    """Counts the rows of each key of a sorted column, and tells where they begin.

    Args:
        num_keys: number of possible keys.
    """

    def __init__(self, num_keys: int) -> None:
        self._counts = np.zeros(num_keys + 1, np.int64)
        self._last = -1

    def count(self, keys: NDArray[Any]) -> None:
        """Count the next keys, which must not fall, shape (num_rows,)."""
        if not len(keys):
            return
        if keys[0] < self._last or (np.diff(keys) < 0).any():
            raise ValueError("the keys are not sorted")
        found, counts = np.unique(keys, return_counts=True)
        self._counts[found + 1] += counts
        self._last = int(keys[-1])

    def rows(self) -> Ints:
        """First row of each key, shape (num_keys + 1,): the rows of key k are `rows[k]` to `rows[k + 1]`."""
        return np.cumsum(self._counts)


def hash_arrays(digest: "hashlib._Hash", folder: Path, shapes: Shapes) -> None:
    """Feed names, shapes and bytes of arrays on disk to a hash, block by block.

    Args:
        digest: the hash.
        folder: where they are.
        shapes: dtype and shape of each; where a literal stood in its source (`PROVENANCE`) is left out.
    """
    for name in sorted(shapes.keys() - PROVENANCE):
        shape = shapes[name]
        digest.update(f"{name} {shape['dtype']} {tuple(shape['shape'])}".encode())
        array = np.load(folder / f"{name}.npy", mmap_mode="r", allow_pickle=False)
        for first in range(0, len(array), _HASH_BLOCK):
            digest.update(np.ascontiguousarray(array[first : first + _HASH_BLOCK]).view(np.uint8).data)
