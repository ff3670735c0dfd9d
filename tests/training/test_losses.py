import math

import pytest
import torch
from torch import Tensor

from numkbqa.training.losses import bce_loss, kl_loss, mixture_loss
from tests.support.random_batch import random_batch


def test_kl_is_zero_at_the_gold_distribution() -> None:
    _, batch = random_batch(3)
    count = torch.zeros(batch.num_questions).index_add_(0, batch.entity_question, batch.answers)
    gold = batch.answers / count.clamp_min(1)[batch.entity_question]
    assert abs(float(kl_loss(gold, batch))) < 1e-6


def test_kl_equals_torch_per_question() -> None:
    _, batch = random_batch(3)
    torch.manual_seed(0)
    p = torch.rand(batch.num_entities)
    expected = 0.0
    for q in range(batch.num_questions):
        mine = batch.entity_question == q
        if batch.answers[mine].sum() > 0:
            y = batch.answers[mine] / batch.answers[mine].sum()
            expected += float(torch.nn.functional.kl_div((p[mine] + 1e-8).log(), y, reduction="sum"))
    assert abs(float(kl_loss(p, batch)) - expected / batch.num_questions) < 1e-5


def test_questions_without_an_answer_in_the_graph_teach_nothing() -> None:
    _, batch = random_batch(3)
    batch.answers.zero_()
    p = torch.rand(batch.num_entities, requires_grad=True)
    torch.autograd.backward(kl_loss(p, batch))
    assert p.grad is not None
    assert float(p.grad.abs().sum()) == 0.0


def test_bce_looks_at_allowed_entities_alone() -> None:
    _, batch = random_batch(3)
    scores, allowed = torch.randn(batch.num_entities), ~batch.topics
    changed = scores.clone()
    changed[batch.topics] += 5
    assert float(bce_loss(scores, allowed, batch)) == float(bce_loss(changed, allowed, batch))
    better = scores + 2 * (2 * batch.answers - 1)
    assert float(bce_loss(better, allowed, batch)) < float(bce_loss(scores, allowed, batch))


def mixture(weight: Tensor, own: Tensor, basic: Tensor) -> Tensor:
    return weight * own.sigmoid() + (1 - weight) * basic.sigmoid()


def test_cross_entropy_is_that_of_the_mixture() -> None:
    _, batch = random_batch(3)
    torch.manual_seed(0)
    own, basic, weight = torch.randn(3, batch.num_entities, dtype=torch.float64)
    p, allowed = mixture(weight.sigmoid(), own, basic), ~batch.topics
    expected = 0.0
    for entity in allowed.nonzero().flatten().tolist():
        right = float(p[entity]) if batch.answers[entity] > 0 else 1 - float(p[entity])
        expected -= math.log(right) / batch.num_questions
    assert float(mixture_loss("bce", p, allowed, batch)) == pytest.approx(expected, abs=1e-9)
    assert float(mixture_loss("kl", p, allowed, batch)) == float(kl_loss(p, batch))


@pytest.mark.parametrize("ordinal", [0.0, 1.0])
def test_cross_entropy_teaches_what_answers_the_question(ordinal: float) -> None:
    _, batch = random_batch(3)
    torch.manual_seed(0)
    own, basic = (torch.randn(batch.num_entities, requires_grad=True) for _ in range(2))
    p = mixture(torch.full((batch.num_entities,), ordinal), own, basic)
    taught, idle = (own, basic) if ordinal else (basic, own)
    torch.autograd.backward(mixture_loss("bce", p, ~batch.topics, batch))
    assert taught.grad is not None
    assert idle.grad is not None
    assert float(taught.grad.abs().sum()) > 0
    assert float(idle.grad.abs().sum()) == 0
