import pytest
import torch

from numkbqa.reasoning.basic import NSMSettings
from numkbqa.reasoning.basic.nsm import Way, forward_way
from numkbqa.reasoning.teachers.backward import backward_way
from tests.support.random_batch import random_batch
from tests.support.reasoners import RELATIONS


def messages(way: Way) -> list[tuple[int, int, int]]:
    """Where each message comes from, whose features it has, where it goes."""
    relation = way.features[way.facts.row, 0].long()
    return sorted(zip(way.facts.head.tolist(), relation.tolist(), way.facts.tail.tolist(), strict=True))


@pytest.mark.parametrize("inverse_facts", [True, False])
def test_each_message_runs_back_where_it_came_from(inverse_facts: bool) -> None:
    _, batch = random_batch(1)
    settings = NSMSettings(inverse_facts=inverse_facts)
    relations = torch.arange(2 * RELATIONS + 1.0).unsqueeze(1)
    ahead = messages(forward_way(settings, relations, batch))
    back = messages(backward_way(settings, relations, batch))
    assert back == sorted((t, r, h) for h, r, t in ahead)
    assert len(ahead) == (batch.num_facts if inverse_facts else batch.num_facts // 2)
    assert inverse_facts or max(r for _, r, _ in ahead) < RELATIONS


def test_self_loops_lead_both_ways_or_neither() -> None:
    _, batch = random_batch(1)
    relations = torch.randn(2 * RELATIONS + 1, 4)
    for way in (forward_way, backward_way):
        loop = way(NSMSettings(), relations, batch).self_loop
        assert loop is not None
        assert torch.equal(loop, relations[-1])
        assert way(NSMSettings(self_loops=False), relations, batch).self_loop is None
