from pathlib import Path

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from numkbqa.kb.arrays import ArrayWriter, GrowingStrings
from numkbqa.kb.strings import StringTable

texts = st.text(st.characters(exclude_categories=["Cs"]))


def table_of(folder: Path, strings: list[str]) -> StringTable:
    with GrowingStrings(ArrayWriter(folder), "x") as growing:
        growing.append(strings)
    return StringTable(np.load(folder / "x.blob.npy"), np.load(folder / "x.offsets.npy"))


@settings(deadline=None)
@given(st.lists(texts, unique=True), texts)
def test_every_string_is_found_and_no_other(
    tmp_path_factory: pytest.TempPathFactory, strings: list[str], other: str
) -> None:
    strings = sorted(strings)
    table = table_of(tmp_path_factory.mktemp("strings"), strings)
    assert [table[i] for i in range(len(table))] == strings
    assert [table.find(string) for string in strings] == list(range(len(strings)))
    assert table.find(other) == (strings.index(other) if other in strings else None)


def test_a_lone_surrogate_is_not_found(tmp_path: Path) -> None:
    assert table_of(tmp_path, ["a", "b"]).find("\ud800") is None
