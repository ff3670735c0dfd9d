"""T19: the exit code, the count and the line numbers that the program gives for dirty RDF."""

import json
from pathlib import Path

import pytest

from tests.hostile.rdf_dirt.cases import DIRTY_LINES, DIRTY_TURTLE
from tests.support.command_line import assert_refused, numkbqa
from tests.support.hostile import Case, write_files


@pytest.mark.parametrize("case", [DIRTY_LINES, DIRTY_TURTLE], ids=lambda case: case.name)
def test_dirt_is_counted_by_line_and_the_build_succeeds(case: Case, tmp_path: Path) -> None:
    source = write_files(tmp_path / "source", case.files)
    done = numkbqa("kb", "build", source, "-o", tmp_path / "kb", "--json")
    assert done.returncode == 0, done.stderr
    report = json.loads(done.stdout)
    lines = [row["line"] for row in report["skipped"]]
    assert lines == sorted(line or 0 for _, line in case.skipped | case.mended)
    assert sum(report["skipped_counts"].values()) == len(case.skipped)
    assert sum(report["kept_counts"].values()) == len(case.mended)


def test_a_file_of_dirt_alone_is_refused(tmp_path: Path) -> None:
    (tmp_path / "dirt.nt").write_text("this is\nno RDF at all\n" * 10)
    assert_refused(numkbqa("kb", "build", tmp_path / "dirt.nt", "-o", tmp_path / "kb"), "dirt.nt")
    assert not (tmp_path / "kb").exists()
