"""Losses of NSM's teachers and of their student, and which teacher labels are worth it (docs/systems.md)."""

import torch
from pydantic import Field
from torch import Tensor

from numkbqa.reasoning.basic import BasicOutput
from numkbqa.reasoning.gold import answer_in_graph
from numkbqa.reasoning.segments import ranked_in_segments, segment_sum
from numkbqa.reasoning.teachers import TeacherOutput
from numkbqa.retrieval.batch import Batch
from numkbqa.training.fit import FitSettings
from numkbqa.training.losses import AnswerLoss, answer_loss, divergence

ANSWER_MASS = 0.95
"""Probability that the answers of a teacher make up together: NSM's eps."""

LEAST_COUNT = 1e-8
"""What F1 is divided by at least: with nothing found and nothing gold it is 0."""


class TeacherTrainingSettings(FitSettings):
    """Training of a teacher (`nsm.teacher`), and what its student learns; the weights are the paper's.

    Epochs, rates and early stop are the teacher's own; forward reasoning of a hybrid teacher goes on from a
    trained NSM with `learning_rate`, all else starts with `new_learning_rate`. The student is trained as
    `basic_training` says.
    """

    backward_weight: float = Field(0.1, ge=0.0)
    """Weight of the KL divergence of b_0 from the topics: backward reasoning must end at the topics."""

    correspondence_weight: float = Field(0.01, ge=0.0)
    """Weight of the Jensen-Shannon divergence of p_k and b_k: both must meet between."""

    label_weight: float = Field(0.05, ge=0.0)
    """Weight in the student's loss of the KL divergence of its p_k from (p_k + b_k) / 2 of the teacher."""

    label_f1: float = Field(0.0, ge=0.0, le=1.0)
    """Least F1 of a teacher's own answers to a question whose labels are taken; the paper's text filters
    with 0.5, its code not at all."""


def teacher_loss(
    output: TeacherOutput, batch: Batch, settings: TeacherTrainingSettings, answers: AnswerLoss
) -> Tensor:
    """The loss of a teacher; a question without an answer in its subgraph adds nothing but answer loss.

    Args:
        output: what the teacher says, n steps both ways.
        batch: the batch with its gold answers.
        settings: weights.
        answers: the answer loss of forward reasoning.

    Returns:
        Scalar: answer loss + weighted KL(topics || b_0) + weighted sum over k = 1..n-1 of JS(p_k, b_k).
    """
    ahead, known = output.ahead, answer_in_graph(batch)
    own = answer_loss(answers, ahead.scores, ahead.probabilities, ahead.allowed, batch)
    back = divergence(batch.seed * known, output.back[0], batch)
    met = correspondence(ahead.steps[:-1] * known, output.back[1:], batch)
    return own + settings.backward_weight * back + settings.correspondence_weight * met


def correspondence(one: Tensor, other: Tensor, batch: Batch) -> Tensor:
    """Jensen-Shannon divergence, summed over entities and steps.

    Args:
        one: a distribution a step, shape (num_steps, num_entities).
        other: another one, of the same shape.
        batch: the batch.

    Returns:
        Scalar: the sum divided by the number of questions.
    """
    mean = (one + other) / 2
    return (divergence(one, mean, batch) + divergence(other, mean, batch)) / 2


def step_loss(output: BasicOutput, labels: Tensor, batch: Batch) -> Tensor:
    """What a student has yet to learn of a teacher's steps.

    Args:
        output: what the student says.
        labels: the teacher's distributions of all steps but the last, shape (num_steps - 1, num_entities).
        batch: the batch.

    Returns:
        Scalar: the sum over k = 1..n-1 of KL(label_k || p_k), divided by the number of questions.
    """
    return divergence(labels, output.steps[:-1], batch)


def step_labels(output: TeacherOutput, batch: Batch, least_f1: float) -> Tensor:
    """The means of p_k and b_k, k = 1..n-1; zeros for a question that a teacher cannot teach.

    Args:
        output: what the teacher says.
        batch: the batch with its gold answers.
        least_f1: F1 of the teacher's own answers below which a question is left out.

    Returns:
        Shape (num_steps - 1, num_entities).
    """
    labels = (output.ahead.steps[:-1] + output.back[1:]) / 2
    right = answer_f1(output.ahead, batch) >= least_f1
    return labels * (answer_in_graph(batch) & right[batch.entity_question])


def answer_f1(output: BasicOutput, batch: Batch) -> Tensor:
    """F1 of the likeliest entities that make up 0.95 together; 0 if the likeliest of all is wrong.

    Only answers in the subgraph count, as in NSM's own measure of training.

    Args:
        output: what a reasoner says.
        batch: the batch with its gold answers.

    Returns:
        Shape (num_questions,).
    """
    order = ranked_in_segments(output.probabilities, batch.entity_question)
    p, question = output.probabilities[order].double(), batch.entity_question[order]
    first = batch.entity_offsets[:-1]
    before = p.cumsum(0) - p
    taken = output.allowed[order] & (before - before[first][question] <= ANSWER_MASS)
    right = taken & (batch.answers[order] > 0)
    found, hits = (segment_sum(one.double(), question, batch.num_questions) for one in (taken, right))
    gold = segment_sum(batch.answers, batch.entity_question, batch.num_questions)
    f1 = 2 * hits / (found + gold).clamp_min(LEAST_COUNT)
    return torch.where(right[first], f1, torch.zeros_like(f1))
