from pathlib import Path

import pytest
import torch

from numkbqa.kb import open_kb
from numkbqa.training.embedding_stage import embed_graph
from numkbqa.training.workbench import Workbench
from tests.support.small_world import QUICK, settings_of

OWN = ("basic=embedkgqa", "embedkgqa.width=8", "embedding_training.epochs=3")


def prepared(world_kb: Path, cache: Path, *overrides: str) -> Workbench:
    return Workbench(open_kb(world_kb), settings_of([*QUICK, *OWN, *overrides], cache))


def embedded(workbench: Workbench) -> tuple[dict[str, object], dict[str, torch.Tensor]]:
    basic = workbench.new_basic()
    facts = embed_graph(workbench, basic)
    return facts, {name: p for name, p in basic.named_parameters() if name.startswith("embedding.")}


def test_vectors_are_trained_once_and_shared_by_runs_with_other_questions(
    world_kb: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    facts, first = embedded(prepared(world_kb, tmp_path))
    assert facts["facts"] == open_kb(world_kb).num_facts
    assert "reused" not in capsys.readouterr().err
    again, second = embedded(prepared(world_kb, tmp_path, "basic_training.epochs=7"))
    assert "embedding: reused from an earlier run" in capsys.readouterr().err
    assert again == facts
    assert all(torch.equal(first[name], second[name]) for name in first)


def test_other_vectors_are_another_stage(world_kb: Path, tmp_path: Path) -> None:
    embedded(prepared(world_kb, tmp_path))
    embedded(prepared(world_kb, tmp_path, "embedkgqa.width=4"))
    embedded(prepared(world_kb, tmp_path, "embedding_training.decay=0"))
    assert len(list((tmp_path / "stages").glob("embedding-*"))) == 3


def test_a_reasoner_without_entity_vectors_has_no_such_stage(world_kb: Path, tmp_path: Path) -> None:
    workbench = prepared(world_kb, tmp_path, "basic=nsm")
    assert embed_graph(workbench, workbench.new_basic()) == {}
    assert not workbench.stages.exists()
