from pathlib import Path

import pytest

from numkbqa.kb import open_kb
from numkbqa.training.questions import TrainingQuestions, gather_questions
from numkbqa.training.relation_stage import train_relations
from numkbqa.training.workbench import Workbench
from tests.support.small_world import QUICK, settings_of


def prepared(world_kb: Path, cache: Path, scorer: str) -> tuple[Workbench, TrainingQuestions]:
    settings = settings_of([*QUICK, f"retrieval.relations.scorer={scorer}"], cache)
    workbench = Workbench(open_kb(world_kb), settings)
    return workbench, gather_questions(workbench, [], [])


def test_retrieval_uses_the_scorer_and_a_second_run_takes_the_same_one(
    world_kb: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    first, questions = prepared(world_kb, tmp_path, "trained")
    untrained = first.builder.relations.key
    facts = train_relations(first, questions)
    assert first.builder.relations.scorer is not None
    assert first.builder.relations.key != untrained
    assert "reused" not in capsys.readouterr().err
    second, questions = prepared(world_kb, tmp_path, "trained")
    assert train_relations(second, questions) == facts
    assert "relations: reused from an earlier run" in capsys.readouterr().err
    assert second.builder.relations.key == first.builder.relations.key


def test_where_the_settings_name_another_scorer_nothing_is_trained(world_kb: Path, tmp_path: Path) -> None:
    workbench, questions = prepared(world_kb, tmp_path, "focused")
    assert train_relations(workbench, questions) == {"scorer": "focused"}
    assert workbench.builder.relations.scorer is None
    assert not workbench.stages.exists()
