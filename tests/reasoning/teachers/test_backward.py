import pytest

from numkbqa.reasoning.basic import NSMSettings
from numkbqa.reasoning.basic.nsm import step_facts
from numkbqa.reasoning.relation_messages import Carried
from tests.support.random_batch import random_batch
from tests.support.reasoners import RELATIONS


def messages(carried: Carried) -> list[tuple[int, int, int]]:
    """Where each message comes from, whose features it has, where it goes."""
    facts = carried.facts
    relation = carried.relation[facts.row]
    return sorted(zip(facts.head.tolist(), relation.tolist(), facts.tail.tolist(), strict=True))


@pytest.mark.parametrize("self_loops", [True, False])
@pytest.mark.parametrize("inverse_facts", [True, False])
def test_each_message_runs_back_where_it_came_from(inverse_facts: bool, self_loops: bool) -> None:
    _, batch = random_batch(1)
    settings = NSMSettings(inverse_facts=inverse_facts, self_loops=self_loops)
    ahead = messages(step_facts(settings, batch, RELATIONS))
    back = messages(step_facts(settings, batch, RELATIONS, backwards=True))
    assert back == sorted((t, r, h) for h, r, t in ahead)
    loops = [fact for fact in ahead if fact[1] == 2 * RELATIONS]
    assert len(loops) == (batch.num_entities if self_loops else 0)
    assert len(ahead) - len(loops) == (batch.num_facts if inverse_facts else batch.num_facts // 2)
    assert inverse_facts or all(r < RELATIONS or r == 2 * RELATIONS for _, r, _ in ahead)
