import hashlib
from collections import Counter
from itertools import chain
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from numkbqa.kb.arrays import ArrayWriter, GrowingStrings, Starts, hash_arrays
from numkbqa.kb.strings import StringTable

pieces = st.lists(st.lists(st.integers(-(2**31), 2**31 - 1), max_size=5), max_size=5)


@settings(deadline=None)
@given(pieces)
def test_an_array_written_in_pieces_is_the_array(
    tmp_path_factory: pytest.TempPathFactory, parts: list[list[int]]
) -> None:
    folder = tmp_path_factory.mktemp("arrays")
    writer = ArrayWriter(folder)
    with writer.open("x", np.int32) as growing:
        for part in parts:
            growing.append(np.array(part, np.int64))
    whole = np.load(folder / "x.npy")
    assert (whole.tolist(), whole.dtype) == (list(chain.from_iterable(parts)), np.int32)
    assert writer.shapes == {"x": {"dtype": "<i4", "shape": [len(whole)]}}


def test_an_array_whose_writing_failed_is_not_in_the_manifest(tmp_path: Path) -> None:
    writer = ArrayWriter(tmp_path)
    with pytest.raises(ValueError, match="invalid literal"), writer.open("x", np.int32) as growing:
        growing.append(np.array(["no number"]))
    assert writer.shapes == {}


def test_strings_written_in_pieces_are_found(tmp_path: Path) -> None:
    writer = ArrayWriter(tmp_path)
    with GrowingStrings(writer, "s") as strings:
        strings.append(["", "añb"])
        strings.append([])
        strings.append(["ß"])
    table = StringTable(np.load(tmp_path / "s.blob.npy"), np.load(tmp_path / "s.offsets.npy"))
    assert [table[i] for i in range(len(table))] == ["", "añb", "ß"]


@given(st.lists(st.lists(st.integers(0, 6)), max_size=4))
def test_starts_bound_the_rows_of_each_key(parts: list[list[int]]) -> None:
    keys = sorted(chain.from_iterable(parts))
    starts, done = Starts(7), 0
    for part in parts:
        starts.count(np.array(keys[done : done + len(part)], np.int64))
        done += len(part)
    counts = Counter(keys)
    assert np.diff(starts.rows()).tolist() == [counts[key] for key in range(7)]


@pytest.mark.parametrize("parts", [([1, 0],), ([0, 2], [1])])
def test_starts_refuse_keys_that_are_not_sorted(parts: tuple[list[int], ...]) -> None:
    starts = Starts(3)
    for part in parts[:-1]:
        starts.count(np.array(part))
    with pytest.raises(ValueError, match="not sorted"):
        starts.count(np.array(parts[-1]))


def test_the_hash_sees_content_and_names_but_not_provenance(tmp_path: Path) -> None:
    def hash_of(name: str, values: list[int], line: int) -> str:
        writer = ArrayWriter(tmp_path)
        writer.write(name, np.array(values))
        writer.write("aside.line", np.array([line]))
        digest = hashlib.sha256()
        hash_arrays(digest, tmp_path, writer.shapes)
        return digest.hexdigest()

    first = hash_of("a", [1, 2], 7)
    assert hash_of("a", [1, 2], 8) == first
    assert len({first, hash_of("a", [1, 3], 7), hash_of("b", [1, 2], 7), hash_of("a", [1], 7)}) == 4
