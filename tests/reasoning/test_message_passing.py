import pytest
import torch
from torch import Tensor

from numkbqa.reasoning.facts import every_fact
from numkbqa.reasoning.message_passing import (
    sum_at_tails,
    sum_by_count,
    sum_by_question,
    sum_of_neighbours,
    sum_where_they_arrive,
)
from numkbqa.retrieval.batch import Batch
from tests.support.gradients import assert_same_with_gradients
from tests.support.random_batch import random_batch
from tests.support.reasoners import RELATIONS


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
    ours = sum_at_tails(rows, prior, every_fact(batch))
    plain = materialised(rows, prior[batch.head], batch)
    torch.testing.assert_close(ours, plain)
    to_rows, to_prior = torch.autograd.grad((ours * target).sum(), (rows, prior))
    plain_rows, plain_prior = torch.autograd.grad((plain * target).sum(), (rows, prior))
    torch.testing.assert_close(to_rows, plain_rows)
    kept = prior.detach() > 0 if share < 1 else torch.ones_like(prior, dtype=torch.bool)
    torch.testing.assert_close(to_prior[kept], plain_prior[kept])


@pytest.mark.parametrize("share", [0.0, 0.1, 1.0])
def test_sums_where_messages_arrive_are_those_at_tails(share: float) -> None:
    _, batch = random_batch(1)
    torch.manual_seed(0)
    rows = torch.randn(batch.num_pairs, 6, dtype=torch.float64, requires_grad=True)
    prior = torch.rand(batch.num_entities, dtype=torch.float64)
    prior = (prior * (torch.rand_like(prior) < share)).requires_grad_()
    found = sum_where_they_arrive(rows, prior, every_fact(batch))
    spread = found.sums
    if share < 1:
        assert found.entity is not None
        assert len(found.sums) == len(found.entity) < batch.num_entities
        spread = torch.zeros(batch.num_entities, 6, dtype=torch.float64).index_add(
            0, found.entity, found.sums
        )
    expected = sum_at_tails(rows, prior, every_fact(batch))
    assert_same_with_gradients(spread, expected, [rows, prior])


def test_weights_that_float32_cannot_tell_are_left_out() -> None:
    _, batch = random_batch(1)
    rows, prior = torch.randn(batch.num_pairs, 6), torch.full((batch.num_entities,), 1e-12)
    prior[0] = 1.0
    torch.testing.assert_close(
        sum_at_tails(rows, prior, every_fact(batch)), materialised(rows, prior[batch.head], batch)
    )


def test_counts_add_the_relation_of_every_fact_at_both_ends() -> None:
    _, batch = random_batch(2)
    table = torch.randn(RELATIONS, 3, dtype=torch.float64, requires_grad=True)
    forward = batch.pair_relation[batch.fact_pair] < RELATIONS
    own = table[batch.pair_relation[batch.fact_pair[forward]]]
    plain = torch.zeros(batch.num_entities, 3, dtype=torch.float64)
    for ends in (batch.head[forward], batch.tail[forward]):
        plain = plain.index_add(0, ends, own)
    ours = sum_by_count(table, batch)
    assert_same_with_gradients(ours, plain, [table])


def test_neighbours_are_the_other_ends_of_facts() -> None:
    _, batch = random_batch(2)
    torch.manual_seed(0)
    values = torch.randn(batch.num_entities, 3, dtype=torch.float64, requires_grad=True)
    ours = sum_of_neighbours(values, batch)
    plain = torch.zeros_like(values).index_add(0, batch.tail, values[batch.head])
    assert_same_with_gradients(ours, plain, [values])


def test_entities_are_summed_by_question() -> None:
    _, batch = random_batch(2)
    torch.manual_seed(0)
    values = torch.randn(batch.num_entities, 3, dtype=torch.float64, requires_grad=True)
    weight = torch.randn(batch.num_entities, dtype=torch.float64, requires_grad=True)
    ours = sum_by_question(values, weight, batch)
    own = values * weight.unsqueeze(-1)
    plain = torch.zeros(batch.num_questions, 3, dtype=torch.float64).index_add(0, batch.entity_question, own)
    assert_same_with_gradients(ours, plain, [values, weight])
