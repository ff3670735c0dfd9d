import os
from collections.abc import Callable
from pathlib import Path
from typing import NoReturn

import pytest

from numkbqa.errors import UserError
from numkbqa.kb import build_kb, open_kb
from numkbqa.questions.records import Question
from numkbqa.retrieval.examples import read_examples
from numkbqa.retrieval.examples.making import ExampleMaker
from numkbqa.retrieval.examples.workers import ONE_THREAD, Shard, write_here, write_in_processes
from numkbqa.retrieval.settings import RetrievalSettings
from tests.support.toy_kb import ToyKB, toy_world

NOTHING = [(Question(id="q", question="why?"), "no topic entity")]


def shard(folder: Path) -> Shard:
    return Shard(folder / "shard", "key", [], NOTHING)


@pytest.mark.parametrize("several", [False, True])
def test_shards_are_written_where_they_belong(
    several: bool, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv(ONE_THREAD[0], "7")
    monkeypatch.delenv(ONE_THREAD[1], raising=False)
    maker = ExampleMaker(toy_world(), RetrievalSettings())
    shards = [shard(tmp_path / "a"), shard(tmp_path / "b")]
    written = write_in_processes(maker, shards, 2) if several else write_here(maker, shards)
    assert list(written) == [1, 1]
    for one in shards:
        assert read_examples(one.path, "key").dropped == NOTHING
    assert os.environ[ONE_THREAD[0]] == "7"
    assert ONE_THREAD[1] not in os.environ


def test_a_graph_replaced_meanwhile_is_not_read(tmp_path: Path) -> None:
    for line in ("a\tin\tb", "c\tin\td"):
        (tmp_path / "facts.tsv").write_text(f"{line}\n")
        build_kb([tmp_path / "facts.tsv"], tmp_path / "kb")
        if line.startswith("a"):
            maker = ExampleMaker(open_kb(tmp_path / "kb"), RetrievalSettings())
    with pytest.raises(UserError, match="was replaced"):
        list(write_in_processes(maker, [shard(tmp_path)], 1))
    assert not (tmp_path / "shard").exists()


class Deadly(ToyKB):
    """A graph that no process survives to open."""

    def __reduce__(self) -> tuple[Callable[[int], NoReturn], tuple[int]]:
        return os._exit, (1,)


def test_a_process_that_dies_is_told(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    world = toy_world()
    monkeypatch.setattr(world, "__class__", Deadly)
    maker = ExampleMaker(world, RetrievalSettings())
    with pytest.raises(UserError, match="was killed"):
        list(write_in_processes(maker, [shard(tmp_path)], 1))
