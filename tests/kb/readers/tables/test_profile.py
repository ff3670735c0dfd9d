from pathlib import Path

import pytest

from numkbqa.kb.readers.tables.profile import Profile, profile_table
from numkbqa.kb.readers.tables.raw import RawColumn, RawTable
from numkbqa.kb.staging import Staging


def profile(
    tmp_path: Path, cells: list[str | None], words: str = "x", datatype: str | None = None
) -> Profile:
    with Staging(tmp_path, threads=1) as staging:
        staging.execute("CREATE TABLE t AS SELECT unnest(?::VARCHAR[]) AS c0", [cells])
        staging.execute("CREATE VIEW v AS SELECT rowid + 1 AS row, rowid + 1 AS line, c0 FROM t")
        column = RawColumn("x", "c0", datatype=datatype)
        table = RawTable("t", "v", 0, tmp_path, (column,), len(cells))
        return profile_table(staging, table, [words])["x"]


def test_cells_are_counted(tmp_path: Path) -> None:
    found = profile(tmp_path, ["a", "bbb", None, "a"])
    assert (found.rows, found.filled, found.distinct, found.unique) == (4, 3, 2, False)
    assert found.length == pytest.approx(5 / 3)
    assert sorted(found.sample) == ["a", "a", "bbb"]


def test_a_column_is_unique_when_every_row_has_its_own_cell(tmp_path: Path) -> None:
    assert profile(tmp_path, ["a", "b"]).unique


def test_missing_cells_are_not_unique(tmp_path: Path) -> None:
    assert not profile(tmp_path, ["a", None]).unique


@pytest.mark.parametrize(
    "cells",
    [
        ["1", "2.5", "-3e4"],
        ["1,234,567", "1,000", "12"],
        ["1234567", "1.2 million", "5"],
        ["15/4/2019", "16/4/2019", "2/5/2019"],
        ["1999", "1999-06", "1999-06-01"],
        ["5", "6", "unknown"],
        ["12 km", "13 km"],
    ],
    ids=["numbers", "thousands", "words", "dates", "precisions", "dirty", "units"],
)
def test_numbers_and_dates_are_measured(tmp_path: Path, cells: list[str | None]) -> None:
    assert profile(tmp_path, cells).measured


@pytest.mark.parametrize(
    "cells",
    [["a", "b"], ["nan", "NA", "null"], ["true", "false"], ["12 Monkeys", "Seven", "Heat"], ["007", "x"]],
)
def test_names_are_not_measured(tmp_path: Path, cells: list[str | None]) -> None:
    assert not profile(tmp_path, cells).measured


def test_dates_are_told_from_numbers(tmp_path: Path) -> None:
    assert profile(tmp_path, ["1999-01-02", "2000-02"]).dated


def test_numbers_are_no_dates(tmp_path: Path) -> None:
    assert not profile(tmp_path, ["5", "6"]).dated


def test_a_declared_datatype_decides(tmp_path: Path) -> None:
    found = profile(tmp_path, ["1", "x"], datatype="xsd:boolean")
    assert (found.measured, found.dated) == (False, False)


@pytest.mark.parametrize(
    ("cells", "short"),
    [
        (["Paris", "Rome"], True),
        (["word " * 20, "word " * 30], False),
        (["http://x.org/a", "http://x.org/b"], False),
        (["a@x.org", "b@x.org"], False),
    ],
)
def test_names_are_told_from_descriptions_and_addresses(
    tmp_path: Path, cells: list[str | None], short: bool
) -> None:
    assert profile(tmp_path, cells).short is short


@pytest.mark.parametrize(
    ("cells", "separator"),
    [
        (["Action|Comedy", "Drama"], "|"),
        (["red; green", "green; blue"], ";"),
        (["see; this", "and; that"], None),
        (["1|2", "3|4"], "|"),
        (["a||b", "c"], None),
        (["a", "b"], None),
        (["Paris, Texas", "Rome"], None),
    ],
)
def test_lists_written_into_one_cell_have_a_separator(
    tmp_path: Path, cells: list[str | None], separator: str | None
) -> None:
    assert profile(tmp_path, cells).separator == separator


def test_a_sample_is_always_the_same(tmp_path: Path) -> None:
    cells: list[str | None] = [f"name {number}" for number in range(3000)]
    for folder in ("a", "b"):
        (tmp_path / folder).mkdir()
    first, second = (profile(tmp_path / folder, cells).sample for folder in ("a", "b"))
    assert first == second
    assert len(set(first)) == 500


def test_large_columns_are_unique_only_exactly(tmp_path: Path) -> None:
    cells: list[str | None] = [f"n{number}" for number in range(120_000)]
    cells[-1] = "n0"
    found = profile(tmp_path, cells)
    assert not found.unique
    assert found.distinct == pytest.approx(120_000, rel=0.2)
