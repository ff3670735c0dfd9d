import json
import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

GRAPH = """\
<http://x/Paris> <http://x/in> <http://x/France> .
<http://x/Lyon> <http://x/in> <http://x/France> .
<http://x/Paris> <http://www.w3.org/1999/02/22-rdf-syntax-ns#type> <http://x/City> .
<http://x/Lyon> <http://www.w3.org/1999/02/22-rdf-syntax-ns#type> <http://x/City> .
<http://x/Paris> <http://www.w3.org/2000/01/rdf-schema#label> "Paris" .
<http://x/Lyon> <http://www.w3.org/2000/01/rdf-schema#label> "Lyon" .
<http://x/Paris> <http://x/population> "2102650"^^<http://www.w3.org/2001/XMLSchema#integer> .
<http://x/Lyon> <http://x/population> "522250"^^<http://www.w3.org/2001/XMLSchema#integer> .
"""


def numkbqa(*arguments: str | Path) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, "-m", "numkbqa", *map(str, arguments)]
    environment = {name: value for name, value in os.environ.items() if name != "NUMKBQA_DEBUG"}
    return subprocess.run(command, capture_output=True, text=True, env=environment, timeout=120, check=False)


@pytest.fixture(scope="module")
def built(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("graph")
    (folder / "graph.nt").write_text(GRAPH, encoding="utf-8")
    run = numkbqa("kb", "build", folder / "graph.nt", "-o", folder / "kb", "--json")
    assert run.returncode == 0, run.stderr
    assert json.loads(run.stdout)["numeric_facts"] == 2
    assert "reading graph.nt" in run.stderr
    return folder / "kb"


def test_a_build_for_people_shows_counts(built: Path) -> None:
    run = numkbqa("-q", "kb", "build", built.parent / "graph.nt", "-o", built.parent / "again")
    assert run.returncode == 0
    assert "numeric facts" in run.stdout
    assert run.stderr == ""


@pytest.mark.parametrize("command", ["info", "doctor"])
def test_json_is_all_there_is_on_stdout(built: Path, command: str) -> None:
    run = numkbqa("-q", "kb", command, built, "--json")
    assert run.returncode == 0
    assert json.loads(run.stdout)["content_hash"]
    assert run.stderr == ""


def test_doctor_names_the_relation_its_range_and_its_coverage(built: Path) -> None:
    run = numkbqa("kb", "doctor", built)
    assert run.returncode == 0
    row = next(line for line in run.stdout.splitlines() if line.startswith("│ population"))
    assert all(text in row for text in ("number", "522,250 to 2,102,650", "100% of city"))


def test_doctor_writes_a_page(built: Path, tmp_path: Path) -> None:
    run = numkbqa("kb", "doctor", built, "--html", tmp_path / "report.html", "--json")
    assert run.returncode == 0
    assert json.loads(run.stdout)["relations"][0]["text"] == "population"
    assert "report.html" in run.stderr
    page = (tmp_path / "report.html").read_text(encoding="utf-8")
    assert "<svg" in page
    assert "population" in page


def test_info_counts(built: Path) -> None:
    run = numkbqa("kb", "info", built)
    assert run.returncode == 0
    assert "numerical relations" in run.stdout
    assert "graph.nt" in run.stdout


def test_info_verifies_the_content(built: Path, tmp_path: Path) -> None:
    run = numkbqa("kb", "info", built, "--verify", "--json")
    assert json.loads(run.stdout)["verified"] is True
    copy = shutil.copytree(built, tmp_path / "kb")
    (names,) = copy.rglob("name.blob.npy")
    names.write_bytes(names.read_bytes().replace(b"Lyon", b"Lyxn"))
    damaged = numkbqa("kb", "info", copy, "--verify", "--json")
    assert (damaged.returncode, damaged.stdout) == (2, "")
    assert "its hash is another one" in damaged.stderr


def test_an_export_builds_the_same_graph(built: Path, tmp_path: Path) -> None:
    run = numkbqa("kb", "export", built, "-o", tmp_path / "out.nt")
    assert (run.returncode, run.stdout) == (0, "")
    again = numkbqa("kb", "build", tmp_path / "out.nt", "-o", tmp_path / "kb", "--json")
    original = json.loads(numkbqa("kb", "info", built, "--json").stdout)
    assert json.loads(again.stdout)["content_hash"] == original["content_hash"]


def test_an_export_in_parquet_is_a_folder_of_tables(built: Path, tmp_path: Path) -> None:
    run = numkbqa("kb", "export", built, "-o", tmp_path / "tables", "--format", "parquet")
    assert run.returncode == 0
    assert {path.name for path in (tmp_path / "tables").glob("*.parquet")} == {
        "facts.parquet", "names.parquet", "numbers.parquet",
    }  # fmt: skip


def test_a_broken_graph_exits_2_names_the_line_and_leaves_nothing(tmp_path: Path) -> None:
    (tmp_path / "bad.nt").write_text("<http://x/a> <http://x/b> what .\n", encoding="utf-8")
    run = numkbqa("kb", "build", tmp_path / "bad.nt", "-o", tmp_path / "kb", "--json")
    assert (run.returncode, run.stdout) == (2, "")
    assert "error: " in run.stderr
    assert "bad.nt:1" in run.stderr
    assert "Traceback" not in run.stderr
    assert [item.name for item in tmp_path.iterdir()] == ["bad.nt"]


@pytest.mark.parametrize("command", [("info", "--json"), ("doctor", "--json"), ("export", "-o", "out.nt")])
def test_a_folder_that_is_no_kb_exits_2(tmp_path: Path, command: tuple[str, ...]) -> None:
    run = numkbqa("kb", command[0], tmp_path, *command[1:])
    assert (run.returncode, run.stdout) == (2, "")
    assert str(tmp_path) in run.stderr


def test_a_strangers_folder_is_not_replaced(built: Path, tmp_path: Path) -> None:
    (tmp_path / "thesis.tex").write_text("years of work", encoding="utf-8")
    run = numkbqa("kb", "build", built.parent / "graph.nt", "-o", tmp_path)
    assert run.returncode == 2
    assert (tmp_path / "thesis.tex").exists()
