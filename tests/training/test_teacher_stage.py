from pathlib import Path

import torch

from numkbqa.kb import open_kb
from numkbqa.reasoning.basic import NSM
from numkbqa.reasoning.teachers import new_teacher
from numkbqa.retrieval.dataset import Dataset
from numkbqa.training.questions import gather_questions
from numkbqa.training.teacher_losses import step_labels
from numkbqa.training.teacher_stage import label_steps, train_teacher
from numkbqa.training.workbench import Workbench
from tests.support.small_world import QUICK, settings_of, write_questions

OWN = ("nsm.teacher=parallel", "teacher_training.epochs=2", "retrieval.relations.scorer=focused")


def prepared(world_kb: Path, cache: Path, *overrides: str) -> Workbench:
    return Workbench(open_kb(world_kb), settings_of([*QUICK, *OWN, *overrides], cache))


def test_a_teacher_is_trained_once_and_starts_from_what_it_is_given(world_kb: Path, tmp_path: Path) -> None:
    workbench = prepared(world_kb, tmp_path / "cache")
    questions = gather_questions(workbench, [write_questions(tmp_path / "train.jsonl")], [])
    start = workbench.new_basic()
    assert isinstance(start, NSM)
    teacher, facts = train_teacher(workbench, questions, start, "key")
    torch.manual_seed(7)
    again, same = train_teacher(workbench, questions, start, "key")
    assert same == facts
    assert not again.training
    for one, other in zip(teacher.parameters(), again.parameters(), strict=True):
        assert torch.equal(one, other)
    for changed in ("backward_weight=1", "epochs=0", "label_f1=1"):
        changes = f"teacher_training.{changed}"
        train_teacher(prepared(world_kb, tmp_path / "cache", changes), questions, start, "key")
    assert len(list((tmp_path / "cache" / "stages").glob("parallel-teacher-*"))) == 3
    untrained, _ = train_teacher(
        prepared(world_kb, tmp_path / "cache", "teacher_training.epochs=0"), questions, start, "key"
    )
    for name, parameter in start.named_parameters():
        assert torch.equal(untrained.reasoner.get_parameter(name), parameter)


def test_labels_are_the_same_in_any_batches(world_kb: Path, tmp_path: Path) -> None:
    workbench = prepared(world_kb, tmp_path / "cache")
    questions = gather_questions(workbench, [write_questions(tmp_path / "train.jsonl")], [])
    dataset = questions.basic_dataset(workbench)
    torch.manual_seed(0)
    teacher = new_teacher(workbench.settings.nsm, workbench.vocabulary).eval()
    labels = label_steps(teacher, dataset, 0.0, 7, workbench.device)
    assert len(labels) == len(dataset)
    for place in (0, len(dataset) - 1):
        batch = dataset.batch([place])
        alone = step_labels(teacher(batch), batch, 0.0).detach()
        torch.testing.assert_close(labels[place], alone)
        assert labels[place].shape == (workbench.settings.nsm.steps - 1, batch.num_entities)
    assert label_steps(teacher, Dataset([], [], []), 0.0, 7, workbench.device) == []
