"""A disk that takes no more: what the command says, and that the old knowledge base or nothing is there."""

import subprocess
from pathlib import Path

import pytest
from bench.synthetic_graph import write_graph

from numkbqa.kb import build_kb, open_kb
from tests.support.command_line import Run, assert_refused, command, listing

from .conftest import TRIPLES_NT

FACTS = 5_000
BLOCK = 512


def with_full_disk(limit: int, *arguments: str | Path) -> Run:
    """Run `numkbqa ARGUMENTS` where no file grows beyond a number of bytes, which fails as on a full disk."""
    limited = ["sh", "-c", 'ulimit -f "$0" && exec "$@"', str(limit // BLOCK), *command(*arguments)]
    return subprocess.run(limited, capture_output=True, text=True, timeout=120, check=False)


@pytest.fixture
def source(tmp_path: Path) -> Path:
    write_graph(tmp_path / "graph.nt", FACTS)
    return tmp_path / "graph.nt"


@pytest.mark.parametrize("limit", [0, 4 << 10, 16 << 10])
def test_a_first_build_on_a_full_disk_leaves_nothing(limit: int, source: Path) -> None:
    kb = source.parent / "kb"
    before = listing(source.parent)
    done = with_full_disk(limit, "kb", "build", source, "-o", kb)
    assert_refused(done, str(kb), "File too large")
    assert listing(source.parent) == before


@pytest.mark.parametrize("limit", [0, 16 << 10])
def test_a_replacement_on_a_full_disk_keeps_the_old_one(limit: int, source: Path) -> None:
    kb, old = source.parent / "kb", source.parent / "old.nt"
    old.write_text(TRIPLES_NT, encoding="utf-8")
    report = build_kb([old], kb)
    before = listing(source.parent)
    done = with_full_disk(limit, "kb", "build", source, "-o", kb)
    assert_refused(done, str(kb), "File too large")
    assert listing(source.parent) == before
    assert open_kb(kb).content_hash == report.content_hash


def test_a_place_below_a_file_is_refused(source: Path) -> None:
    before = listing(source.parent)
    done = with_full_disk(1 << 30, "kb", "build", source, "-o", source / "kb")
    assert_refused(done, str(source / "kb"))
    assert listing(source.parent) == before


def test_a_build_without_enough_memory_says_what_to_do_and_leaves_nothing(source: Path) -> None:
    kb = source.parent / "kb"
    before = listing(source.parent)
    done = subprocess.run(
        command("kb", "build", source, "-o", kb, "--memory", "1MB"),
        capture_output=True,
        text=True,
        timeout=120,
        check=False,
    )
    assert_refused(done, str(kb), "more memory", "--memory")
    assert listing(source.parent) == before
