"""Answer losses: softmax with KL as NSM's code, sigmoid with cross-entropy as the paper prints (A4)."""

from typing import Literal

import torch
from torch import Tensor
from torch.nn import functional

from numkbqa.reasoning.gold import gold_distribution
from numkbqa.retrieval.batch import Batch

AnswerLoss = Literal["kl", "bce"]

LOG_EPSILON = 1e-8
"""Added to a probability before its logarithm is taken."""


def divergence(target: Tensor, probabilities: Tensor, batch: Batch) -> Tensor:
    """KL(target || p), summed over entities and steps; 0 log 0 is 0, and so is its gradient.

    Args:
        target: a distribution over the entities of each question, or zeros for one that teaches nothing,
            shape (..., num_entities).
        probabilities: p, of the same shape.
        batch: the batch.

    Returns:
        Scalar: the sum divided by the number of questions.
    """
    # KLDivLoss and xlogy give gradients that are no numbers where a target is 0.
    entropy = target * torch.where(target > 0, target, torch.ones_like(target)).log()
    return (entropy - target * (probabilities + LOG_EPSILON).log()).sum() / batch.num_questions


def kl_loss(probabilities: Tensor, batch: Batch) -> Tensor:
    """KL(y/|y| || p), summed over entities, over questions with an answer in G_q (docs/systems.md).

    Args:
        probabilities: p(e | q, G_q), shape (num_entities,).
        batch: the batch with its gold answers.

    Returns:
        Scalar: the sum divided by the number of questions.
    """
    return divergence(gold_distribution(batch), probabilities, batch)


def bce_loss(scores: Tensor, allowed: Tensor, batch: Batch) -> Tensor:
    """Binary cross-entropy of sigmoid(score) over the allowed entities (paper, eq. for p(e_i | q, G_q)).

    Args:
        scores: raw scores, shape (num_entities,).
        allowed: entities that may be answers, shape (num_entities,).
        batch: the batch with its gold answers.

    Returns:
        Scalar: the sum divided by the number of questions.
    """
    gold = batch.answers.to(scores.dtype)
    each = functional.binary_cross_entropy_with_logits(scores, gold, reduction="none")
    return (each * allowed).sum() / batch.num_questions


def mixture_loss(kind: AnswerLoss, probabilities: Tensor, allowed: Tensor, batch: Batch) -> Tensor:
    """The loss of the mixture p of basic and comprehensive reasoning, which has no score of its own.

    Args:
        kind: "kl" or "bce".
        probabilities: p(e | q, G_q), distributions for "kl" and sigmoids for "bce", shape (num_entities,).
        allowed: entities that may be answers, shape (num_entities,).
        batch: the batch with its gold answers.

    Returns:
        Scalar: the sum divided by the number of questions.
    """
    if kind == "kl":
        return kl_loss(probabilities, batch)
    gold = batch.answers.to(probabilities.dtype)
    each = functional.binary_cross_entropy(probabilities, gold, reduction="none")
    return (each * allowed).sum() / batch.num_questions


def answer_loss(
    kind: AnswerLoss, scores: Tensor, probabilities: Tensor, allowed: Tensor, batch: Batch
) -> Tensor:
    """The loss of the answers of one reasoner.

    Args:
        kind: "kl" or "bce".
        scores: raw scores, shape (num_entities,).
        probabilities: the softmax of the scores, which "kl" reads, shape (num_entities,).
        allowed: entities that may be answers, shape (num_entities,).
        batch: the batch with its gold answers.

    Returns:
        Scalar: the sum divided by the number of questions.
    """
    return bce_loss(scores, allowed, batch) if kind == "bce" else kl_loss(probabilities, batch)
