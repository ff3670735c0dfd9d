"""Entity pruning: numbers are injected only into the entities that basic reasoning finds likely."""

from typing import Literal

import torch
from pydantic import Field
from torch import Tensor

from numkbqa.config import Section
from numkbqa.reasoning.segments import segment_max, segment_sum
from numkbqa.retrieval.batch import Batch


class PruningSettings(Section):
    """Settings of entity pruning (paper, "Entity Pruning"; open points A5, A14)."""

    threshold: float = Field(0.05, ge=0.0, le=1.0)
    """The paper's mu: how likely an entity must be to be given numbers."""

    rule: Literal["relative", "absolute"] = "relative"
    """What mu is compared with: `relative` the probability as a share of the best candidate's, `absolute`
    the probability itself, which prunes everything once more than 1/mu candidates are equally good
    ["absolute"]."""

    max_relations: int = Field(3, ge=1)
    """The paper's K: numerical relations with a value on a candidate, the most relevant first."""


def keep_asked_class(candidates: Tensor, allowed: Tensor, batch: Batch, *, keep_answers: bool) -> Tensor:
    """Leave only entities of the class that a question asks for, if a candidate of it has a number.

    Args:
        candidates: the candidates among all allowed entities, shape (num_entities,).
        allowed: entities that may be answers, shape (num_entities,).
        batch: the batch.
        keep_answers: keep gold answers of another class; for training only.

    Returns:
        bool, shape (num_entities,).
    """
    members = candidates & batch.of_asked_class
    carriers = batch.number_entity[members[batch.number_entity]]
    decided = torch.zeros(batch.num_questions, dtype=torch.bool, device=allowed.device)
    decided[batch.entity_question[carriers]] = True
    kept = batch.of_asked_class | ~decided[batch.entity_question]
    return allowed & (kept | (batch.answers > 0)) if keep_answers else allowed & kept


def prune_entities(
    probabilities: Tensor, allowed: Tensor, batch: Batch, settings: PruningSettings, *, keep_answers: bool
) -> Tensor:
    """Choose the candidates C = {i : p(i) > mu}; relative to the best, that one is always a candidate.

    The "best candidate" is one of the allowed entities: what may be no answer prunes nothing.

    Args:
        probabilities: p(e | q, G_q) of basic reasoning, shape (num_entities,); taken without gradient (A6).
        allowed: entities that may be answers, shape (num_entities,).
        batch: the batch.
        settings: threshold and rule.
        keep_answers: keep gold answers in C whatever their probability; for training only (A6).

    Returns:
        bool, shape (num_entities,).
    """
    p = probabilities.detach()
    likely = p > settings.threshold
    if settings.rule == "relative":
        best = segment_max(p * allowed, batch.entity_question, batch.num_questions)
        likely = (p > 0) & (p >= settings.threshold * best[batch.entity_question])
    kept = allowed & likely
    return kept | (allowed & (batch.answers > 0)) if keep_answers else kept


def prune_relations(candidates: Tensor, batch: Batch, max_relations: int) -> Tensor:
    """Keep the K most relevant numerical relations of each question that have a value on a candidate (A14).

    Args:
        candidates: the pruned entities, bool, shape (num_entities,).
        batch: the batch; the pairs of a question stand together, most relevant first.
        max_relations: K.

    Returns:
        Which (question, numerical relation) pairs are kept, bool, shape (num_numerical_pairs,).
    """
    num_pairs = len(batch.numerical_pair_question)
    on_candidates = candidates[batch.number_entity].to(torch.float32)
    present = segment_sum(on_candidates, batch.number_pair, num_pairs) > 0
    before = present.cumsum(0) - present.long()
    first = torch.zeros(batch.num_questions, dtype=before.dtype, device=before.device)
    first = first.scatter_reduce(0, batch.numerical_pair_question, before, "amin", include_self=False)
    return present & (before - first[batch.numerical_pair_question] < max_relations)
