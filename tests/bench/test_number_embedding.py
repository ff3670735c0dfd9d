from pathlib import Path

import pytest
from bench.number_embedding import main, measure, new_task

from numkbqa.text.tiny import TinyEncoder


def test_numbers_are_distinct_ascending_and_new_to_every_question() -> None:
    first, second = new_task(50, 0), new_task(50, 1)
    assert (first.values.diff() > 0).all()
    assert len(set(first.texts)) == 50
    assert first.texts != second.texts


def test_every_way_is_measured_and_gives_the_same_embeddings(tmp_path: Path) -> None:
    rows = measure(TinyEncoder(), tmp_path, count=8, repeats=1)
    assert [row.way.partition(":")[0] for row in rows] == [
        "reference", "not cached", "cached on disk", "cached in memory",
    ]  # fmt: skip
    assert all(row.total > 0 for row in rows)


def test_the_program_prints_a_row_a_way(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    command = ["number_embedding", "--encoder", "tiny", "--numbers", "5", "--repeats", "1"]
    monkeypatch.setattr("sys.argv", command)
    main()
    lines = capsys.readouterr().out.splitlines()
    assert len(lines) == 6
    assert lines[2].startswith("reference")
    assert lines[2].split()[-1] == "1.0"
