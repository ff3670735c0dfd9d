"""T20: tables through the program, and what stands in the second file of a case."""

import json
from collections.abc import Callable
from pathlib import Path

import pytest
from typer.testing import CliRunner

from numkbqa.cli.app import app
from tests.hostile.tables.cases import EXPORT, LATIN, QUOTED_LINES
from tests.support.command_line import assert_refused, numkbqa
from tests.support.hostile import Built, Case, build, places, write_files


def test_the_program_names_the_ragged_row(tmp_path: Path) -> None:
    source = write_files(tmp_path / "source", EXPORT.files)
    done = CliRunner().invoke(app, ["kb", "build", str(source), "-o", str(tmp_path / "kb"), "--json"])
    assert done.exit_code == 0, done.output
    (skipped,) = json.loads(done.stdout)["skipped"]
    assert (Path(skipped["source"]).name, skipped["line"], skipped["kept"]) == ("ships.csv", 5, True)
    assert "Ragged" in skipped["text"]


def test_the_report_for_people_names_it_too(tmp_path: Path) -> None:
    source = write_files(tmp_path / "source", QUOTED_LINES.files)
    done = numkbqa("kb", "build", source, "-o", tmp_path / "kb", COLUMNS="200")
    assert done.returncode == 0, done.stderr
    assert "books.csv:5" in done.stdout.replace("\n", "")


def test_utf_16_with_tabs_is_a_table_as_well(built: Callable[[Case], Built]) -> None:
    assert built(LATIN).places("depth") == places("Lac Léman > Łódź")


@pytest.mark.parametrize(
    "content",
    [b"", b"\xef\xbb\xbf", b"a,b\n", b"\x00\x01\x02\x03" * 100],
    ids=["empty", "BOM", "header", "binary"],
)
def test_a_table_without_rows_is_refused(content: bytes, tmp_path: Path) -> None:
    (tmp_path / "empty.csv").write_bytes(content)
    assert_refused(numkbqa("kb", "build", tmp_path / "empty.csv", "-o", tmp_path / "kb"), "empty.csv")
    assert not (tmp_path / "kb").exists()


def test_the_order_of_rows_and_columns_changes_no_ranking(tmp_path: Path) -> None:
    there = "ship,guns\nA,3\nB,20\nC,100\n"
    back = "guns,ship\n100,C\n20,B\n3,A\n"
    for name, text in (("there", there), ("back", back)):
        assert build({"ships.csv": text}, tmp_path / name).places("guns") == places("C > B > A")
