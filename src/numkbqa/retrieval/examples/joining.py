"""Joining the shards of a store into one, array by array, without holding an array in memory."""

import json
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from numkbqa.files import write_folder_aside
from numkbqa.retrieval.examples.store import (
    COUNTS,
    FIELDS,
    LEADING,
    MANIFEST,
    QUESTIONS,
    array_file,
    offsets_file,
    write_manifest,
)

Ints = NDArray[np.int64]


def join_shards(shards: Sequence[Path], path: Path, key: str) -> None:
    """Write the store that `write_examples` would write of the examples of all shards, byte by byte.

    Args:
        shards: stores of consecutive questions, in order.
        path: the folder to write.
        key: what the examples depend on.

    Raises:
        UserError: something else stands at `path`, or nothing can be written.
    """
    with write_folder_aside(path, MANIFEST) as folder:
        for name, (_, kind) in FIELDS.items():
            _append(array_file(folder, name), [array_file(shard, name) for shard in shards], kind)
        for group in LEADING:
            offsets = _joined_offsets([np.load(offsets_file(shard, group)) for shard in shards])
            np.save(offsets_file(folder, group), offsets)
        counts = [np.load(shard / COUNTS) for shard in shards]
        np.save(folder / COUNTS, np.concatenate([np.empty(0, dtype=np.int64), *counts]))
        _join_questions(folder / QUESTIONS, shards, list(map(len, counts)))
        write_manifest(folder, key, [reason for shard in shards for reason in _reasons(shard)])


def _append(target: Path, parts: Sequence[Path], kind: str) -> None:
    """Write the array that the arrays of all parts are together, one part after the other."""
    length = sum(len(np.load(part, mmap_mode="r")) for part in parts)
    header: dict[str, Any] = {"descr": kind, "fortran_order": False, "shape": (length,)}
    with target.open("wb") as file:
        np.lib.format.write_array_header_1_0(file, header)
        for part in parts:
            np.load(part).tofile(file)


def _joined_offsets(parts: Sequence[Ints]) -> Ints:
    sizes = [np.diff(part) for part in parts]
    return np.cumsum(np.concatenate([np.zeros(1, dtype=np.int64), *sizes]))


def _join_questions(target: Path, shards: Sequence[Path], counts: Sequence[int]) -> None:
    """The questions with an example, of all shards, and then those without."""
    with target.open("w", encoding="utf-8") as file:
        for shard, count in zip(shards, counts, strict=True):
            file.writelines(line for place, line in enumerate(_lines(shard)) if place < count)
        for shard, count in zip(shards, counts, strict=True):
            file.writelines(line for place, line in enumerate(_lines(shard)) if place >= count)


def _lines(shard: Path) -> Iterator[str]:
    with (shard / QUESTIONS).open(encoding="utf-8", newline="\n") as file:
        yield from file


def _reasons(shard: Path) -> list[str]:
    reasons: list[str] = json.loads((shard / MANIFEST).read_text(encoding="utf-8"))["reasons"]
    return reasons
