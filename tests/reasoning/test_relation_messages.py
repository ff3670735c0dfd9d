import pytest
import torch

from numkbqa.reasoning.message_passing import sum_of_facts
from numkbqa.reasoning.relation_messages import Carried, carried_facts, relation_messages
from numkbqa.retrieval.batch import Batch
from tests.support.random_batch import random_batch
from tests.support.reasoners import RELATIONS

Fact = tuple[int, int, int, int]
both_ways = pytest.mark.parametrize("backwards", [False, True])
with_inverse = pytest.mark.parametrize("inverse_facts", [False, True])
with_loops = pytest.mark.parametrize("self_loops", [False, True])


def plain_facts(batch: Batch, *, inverse_facts: bool, self_loops: bool, backwards: bool) -> list[Fact]:
    """What leads to what by which relation, and the question, fact by fact."""
    relation = batch.pair_relation[batch.fact_pair].tolist()
    question = batch.entity_question[batch.head].tolist()
    facts = []
    for h, r, t, q in zip(batch.head.tolist(), relation, batch.tail.tolist(), question, strict=True):
        if r < RELATIONS or inverse_facts:
            facts.append((t, r, h, q) if backwards else (h, r, t, q))
    if self_loops:
        questions = batch.entity_question.tolist()
        facts += [(v, 2 * RELATIONS, v, questions[v]) for v in range(batch.num_entities)]
    return sorted(facts)


def listed(carried: Carried) -> list[Fact]:
    facts = carried.facts
    relation, question = carried.relation[facts.row], carried.question[facts.row]
    return sorted(
        zip(facts.head.tolist(), relation.tolist(), facts.tail.tolist(), question.tolist(), strict=True)
    )


@both_ways
@with_inverse
@with_loops
def test_carries_the_facts_asked_for(backwards: bool, inverse_facts: bool, self_loops: bool) -> None:
    _, batch = random_batch(5)
    chosen = {"backwards": backwards, "inverse_facts": inverse_facts, "self_loops": self_loops}
    carried = carried_facts(batch, RELATIONS, **chosen)
    assert listed(carried) == plain_facts(batch, **chosen)
    rows = list(zip(carried.relation.tolist(), carried.question.tolist(), strict=True))
    assert len(set(rows)) == len(rows)
    assert carried_facts(batch, RELATIONS, **chosen) is carried


@both_ways
@with_inverse
@with_loops
def test_sums_and_gradients_equal_those_of_messages_fact_by_fact(
    backwards: bool, inverse_facts: bool, self_loops: bool
) -> None:
    _, batch = random_batch(4)
    chosen = {"backwards": backwards, "inverse_facts": inverse_facts, "self_loops": self_loops}
    carried = carried_facts(batch, RELATIONS, **chosen)
    torch.manual_seed(0)
    table = torch.randn(2 * RELATIONS + 1, 3, dtype=torch.float64, requires_grad=True)
    instructions = torch.randn(batch.num_questions, 3, dtype=torch.float64, requires_grad=True)
    weight = torch.rand(batch.num_entities, dtype=torch.float64, requires_grad=True)
    rows = relation_messages(table, instructions, carried)
    ours = sum_of_facts(rows, weight[carried.facts.head], carried.facts)
    head, relation, tail, question = torch.tensor(plain_facts(batch, **chosen)).T
    messages = torch.relu(table[relation] * instructions[question]) * weight[head].unsqueeze(-1)
    plain = torch.zeros_like(ours).index_add(0, tail, messages)
    torch.testing.assert_close(ours, plain, atol=1e-9, rtol=0)
    target, to = torch.randn_like(plain), (table, instructions, weight)
    for one, other in zip(
        torch.autograd.grad((ours * target).sum(), to),
        torch.autograd.grad((plain * target).sum(), to),
        strict=True,
    ):
        torch.testing.assert_close(one, other, atol=1e-9, rtol=0)
