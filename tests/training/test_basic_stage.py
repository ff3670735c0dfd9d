from pathlib import Path

import pytest
import torch

from numkbqa.errors import Interrupted
from numkbqa.kb import open_kb
from numkbqa.reasoning.basic import NSM
from numkbqa.training import teacher_stage
from numkbqa.training.basic_stage import num_hits, train_basic
from numkbqa.training.checkpoint import load_system, weights_of
from numkbqa.training.questions import gather_questions
from numkbqa.training.settings import Settings
from numkbqa.training.train import train
from numkbqa.training.workbench import Workbench
from tests.support.random_batch import random_batch
from tests.support.small_world import QUICK, settings_of, write_questions

OWN = ("teacher_training.epochs=2", "retrieval.relations.scorer=focused")


def run(kb: Path, cache: Path, *overrides: str) -> tuple[dict[str, object], dict[str, torch.Tensor]]:
    """The stage alone: its facts, and the parameters of basic reasoning."""
    workbench = Workbench(open_kb(kb), settings_of([*QUICK, *OWN, *overrides], cache))
    torch.manual_seed(0)
    basic = workbench.new_basic()
    questions = gather_questions(workbench, [write_questions(cache.parent / "train.jsonl")], [])
    facts, _ = train_basic(workbench, questions, basic, workbench.key)
    return facts, weights_of(basic)


def stages(cache: Path) -> list[str]:
    return sorted(folder.name.rpartition("-")[0] for folder in (cache / "stages").iterdir())


@pytest.mark.parametrize(
    ("teacher", "trained"),
    [
        ("none", ["nsm"]),
        ("hybrid", ["hybrid-teacher", "nsm", "nsm"]),  # an NSM alone, from which the teacher starts
        ("parallel", ["nsm", "parallel-teacher"]),
    ],
)
def test_a_student_is_trained_after_its_teacher(
    teacher: str, trained: list[str], world_kb: Path, tmp_path: Path
) -> None:
    facts, _ = run(world_kb, tmp_path / "cache", f"nsm.teacher={teacher}")
    assert stages(tmp_path / "cache") == trained
    assert ("teacher" in facts) == (teacher != "none")
    if teacher != "none":
        told = facts["teacher"]
        assert isinstance(told, dict)
        assert told["questions"] == facts["questions"]
        assert len(told["losses"]) == 2


@pytest.fixture(scope="module")
def shared(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("basic_stage") / "cache"


def test_an_nsm_alone_is_shared_with_the_teacher_that_starts_from_it(world_kb: Path, shared: Path) -> None:
    _, alone = run(world_kb, shared)
    times = {file: file.stat().st_mtime_ns for file in shared.rglob("weights.safetensors")}
    _, student = run(world_kb, shared, "nsm.teacher=hybrid")
    assert {file: file.stat().st_mtime_ns for file in times} == times
    assert stages(shared) == ["hybrid-teacher", "nsm", "nsm"]
    assert any(not torch.equal(alone[name], student[name]) for name in alone)


def test_what_a_student_learns_of_it_is_no_matter_of_the_teacher(world_kb: Path, shared: Path) -> None:
    _, student = run(world_kb, shared, "nsm.teacher=hybrid")
    _, without = run(world_kb, shared, "nsm.teacher=hybrid", "teacher_training.label_weight=0")
    _, filtered = run(world_kb, shared, "nsm.teacher=hybrid", "teacher_training.label_f1=1")
    _, alone = run(world_kb, shared)
    assert stages(shared).count("hybrid-teacher") == 1
    assert all(torch.equal(without[name], alone[name]) for name in alone)
    assert any(not torch.equal(filtered[name], student[name]) for name in student)


def test_a_teacher_is_for_nsm_alone(world_kb: Path, tmp_path: Path) -> None:
    run(world_kb, tmp_path / "cache", "basic=kvmem", "kvmem.width=8", "nsm.teacher=hybrid")
    assert stages(tmp_path / "cache") == ["kvmem"]


def test_a_student_goes_on_where_it_was_interrupted_and_takes_numbers(
    world_kb: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    settings = settings_of([*QUICK, *OWN, "nsm.teacher=hybrid"], tmp_path / "cache")
    questions = [write_questions(tmp_path / "train.jsonl")]

    def stopped(*_: object) -> None:
        raise KeyboardInterrupt

    with monkeypatch.context() as patch:
        patch.setattr(teacher_stage, "_train", stopped)
        with pytest.raises(Interrupted):
            train(world_kb, tmp_path / "model", questions, settings=settings)
    assert stages(tmp_path / "cache") == ["classifier", "nsm", "numbers"]
    capsys.readouterr()
    report = train(world_kb, tmp_path / "model", questions, settings=settings)
    told = capsys.readouterr().err
    assert told.index("nsm: reused from an earlier run") < told.index("training the hybrid teacher: epoch 1")
    assert told.index("training the hybrid teacher: epoch 2") < told.index("teaching nsm: epoch 1 of 2")
    assert isinstance(report.stages["basic"], dict)
    assert "teacher" in report.stages["basic"]
    system = load_system(tmp_path / "model", cache=settings.cache)
    assert isinstance(system.model.basic, NSM)
    assert system.workbench.settings.taught


def test_settings_without_a_teacher() -> None:
    settings = Settings.model_validate({"nsm": {"teacher": "parallel", "steps": 4}})
    assert settings.taught
    assert not settings.untaught.taught
    assert settings.untaught.nsm.steps == 4
    assert not Settings.model_validate({"basic": "rearev", "nsm": {"teacher": "hybrid"}}).taught


def test_num_hits_are_counted_by_hand() -> None:
    _, batch = random_batch(0)
    p = torch.zeros(batch.num_entities)
    assert num_hits(p, batch) == 0.0  # nothing was reached
    first = [int((batch.entity_question == q).nonzero()[0]) for q in range(batch.num_questions)]
    batch.answers.zero_()
    batch.answers[first[1]] = 1.0
    batch.answers[first[2] + 1] = 1.0
    p[first] = 0.6
    p[first[2] + 1] = 0.4
    assert num_hits(p, batch) == 1.0
    p[first[2] + 1] = 0.7
    assert num_hits(p, batch) == 2.0
