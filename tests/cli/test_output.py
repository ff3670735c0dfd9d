import json
import math
import sys
from pathlib import Path

import pytest

from numkbqa.cli.output import library_call, print_json, print_rich, summary


def test_json_is_one_readable_document(capsys: pytest.CaptureFixture[str]) -> None:
    print_json({"name": "Zürich", "rows": [1, 2.5, None]})
    out = capsys.readouterr().out
    assert json.loads(out) == {"name": "Zürich", "rows": [1, 2.5, None]}
    assert "Zürich" in out


def test_what_is_no_json_is_refused() -> None:
    with pytest.raises(ValueError, match="JSON"):
        print_json({"score": math.nan})


def test_a_chatty_library_never_reaches_stdout(capsys: pytest.CaptureFixture[str]) -> None:
    with library_call():
        print("downloading more RAM")
    print("result", file=sys.stdout)
    assert capsys.readouterr() == ("result\n", "downloading more RAM\n")


def test_a_summary_shows_nested_values_and_never_reads_markup(capsys: pytest.CaptureFixture[str]) -> None:
    values = {
        "num_facts": 1234567,
        "ordinal": {"hits1": 0.51234},
        "ok": True,
        "none": None,
        "path": Path("[b]"),
    }
    print_rich(summary("KB [red]x", values))
    out = capsys.readouterr().out
    assert "KB [red]x" in out
    rows = [[cell.strip() for cell in line.split("│")[1:3]] for line in out.splitlines() if "│" in line]
    assert rows == [
        ["num facts", "1,234,567"],
        ["ordinal hits1", "0.5123"],
        ["ok", "yes"],
        ["none", "-"],
        ["path", "[b]"],
    ]


def test_a_pipe_is_wide_enough_for_long_cells(capsys: pytest.CaptureFixture[str]) -> None:
    print_rich(summary("t", {"hash": "f" * 120}))
    assert "f" * 120 in capsys.readouterr().out
