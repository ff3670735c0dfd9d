from typing import Any

import pytest
import torch
from torch import Tensor

from numkbqa.reasoning.basic import KVMem
from numkbqa.retrieval.batch import Batch
from tests.support.random_batch import random_batch
from tests.support.reasoners import in_double, make_reasoner, plain_questions, plain_start


def make(**settings: Any) -> KVMem:
    model = make_reasoner("kvmem", **settings)
    assert isinstance(model, KVMem)
    with torch.no_grad():  # as if trained: every hop and name has its own weight
        model.name_layers.copy_(torch.linspace(0.5, 1.5, len(model.name_layers)))
        model.name_score.copy_(torch.linspace(-1, 2, len(model.name_score)))
        torch.nn.init.normal_(model.scorer.weight)
    return model


def plain_kvmem(model: KVMem, batch: Batch) -> tuple[list[float], list[list[float]]]:
    """Scores and what each hop reads, slot by slot, with a code of its own for the name of each entity."""
    rho, kind, width = model.relations(), model.settings.type_layer, model.width
    scores: list[float] = []
    steps: list[list[float]] = [[] for _ in model.hops]
    codes = torch.eye(batch.num_entities, dtype=torch.float64)
    for question in plain_questions(batch):
        x = {v: plain_start(model.type_layer, rho, question, v, kind) for v in question.entities}
        words = [model.question(word) for word in question.words]
        q = sum(words, torch.zeros(width, dtype=torch.float64)) / len(words)
        named = sum((batch.seed[v] * codes[v] for v in question.entities), torch.zeros_like(codes[0]))
        for hop, step in enumerate(steps):
            keys = [(x[h] + rho[r], codes[h]) for h, r, _ in question.facts]
            match = [key @ q + model.name_match * (code @ named) for key, code in keys]
            a = torch.stack(match).softmax(0)
            o, o_named = torch.zeros_like(q), torch.zeros_like(named)
            read = dict.fromkeys(question.entities, torch.zeros((), dtype=torch.float64))
            for weight, (_, _, t) in zip(a, question.facts, strict=True):
                o, o_named, read[t] = o + weight * x[t], o_named + weight * codes[t], read[t] + weight
            q, named = model.hops[hop](q + o), model.name_layers[hop] * (named + o_named)
            step += [float(read[v]) for v in question.entities]
        scores += [plain_score(model, x[v], q, codes[v] @ named) for v in question.entities]
    return scores, steps


def plain_score(model: KVMem, x: Tensor, q: Tensor, name: Tensor) -> float:
    """The score of one entity, place by place."""
    weight = model.scorer.weight[0]
    places = [weight[j] * (x[j] * q[j] + name * model.name_score[j]) for j in range(len(x))]
    return float(sum(places, model.scorer.bias[0]))


@pytest.mark.parametrize(
    "settings",
    [
        {},
        {"relation_features": "table"},
        {"relation_features": "both", "type_layer": "sum"},
        {"hops": 1},
        {"hops": 4},
    ],
    ids=str,
)
def test_equals_the_formulas_written_plainly(settings: dict[str, Any]) -> None:
    model = make(**settings).double()
    batch = in_double(random_batch(3)[1])
    with torch.no_grad():
        scores, steps = plain_kvmem(model, batch)
        output = model(batch)
    expected = torch.tensor(scores, dtype=torch.float64)
    torch.testing.assert_close(output.scores, expected, atol=1e-9, rtol=0)
    torch.testing.assert_close(output.steps, torch.tensor(steps, dtype=torch.float64), atol=1e-9, rtol=0)


def test_at_first_an_answer_scores_its_value_times_the_query() -> None:
    fresh = make_reasoner("kvmem")
    assert isinstance(fresh, KVMem)
    values, names = torch.randn(4, fresh.width), torch.rand(4)
    scores = fresh.score(values + names.unsqueeze(-1) * fresh.name_score)
    torch.testing.assert_close(scores, values.sum(dim=-1) + fresh.name_match * names)


def test_a_named_entity_is_read_by_its_slots_and_the_next_hop_goes_on_from_there() -> None:
    _, batch = random_batch(2)
    model = make(hops=2)
    with torch.no_grad():
        model.name_match.fill_(1e4)
        model.name_layers.fill_(1.0)
        first, second = model(batch).steps
    after_topics = torch.zeros(batch.num_entities, dtype=torch.bool)
    after_topics[batch.tail[batch.topics[batch.head]]] = True
    assert not (first[~after_topics] > 0).any()
    further = torch.zeros(batch.num_entities, dtype=torch.bool)
    further[batch.tail[(after_topics | batch.topics)[batch.head]]] = True
    assert not (second[~further] > 0).any()
