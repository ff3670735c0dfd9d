import pytest
import torch

from numkbqa.reasoning.message_passing import distinct_sources, every_fact, some_sources
from numkbqa.reasoning.source_messages import sum_of_sources
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
    torch.testing.assert_close(ours, plain)
    target, start = torch.randn_like(plain), (own, heads, flow)
    for one, other in zip(
        torch.autograd.grad((ours * target).sum(), start),
        torch.autograd.grad((plain * target).sum(), start),
        strict=True,
    ):
        torch.testing.assert_close(one, other)
