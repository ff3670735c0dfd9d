import json
from pathlib import Path
from typing import Any

import duckdb
import numpy as np
import pytest

from numkbqa.errors import UserError
from numkbqa.kb.export import export_parquet, parquet
from tests.support.toy_kb import ToyKB, number, toy_world


def rows(folder: Path, table: str) -> list[tuple[Any, ...]]:
    with duckdb.connect() as database:
        return database.execute(f"SELECT * FROM read_parquet('{folder / table}.parquet')").fetchall()


def test_the_tables_hold_the_whole_graph(tmp_path: Path) -> None:
    kb = toy_world()
    export_parquet(kb, tmp_path / "out")
    facts = kb.facts_from(np.arange(kb.num_entities))
    expected = {
        (kb.entity_id(h), kb.relations[r], kb.entity_id(t))
        for h, r, t in zip(*(column.tolist() for column in facts), strict=True)
    }
    found = rows(tmp_path / "out", "facts")
    assert set(found) == expected
    assert len(found) == len(expected)
    numbers = rows(tmp_path / "out", "numbers")
    assert len(numbers) == len(kb.numbers_of(np.arange(kb.num_entities)).value)
    assert (
        "vistula",
        "length",
        "1047",
        1047.0,
        1047.0,
        "quantity",
        "kilometer",
        None,
        "1047",
        None,
    ) in numbers
    dates = [row for row in numbers if row[5] == "date"]
    assert {row[7] for row in dates} == {9, 10, 11}
    names = rows(tmp_path / "out", "names")
    assert ("germany", "Germany", True) in names
    assert ("germany", "Deutschland", False) in names


def test_pieces_give_the_same_tables_in_the_order_of_the_graph(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    export_parquet(toy_world(), tmp_path / "whole")
    monkeypatch.setattr(parquet, "CHUNK", 7)
    told: list[tuple[str, int]] = []
    export_parquet(toy_world(), tmp_path / "parts", progress=lambda stage, count: told.append((stage, count)))
    for table in ("facts", "numbers", "names"):
        assert rows(tmp_path / "parts", table) == rows(tmp_path / "whole", table)
    assert {stage for stage, _ in told} == {"writing facts", "writing numbers", "writing names"}


def test_only_the_tables_and_what_they_are_of_are_left(tmp_path: Path) -> None:
    kb = ToyKB([("a", "r", "b")], [("a", "n", number(1))])
    export_parquet(kb, tmp_path / "out")
    assert sorted(path.name for path in (tmp_path / "out").iterdir()) == [
        "facts.parquet", "names.parquet", "numbers.parquet", "numkbqa-export.json",
    ]  # fmt: skip
    about = json.loads((tmp_path / "out" / "numkbqa-export.json").read_text())
    assert about["content_hash"] == kb.content_hash
    assert rows(tmp_path / "out", "names") == []


def test_an_older_export_is_replaced_and_a_strangers_folder_is_not(tmp_path: Path) -> None:
    export_parquet(toy_world(), tmp_path / "out")
    export_parquet(ToyKB([("a", "r", "b")]), tmp_path / "out")
    assert rows(tmp_path / "out", "facts") == [("a", "r", "b")]
    (tmp_path / "mine").mkdir()
    (tmp_path / "mine" / "thesis.tex").write_text("years of work")
    with pytest.raises(UserError, match="will not be replaced"):
        export_parquet(toy_world(), tmp_path / "mine")
