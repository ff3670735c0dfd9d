import pytest
import torch
from torch import Tensor

from numkbqa.reasoning.message_passing import sum_at_tails, sum_by_count
from numkbqa.retrieval.batch import Batch
from tests.support.random_batch import random_batch


def materialised(rows: Tensor, weight: Tensor, batch: Batch) -> Tensor:
    """One vector a fact, as the public implementations do it."""
    facts = rows[batch.fact_pair] * weight.unsqueeze(-1)
    return torch.zeros(batch.num_entities, rows.shape[1], dtype=rows.dtype).index_add(0, batch.tail, facts)


@pytest.mark.parametrize("share", [0.0, 0.2, 1.0])
def test_equals_materialised_facts_with_equal_gradients(share: float) -> None:
    _, batch = random_batch(1)
    torch.manual_seed(0)
    rows = torch.randn(batch.num_pairs, 6, dtype=torch.float64, requires_grad=True)
    prior = torch.rand(batch.num_entities, dtype=torch.float64)
    prior = (prior * (torch.rand_like(prior) < share)).requires_grad_()
    target = torch.randn(batch.num_entities, 6, dtype=torch.float64)
    ours = sum_at_tails(rows, prior, batch)
    plain = materialised(rows, prior[batch.head], batch)
    torch.testing.assert_close(ours, plain)
    to_rows, to_prior = torch.autograd.grad((ours * target).sum(), (rows, prior))
    plain_rows, plain_prior = torch.autograd.grad((plain * target).sum(), (rows, prior))
    torch.testing.assert_close(to_rows, plain_rows)
    kept = prior.detach() > 0 if share < 1 else torch.ones_like(prior, dtype=torch.bool)
    torch.testing.assert_close(to_prior[kept], plain_prior[kept])


def test_weights_that_float32_cannot_tell_are_left_out() -> None:
    _, batch = random_batch(1)
    rows, prior = torch.randn(batch.num_pairs, 6), torch.full((batch.num_entities,), 1e-12)
    prior[0] = 1.0
    torch.testing.assert_close(sum_at_tails(rows, prior, batch), materialised(rows, prior[batch.head], batch))


def test_counts_equal_weights_of_one() -> None:
    _, batch = random_batch(2)
    rows = torch.randn(batch.num_pairs, 3, dtype=torch.float64, requires_grad=True)
    ours, plain = sum_by_count(rows, batch), materialised(rows, torch.ones(batch.num_facts), batch)
    torch.testing.assert_close(ours, plain)
    target = torch.randn_like(ours)
    torch.testing.assert_close(
        torch.autograd.grad((ours * target).sum(), rows)[0],
        torch.autograd.grad((plain * target).sum(), rows)[0],
    )
