import torch

from numkbqa.training.losses import bce_loss, kl_loss
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
