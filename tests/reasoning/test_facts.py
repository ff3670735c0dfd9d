import torch

from numkbqa.reasoning.facts import every_fact, facts_by_row, some_facts
from numkbqa.reasoning.message_passing import sum_of_facts
from tests.support.gradients import assert_same_with_gradients
from tests.support.random_batch import random_batch


def test_some_facts_are_summed_as_if_the_others_had_no_weight() -> None:
    _, batch = random_batch(3)
    torch.manual_seed(1)
    rows = torch.randn(batch.num_pairs, 4, dtype=torch.float64, requires_grad=True)
    weight = torch.rand(batch.num_facts, dtype=torch.float64)
    kept = torch.rand(batch.num_facts) < 0.5
    ours = sum_of_facts(rows, weight[kept], some_facts(every_fact(batch), kept))
    each = rows[batch.fact_pair] * (weight * kept).unsqueeze(-1)
    plain = torch.zeros(batch.num_entities, 4, dtype=torch.float64).index_add(0, batch.tail, each)
    assert_same_with_gradients(ours, plain, [rows])


def test_none_of_the_facts_sum_to_zeros() -> None:
    _, batch = random_batch(3)
    nothing = some_facts(every_fact(batch), torch.zeros(batch.num_facts, dtype=torch.bool))
    rows = torch.randn(batch.num_pairs, 4, requires_grad=True)
    weight = torch.zeros(0, requires_grad=True)
    sums = sum_of_facts(rows, weight, nothing)
    assert torch.equal(sums, torch.zeros(batch.num_entities, 4))
    torch.autograd.backward(sums.sum())
    assert weight.grad is not None
    assert rows.grad is not None
    assert torch.equal(rows.grad, torch.zeros_like(rows))


def test_facts_may_carry_rows_of_any_kind() -> None:
    _, batch = random_batch(1)
    sizes = {"num_rows": batch.num_pairs, "num_entities": batch.num_entities}
    found = facts_by_row(batch.head, batch.fact_pair, batch.tail, **sizes)
    assert all(torch.equal(one, other) for one, other in zip(found, every_fact(batch), strict=True))
    sizes["num_rows"] = batch.num_entities
    of_heads = facts_by_row(batch.head, batch.head, batch.tail, **sizes)
    torch.manual_seed(0)
    rows = torch.randn(batch.num_entities, 3, dtype=torch.float64, requires_grad=True)
    ours = sum_of_facts(rows, torch.ones(batch.num_facts, dtype=torch.float64), of_heads)
    plain = torch.zeros_like(rows).index_add(0, batch.tail, rows[batch.head])
    assert_same_with_gradients(ours, plain, [rows])
