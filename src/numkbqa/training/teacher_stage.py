"""The stage before NSM's own that trains its teacher, and the labels that the teacher gives to questions."""

from itertools import pairwise

import torch
from torch import Tensor

from numkbqa.reasoning.basic import NSM
from numkbqa.reasoning.teachers import Teacher, new_teacher
from numkbqa.retrieval.batch import Batch
from numkbqa.retrieval.dataset import Dataset
from numkbqa.training.draws import draws_of
from numkbqa.training.fit import Selection
from numkbqa.training.fit_stage import fit_to
from numkbqa.training.questions import TrainingQuestions
from numkbqa.training.stages import run_stage
from numkbqa.training.teacher_losses import step_labels, teacher_loss
from numkbqa.training.workbench import Workbench, fingerprint

STUDENTS = {"label_weight", "label_f1"}
"""Settings that say what a student learns, on which the teacher itself does not depend."""


def train_teacher(
    workbench: Workbench, questions: TrainingQuestions, start: NSM, start_key: str
) -> tuple[Teacher, dict[str, object]]:
    """Train the teacher of NSM, or load it from an earlier run.

    Args:
        workbench: retrieval and settings.
        questions: real and pseudo questions, and those that select.
        start: what the teacher's forward reasoning starts from.
        start_key: hash of what that depends on.

    Returns:
        The teacher, in evaluation mode; the facts of the stage.
    """
    settings = workbench.settings
    with draws_of("teacher", settings.seed):
        teacher = new_teacher(settings.nsm, workbench.vocabulary).to(workbench.device)
    teacher.reasoner.load_state_dict(start.state_dict())
    own = settings.teacher_training.model_dump(exclude=STUDENTS)
    key, name = fingerprint(start_key, settings.nsm.teacher, own), f"{settings.nsm.teacher}-teacher"
    return teacher, run_stage(
        workbench.stages, key, name, teacher, lambda: _train(workbench, questions, teacher)
    )


def _train(workbench: Workbench, questions: TrainingQuestions, teacher: Teacher) -> dict[str, object]:
    settings, own, device = workbench.settings, workbench.settings.teacher_training, workbench.device
    train, dev = questions.basic_dataset(workbench), questions.dev_dataset(workbench)

    def loss(_: list[int], batch: Batch) -> Tensor:
        return teacher_loss(teacher(batch), batch, own, settings.loss)

    def select() -> Selection:
        total = sum(
            float(loss([], batch)) * batch.num_questions for _, batch in dev.in_order(own.batch_size, device)
        )
        return (-round(total / max(len(dev), 1), 4),)

    ahead = list(teacher.reasoner.parameters())
    back = [p for name, p in teacher.named_parameters() if not name.startswith("reasoner.")]
    rate = own.learning_rate if teacher.starts_trained else own.new_learning_rate
    with draws_of("training of the teacher", settings.seed):
        return fit_to(
            train,
            teacher,
            [{"params": ahead, "lr": rate}, {"params": back, "lr": own.new_learning_rate}],
            loss,
            select,
            own,
            name=f"training the {settings.nsm.teacher} teacher",
            seed=100_000 * settings.seed + 2000,
            device=device,
        )


@torch.no_grad()
def label_steps(
    teacher: Teacher, dataset: Dataset, least_f1: float, batch_size: int, device: torch.device
) -> list[Tensor]:
    """What a teacher says of the steps of each question.

    Args:
        teacher: the teacher, in evaluation mode.
        dataset: the questions with their gold answers.
        least_f1: see `step_labels`.
        batch_size: questions at a time.
        device: where the teacher lives.

    Returns:
        One tensor a question, on the CPU, of shape (num_steps - 1, num_entities of its subgraph).
    """
    labels: list[Tensor] = []
    for _, batch in dataset.in_order(batch_size, device):
        said = step_labels(teacher(batch), batch, least_f1).cpu()
        labels += [said[:, start:end].clone() for start, end in pairwise(batch.entity_offsets.tolist())]
    return labels
