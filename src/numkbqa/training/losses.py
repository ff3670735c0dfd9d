"""Answer losses: softmax with KL as NSM's code, sigmoid with cross-entropy as the paper prints (A4)."""

from typing import Literal

import torch
from torch import Tensor
from torch.nn import functional

from numkbqa.reasoning.segments import EPSILON, segment_sum
from numkbqa.retrieval.batch import Batch

AnswerLoss = Literal["kl", "bce"]


def kl_loss(probabilities: Tensor, batch: Batch) -> Tensor:
    """KL(y/|y| || p), summed over entities, over the questions with an answer in the subgraph (PEERS 1.1).

    Args:
        probabilities: p(e | q, G_q), shape (num_entities,).
        batch: the batch with its gold answers.

    Returns:
        Scalar: the sum divided by the number of questions.
    """
    gold = batch.answers.to(probabilities.dtype)
    total = segment_sum(gold, batch.entity_question, batch.num_questions)
    target = gold / total.clamp_min(1.0)[batch.entity_question]
    entropy = torch.xlogy(target, target)  # xlogy is 0 at 0, where the gradient of KLDivLoss is not a number
    cross = target * (probabilities + EPSILON).log()
    return (entropy - cross).sum() / batch.num_questions


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
