import pytest
import torch

from numkbqa.reasoning.facts import every_fact, facts_by_row, in_32_bits
from numkbqa.reasoning.message_passing import sum_of_facts
from numkbqa.reasoning.source_messages import distinct_sources, some_sources, sum_of_sources
from tests.support.gradients import assert_same_with_gradients
from tests.support.random_batch import random_batch


@pytest.mark.parametrize("share", [0.0, 0.5, 1.0])
@pytest.mark.parametrize("masked", [False, True])
def test_equals_one_message_a_fact_with_equal_gradients(share: float, masked: bool) -> None:
    _, batch = random_batch(6)
    torch.manual_seed(0)
    every = distinct_sources(every_fact(batch))
    sources = some_sources(every, torch.rand(len(every.entity)) < share)
    own, heads, flow = (
        torch.randn(shape, dtype=torch.float64).requires_grad_()
        for shape in ((batch.num_pairs, 4), (batch.num_entities, 4), (len(sources.entity),))
    )
    mask = torch.rand(len(flow), 4, dtype=torch.float64) if masked else None
    ours = sum_of_sources(own, heads, flow, mask, sources)
    message = torch.relu(own[sources.pair] + heads[sources.entity])
    message = message * flow.unsqueeze(-1) if mask is None else message * mask * flow.unsqueeze(-1)
    plain = torch.zeros_like(ours).index_add(0, sources.facts.tail, message[sources.facts.row])
    assert_same_with_gradients(ours, plain, [own, heads, flow])


def test_sources_are_the_distinct_heads_with_a_relation() -> None:
    _, batch = random_batch(6)
    sources = distinct_sources(every_fact(batch))
    own = list(zip(sources.entity.tolist(), sources.pair.tolist(), strict=True))
    assert own == sorted(set(zip(batch.head.tolist(), batch.fact_pair.tolist(), strict=True)))
    assert torch.equal(sources.entity[sources.facts.row], batch.head)
    assert torch.equal(sources.pair[sources.facts.row], batch.fact_pair)


@pytest.mark.parametrize("share", [0.0, 0.5, 1.0])
def test_messages_of_some_sources_equal_materialised_facts(share: float) -> None:
    _, batch = random_batch(6)
    torch.manual_seed(2)
    kept_heads = torch.rand(batch.num_entities) < share
    every = distinct_sources(every_fact(batch))
    sources = some_sources(every, kept_heads[every.entity])
    by_head = torch.randn(batch.num_entities, 4, dtype=torch.float64, requires_grad=True)
    by_pair = torch.randn(batch.num_pairs, 4, dtype=torch.float64, requires_grad=True)
    messages = torch.relu(by_head[sources.entity] + by_pair[sources.pair])
    weight = torch.ones(len(sources.facts.row), dtype=torch.float64)
    ours = sum_of_facts(messages, weight, sources.facts)
    each = torch.relu(by_head[batch.head] + by_pair[batch.fact_pair]) * kept_heads[batch.head].unsqueeze(-1)
    plain = torch.zeros_like(ours).index_add(0, batch.tail, each)
    assert_same_with_gradients(ours, plain, [by_head, by_pair])


def test_sources_of_a_graph_with_more_of_them_than_32_bits_hold() -> None:
    num_pairs, num_entities = 40_000, 70_000
    ends, rows = torch.tensor([num_entities - 1, 5]), torch.tensor([num_pairs - 1, 7])
    facts = facts_by_row(ends, rows, torch.tensor([2, 3]), num_rows=num_pairs, num_entities=num_entities)
    sources = distinct_sources(in_32_bits(facts))
    assert sources.entity.tolist() == [5, num_entities - 1]
    assert sources.pair.tolist() == [7, num_pairs - 1]
    assert sources.facts.row.tolist() == [1, 0]
