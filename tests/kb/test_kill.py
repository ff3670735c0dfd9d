"""`kill -9` amid a build: what then stands there is the complete old graph, the complete new one, or none."""

import hashlib
import itertools
import json
import os
import re
import shutil
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import numpy as np
import pytest
from bench.synthetic_graph import write_graph

from numkbqa.errors import UserError
from numkbqa.kb import EmbeddedKnowledgeBase, build_kb, open_kb
from tests.support.command_line import command, listing

from .conftest import TRIPLES_NT, literals

ROOT = Path(__file__).resolve().parents[2]
MOMENTS = 20
FACTS = 30_000


@dataclass(frozen=True)
class Way:
    """A way to build: its options, and whether a knowledge base stands there before."""

    name: str
    options: tuple[str, ...] = ()
    over_old: bool = True

    def __str__(self) -> str:
        return self.name


WAYS = (Way("first", over_old=False), Way("replacement"), Way("append", ("--append",)))


class Place:
    """A knowledge base alone in its folder, and three graphs to build it of.

    Args:
        folder: an empty folder.
    """

    def __init__(self, folder: Path) -> None:
        self.old, self.small, self.large = (folder / f"{name}.nt" for name in ("old", "small", "large"))
        self.old.write_text(TRIPLES_NT + literals("age", ("30", "integer"), ("41", "integer")))
        self.small.write_text(literals("born", ("1950", "gYear"), ("1951", "gYear")))
        write_graph(self.large, FACTS)
        self.folder = folder / "place"
        self.kb = self.folder / "kb"
        build_kb([self.old], self.kb)
        self.old_content, self.old_files = digest(open_kb(self.kb)), self.files()

    def prepare(self, way: Way) -> None:
        """What stands there before a build of this way."""
        if not way.over_old:
            shutil.rmtree(self.kb, ignore_errors=True)

    def words(self, way: Way, source: Path) -> list[str]:
        """The command of a build."""
        return ["kb", "build", str(source), "-o", str(self.kb), *way.options]

    def clean_build(self, way: Way, source: Path) -> tuple[str, float]:
        """What a build that nobody kills makes, and its seconds."""
        self.prepare(way)
        start = time.monotonic()
        subprocess.run(command(*self.words(way, source)), check=True, capture_output=True)
        seconds = time.monotonic() - start
        content = digest(open_kb(self.kb))
        self.restore()
        return content, seconds

    def check(self, way: Way, new_content: str) -> None:
        """After a kill: nothing that opens is wrong, and the next build works and cleans up."""
        assert self.standing() in {self.old_content if way.over_old else None, new_content}
        self.restore()
        assert self.standing() == self.old_content
        assert self.files() == self.old_files

    def restore(self) -> None:
        """Build the old graph."""
        build_kb([self.old], self.kb)

    def standing(self) -> str | None:
        """Digest of the knowledge base that stands there; None when it is refused with a reason."""
        try:
            return digest(open_kb(self.kb))
        except UserError:
            return None

    def files(self) -> list[str]:
        """All files there, without the random part of their names."""
        return sorted(re.sub("[0-9a-f]{8,}", "*", name) for name in listing(self.folder))


def digest(kb: EmbeddedKnowledgeBase) -> str:
    """A hash of everything that a knowledge base answers, out of all of its arrays."""
    entities, relations = range(kb.num_entities), range(len(kb.numerical_relations))
    texts = [
        (kb.content_hash, list(kb.relations), list(kb.relation_texts), list(kb.numerical_relations)),
        [(kb.entity_id(i), kb.names(i), kb.types(i), kb.is_class(i)) for i in entities],
        [kb.value(handle) for handle in range(kb.num_numeric_facts)],
    ]
    everyone = np.array(entities)
    tables = [kb.facts_from(everyone), kb.facts_into(everyone), kb.numbers_of(everyone)]
    columns = itertools.chain.from_iterable([*tables, *map(kb.numbers_of_relation, relations)])
    return hashlib.sha256(repr(texts).encode() + b"".join(map(np.ndarray.tobytes, columns))).hexdigest()


@pytest.fixture
def place(tmp_path: Path) -> Place:
    return Place(tmp_path)


@pytest.mark.parametrize("way", WAYS, ids=str)
def test_killed_at_a_random_moment(way: Way, place: Place) -> None:
    content, seconds = place.clean_build(way, place.large)
    parts = np.arange(MOMENTS) + np.random.default_rng(0).random(MOMENTS)
    killed = 0
    for moment in parts / MOMENTS * seconds:
        place.prepare(way)
        killed += kill_after(moment, command(*place.words(way, place.large)))
        place.check(way, content)
    assert killed >= MOMENTS // 2, "most builds were done before their moment"


def kill_after(seconds: float, words: list[str]) -> bool:
    """Start a program and kill it, and all that it started, after some time; whether it was still running."""
    with subprocess.Popen(
        words, start_new_session=True, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL
    ) as process:
        try:
            process.wait(timeout=seconds)
        except subprocess.TimeoutExpired:
            os.killpg(process.pid, signal.SIGKILL)
    assert process.returncode in {0, -signal.SIGKILL}
    return process.returncode != 0


@pytest.fixture
def dying(place: Place) -> Iterator["subprocess.Popen[str]"]:
    """A server of builds that die; see its module."""
    words = [sys.executable, "-m", "tests.support.dying_builds", str(place.folder)]
    with subprocess.Popen(
        words, cwd=ROOT, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
    ) as process:
        yield process


@pytest.mark.parametrize("way", WAYS, ids=str)
def test_killed_before_each_change_of_a_file(way: Way, place: Place, dying: "subprocess.Popen[str]") -> None:
    content, _ = place.clean_build(way, place.small)
    for change in itertools.count(1):
        place.prepare(way)
        code = ask(dying, [change, *place.words(way, place.small)])
        place.check(way, content)
        if code == 0:
            break
        assert code == -signal.SIGKILL
    assert change > 10


def ask(server: "subprocess.Popen[str]", line: list[object]) -> int:
    """Send a line to a server of builds and return its answer."""
    assert server.stdin is not None
    assert server.stdout is not None
    print(json.dumps(line), file=server.stdin, flush=True)
    return int(server.stdout.readline())
