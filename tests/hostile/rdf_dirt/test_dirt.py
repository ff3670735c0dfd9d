"""T19: the exit code, the count and the line numbers that the program gives for dirty RDF."""

import json
from pathlib import Path

import pytest

from tests.hostile.rdf_dirt.cases import DIRTY_LINES, DIRTY_TURTLE
from tests.support.command_line import assert_refused, numkbqa
from tests.support.hostile import Case, write_files

DIRTY = {DIRTY_LINES: {4, 5, 6, 7, 8, 9, 10, 11, 12, 13}, DIRTY_TURTLE: {10, 12}}


@pytest.mark.parametrize("case", DIRTY, ids=lambda case: case.name)
def test_dirt_is_counted_by_line_and_the_build_succeeds(case: Case, tmp_path: Path) -> None:
    source = write_files(tmp_path / "source", case.files)
    done = numkbqa("kb", "build", source, "-o", tmp_path / "kb", "--json")
    assert done.returncode == 0, done.stderr
    report = json.loads(done.stdout)
    left_out = [row["line"] for row in report["skipped"] if not row["kept"]]
    assert sorted(left_out) == sorted(line for _, line in case.skipped)
    assert {row["line"] for row in report["skipped"]} <= DIRTY[case]
    assert sum(report["skipped_counts"].values()) == len(left_out)


def test_a_file_of_dirt_alone_is_refused(tmp_path: Path) -> None:
    (tmp_path / "dirt.nt").write_text("this is\nno RDF at all\n" * 10)
    assert_refused(numkbqa("kb", "build", tmp_path / "dirt.nt", "-o", tmp_path / "kb"), "dirt.nt")
    assert not (tmp_path / "kb").exists()
