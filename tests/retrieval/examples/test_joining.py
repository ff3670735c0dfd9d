from itertools import pairwise
from pathlib import Path

import numpy as np
import pytest

from numkbqa.questions.records import Question
from numkbqa.retrieval.examples import ExampleBuilder, Retrieved, read_examples, write_examples
from numkbqa.retrieval.examples.joining import join_shards
from tests.support.folders import content

PLACES = ("Germany", "nowhere", "France", "Oslo", "nobody", "Spain", "Nina Falk")


def asked() -> list[Question]:
    return [Question(id=f"q{i}", question=f"largest of {place}\u2028?") for i, place in enumerate(PLACES)]


def part_of(retrieved: Retrieved, questions: list[Question]) -> Retrieved:
    return Retrieved(
        [example for example in retrieved.examples if example.question in questions],
        [pair for pair in retrieved.dropped if pair[0] in questions],
    )


@pytest.mark.parametrize("cuts", [(), (3,), (1, 2, 5), (1, 1, 7)], ids=str)
def test_joined_shards_are_what_one_writer_writes(
    cuts: tuple[int, ...], builder: ExampleBuilder, tmp_path: Path
) -> None:
    questions = asked()
    bounds = [0, *cuts, len(questions)]
    retrieved, shards = builder.build_all(questions), []
    for number, (start, end) in enumerate(pairwise(bounds)):
        shards.append(tmp_path / f"shard-{number}")
        write_examples(shards[-1], part_of(retrieved, questions[start:end]), f"part {number}")
    join_shards(shards, tmp_path / "joined", "key")
    write_examples(tmp_path / "whole", retrieved, "key")
    assert content(tmp_path / "joined") == content(tmp_path / "whole")


def test_no_shard_at_all_is_an_empty_store(tmp_path: Path) -> None:
    join_shards([], tmp_path / "joined", "key")
    write_examples(tmp_path / "whole", Retrieved([], []), "key")
    assert content(tmp_path / "joined") == content(tmp_path / "whole")
    assert read_examples(tmp_path / "joined", "key") == Retrieved([], [])


def test_a_shard_cut_short_makes_no_store(builder: ExampleBuilder, tmp_path: Path) -> None:
    write_examples(tmp_path / "shard", builder.build_all(asked()))
    whole = (tmp_path / "shard" / "head.npy").read_bytes()
    (tmp_path / "shard" / "head.npy").write_bytes(whole[:-4])
    with pytest.raises(ValueError, match=r"mmap|reshape|size"):
        join_shards([tmp_path / "shard"], tmp_path / "joined", "key")
    assert [path.name for path in tmp_path.iterdir()] == ["shard"]
    assert np.load(tmp_path / "shard" / "tail.npy").size
