from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

from numkbqa.errors import UserError
from numkbqa.retrieval.relations import RelationScorer
from numkbqa.retrieval.relations.features import FEATURES


@pytest.fixture
def scorer() -> RelationScorer:
    rng = np.random.default_rng(0)
    sides = rng.normal(size=(2, 3, 4)).astype(np.float32)
    return RelationScorer(rng.normal(size=len(FEATURES)).astype(np.float32), 0.25, sides[0], sides[1])


def test_added_is_linear_plus_bilinear(scorer: RelationScorer) -> None:
    rng = np.random.default_rng(1)
    features = rng.normal(size=(5, len(FEATURES))).astype(np.float32)
    query, relations = (
        rng.normal(size=4).astype(np.float32),
        rng.normal(size=(5, 4)).astype(np.float32),
    )
    expected = [
        f @ scorer.weights + (scorer.question_side @ query) @ (scorer.relation_side @ r)
        for f, r in zip(features, relations, strict=True)
    ]
    np.testing.assert_allclose(scorer.added(features, query, relations), expected, rtol=1e-5)


def test_it_starts_with_nothing_added() -> None:
    start, one = RelationScorer.start(3, 4), np.ones((2, len(FEATURES)), np.float32)
    assert start.added(one, np.ones(4, np.float32), np.ones((2, 4), np.float32)).tolist() == [0, 0]


def test_it_comes_back_from_the_disk(scorer: RelationScorer, tmp_path: Path) -> None:
    scorer.save(tmp_path / "s")
    again = RelationScorer.load(tmp_path / "s")
    assert again.key == scorer.key
    assert again.support == scorer.support
    np.testing.assert_array_equal(again.question_side, scorer.question_side)


def test_every_parameter_is_in_the_key(scorer: RelationScorer) -> None:
    others = [replace(scorer, support=0.5)]
    others += [
        replace(scorer, **{name: getattr(scorer, name) + 1})
        for name in ("weights", "question_side", "relation_side")
    ]
    assert len({scorer.key, *(other.key for other in others)}) == 5


def test_a_missing_or_damaged_file_is_told(scorer: RelationScorer, tmp_path: Path) -> None:
    with pytest.raises(UserError, match="scorer of relations"):
        RelationScorer.load(tmp_path / "none")
    (tmp_path / "bad").write_bytes(b"no tensors")
    with pytest.raises(UserError, match="scorer of relations"):
        RelationScorer.load(tmp_path / "bad")
    replace(scorer, weights=np.zeros(3, np.float32)).save(tmp_path / "old")
    with pytest.raises(UserError, match="other features"):
        RelationScorer.load(tmp_path / "old")
