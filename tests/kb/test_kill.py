"""`kill -9` amid a build: what then stands there is the complete old graph, the complete new one, or none."""

import hashlib
import itertools
import json
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
from tests.support.command_line import listing

from .conftest import TRIPLES_NT, literals

ROOT = Path(__file__).resolve().parents[2]
MOMENTS = 20
FACTS = 5_000


@dataclass(frozen=True)
class Way:
    """A way to build: its options, and whether a knowledge base stands there before."""

    name: str
    options: tuple[str, ...] = ()
    over_old: bool = True

    def __str__(self) -> str:
        return self.name


FIRST, REPLACEMENT, APPEND = Way("first", over_old=False), Way("replacement"), Way("append", ("--append",))


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


class Server:
    """Runs builds that are killed; see `tests/support/dying_builds.py`."""

    def __init__(self, process: "subprocess.Popen[str]") -> None:
        self.process = process

    def run(self, words: list[str], **limit: float) -> int:
        """The exit code of one run; `seconds` or `change` say when it is killed."""
        assert self.process.stdin is not None
        assert self.process.stdout is not None
        print(json.dumps({"words": words, **limit}), file=self.process.stdin, flush=True)
        return int(self.process.stdout.readline())


@pytest.fixture
def place(tmp_path: Path) -> Place:
    return Place(tmp_path)


@pytest.fixture
def server(place: Place) -> Iterator[Server]:
    words = [sys.executable, "-m", "tests.support.dying_builds", str(place.folder)]
    with subprocess.Popen(
        words, cwd=ROOT, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
    ) as process:
        yield Server(process)


def run(way: Way, place: Place, server: Server, source: Path, **limit: float) -> tuple[int, float]:
    """The exit code of a build and its seconds; `limit` says when it is killed."""
    place.prepare(way)
    start = time.monotonic()
    return server.run(place.words(way, source), **limit), time.monotonic() - start


def clean_build(way: Way, place: Place, source: Path, server: Server) -> tuple[str, float]:
    """Digest of what a build that nobody kills makes, and its seconds."""
    code, seconds = run(way, place, server, source)
    assert code == 0
    content = digest(open_kb(place.kb))
    place.restore()
    return content, seconds


@pytest.mark.parametrize("way", [FIRST, REPLACEMENT, APPEND], ids=str)
def test_killed_at_a_random_moment(way: Way, place: Place, server: Server) -> None:
    content, shortest = clean_build(way, place, place.large, server)
    killed = 0
    for share in (np.arange(MOMENTS) + np.random.default_rng(0).random(MOMENTS)) / MOMENTS:
        code, seconds = run(way, place, server, place.large, seconds=share * shortest)
        place.check(way, content)
        assert code in {0, -signal.SIGKILL}
        killed += code != 0
        shortest = shortest if code else min(shortest, seconds)
    assert killed >= MOMENTS // 4, "most builds were done before their moment"


@pytest.mark.parametrize("way", [FIRST, REPLACEMENT], ids=str)
def test_killed_before_each_change_of_the_folder(way: Way, place: Place, server: Server) -> None:
    content, _ = clean_build(way, place, place.small, server)
    for change in itertools.count(1):
        code, _ = run(way, place, server, place.small, change=change)
        place.check(way, content)
        if code == 0:
            break
        assert code == -signal.SIGKILL
    assert change > 5
