"""The stage of basic reasoning in Algorithm 1; an NSM that has a teacher learns from it."""

import copy
from itertools import pairwise

import torch
from torch import Tensor

from numkbqa.reasoning.basic import NSM, BasicReasoner, reason
from numkbqa.reasoning.teachers import Teacher, starts_trained
from numkbqa.retrieval.batch import Batch
from numkbqa.training.draws import draws_of
from numkbqa.training.fit import Selection
from numkbqa.training.fit_stage import fit_to
from numkbqa.training.losses import answer_loss, kl_loss
from numkbqa.training.questions import TrainingQuestions
from numkbqa.training.settings import Settings
from numkbqa.training.stage_keys import BASIC, own_settings
from numkbqa.training.stages import run_stage
from numkbqa.training.teacher_losses import step_loss
from numkbqa.training.teacher_stage import label_steps, train_teacher
from numkbqa.training.workbench import Workbench, fingerprint


def train_basic(
    workbench: Workbench, questions: TrainingQuestions, basic: BasicReasoner, examples_key: str
) -> tuple[dict[str, object], str]:
    """Pre-train basic reasoning, or load it from an earlier run.

    Args:
        workbench: graph, encoder, retrieval and settings.
        questions: real and pseudo questions, and those that select.
        basic: the reasoner with fresh parameters; trained in place.
        examples_key: hash of what the examples depend on.

    Returns:
        The facts of the stage; the hash of all that it depends on.
    """
    settings = workbench.settings
    key = basic_key(settings, questions, examples_key)

    def work() -> dict[str, object]:
        if settings.taught and isinstance(basic, NSM):
            return _learn_from_teacher(workbench, questions, basic, examples_key)
        return pretrain_basic(workbench, questions, basic)

    return run_stage(workbench.stages, key, settings.basic, basic, work), key


def basic_key(settings: Settings, questions: TrainingQuestions, examples_key: str) -> str:
    """Hash of all that basic reasoning depends on.

    Args:
        settings: all settings.
        questions: the questions that train and select.
        examples_key: hash of what their examples depend on.

    Returns:
        The hash.
    """
    return fingerprint(examples_key, *own_settings(settings)[BASIC], questions.key)


def pretrain_basic(
    workbench: Workbench, questions: TrainingQuestions, basic: BasicReasoner, teacher: Teacher | None = None
) -> dict[str, object]:
    """Train basic reasoning on its answers, and on the steps of a teacher if there is one.

    Args:
        workbench: retrieval and settings.
        questions: real and pseudo questions, and those that select.
        basic: the reasoner; trained in place.
        teacher: a trained teacher of it.

    Returns:
        Facts: questions, epochs, losses and selection scores.
    """
    settings, own, device = workbench.settings, workbench.settings.basic_training, workbench.device
    train, dev = questions.basic_dataset(workbench), questions.dev_dataset(workbench)
    teaching = settings.teacher_training
    labels = [] if teacher is None else label_steps(teacher, train, teaching.label_f1, own.batch_size, device)

    def loss(indices: list[int], batch: Batch) -> Tensor:
        output = reason(basic, batch)
        answers = answer_loss(settings.loss, output.scores, output.probabilities, output.allowed, batch)
        if not labels:
            return answers
        taught = torch.cat([labels[i] for i in indices], dim=1).to(device)
        return answers + teaching.label_weight * step_loss(output, taught, batch)

    def select() -> Selection:
        hits = loss_sum = 0.0
        for _, batch in dev.in_order(own.batch_size, device):
            output = reason(basic, batch)
            hits += num_hits(output.probabilities, batch)
            loss_sum += float(kl_loss(output.probabilities, batch)) * batch.num_questions
        # Basic reasoning cannot tell an ordinal answer from its rivals, so Hits@1 on those is chance.
        # What it must do well is to spread its mass over the right candidates; the loss measures that.
        return (-round(loss_sum / max(len(dev), 1), 4), round(100 * hits / max(len(dev), 1), 2))

    with draws_of("training of basic reasoning", settings.seed):
        return fit_to(
            train,
            basic,
            [{"params": list(basic.parameters()), "lr": own.new_learning_rate}],
            loss,
            select,
            own,
            name=f"pre-training {settings.basic}" if teacher is None else f"teaching {settings.basic}",
            seed=100_000 * settings.seed,
            device=device,
        )


def num_hits(probabilities: Tensor, batch: Batch) -> float:
    """Number of questions whose likeliest entity is a gold answer."""
    hits = 0.0
    for start, end in pairwise(batch.entity_offsets.tolist()):
        p = probabilities[start:end]
        hits += float(batch.answers[start:end][p.argmax()] > 0 and p.max() > 0)
    return hits


def _learn_from_teacher(
    workbench: Workbench, questions: TrainingQuestions, student: NSM, examples_key: str
) -> dict[str, object]:
    """Train an NSM alone if the teacher starts from one, the teacher, and the student from the start."""
    alone, key = copy.deepcopy(student), basic_key(workbench.settings.untaught, questions, examples_key)
    if starts_trained(workbench.settings.nsm):
        name = workbench.settings.basic
        run_stage(workbench.stages, key, name, alone, lambda: pretrain_basic(workbench, questions, alone))
    teacher, facts = train_teacher(workbench, questions, alone, key)
    return pretrain_basic(workbench, questions, student, teacher) | {"teacher": facts}
