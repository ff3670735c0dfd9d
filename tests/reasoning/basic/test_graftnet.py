from typing import Any

import pytest
import torch
from torch import Tensor

from numkbqa.reasoning.basic import GraftNet
from numkbqa.reasoning.basic.graftnet import GraftNetLayer, WeightedSum
from numkbqa.retrieval.batch import Batch
from tests.support.random_batch import random_batch
from tests.support.reasoners import (
    RELATIONS,
    PlainQuestion,
    in_double,
    make_reasoner,
    plain_questions,
    plain_start,
)


def make(**settings: Any) -> GraftNet:
    model = make_reasoner("graftnet", **settings)
    assert isinstance(model, GraftNet)
    return model


def plain_attention(words: Tensor, feature: Tensor) -> Tensor:
    """w of one fact, before the exponential: its vector with the words that it fits, word by word."""
    root = len(feature) ** 0.5
    beta = torch.stack([H_j @ feature / root for H_j in words]).softmax(0)
    seen = sum((beta[j] * words[j] for j in range(len(words))), torch.zeros_like(feature))
    weight: Tensor = seen @ feature / root
    return weight


def plain_layer(
    layer: GraftNetLayer,
    question: PlainQuestion,
    facts: list[tuple[int, Tensor, int, Tensor]],
    e: dict[int, Tensor],
    q: Tensor,
    m: dict[int, Tensor],
) -> tuple[dict[int, Tensor], dict[int, Tensor], dict[int, Tensor]]:
    """One layer, fact by fact and entity by entity; facts carry their vector and their share W / Z."""
    a = layer.question_to_entity(q)
    new_e, new_m, u = {}, {}, {}
    for v in question.entities:
        total, arrived = torch.zeros_like(q), torch.zeros((), dtype=torch.float64)
        for h, f, t, share in facts:
            if t == v:
                g = torch.relu(layer.own(f) + layer.head(e[h])) * share * m[h]
                total = total + layer.tail(g)
                arrived = arrived + share * m[h]
        b = torch.relu(layer.own(e[v]) + total)
        new_m[v] = layer.pagerank_lambda * arrived + (1 - layer.pagerank_lambda) * m[v]
        u[v] = torch.cat([e[v], a, layer.fact_scale * b])
        new_e[v] = torch.relu(layer.entity(u[v]))
    return new_e, new_m, u


def plain_graftnet(model: GraftNet, batch: Batch) -> tuple[list[float], list[list[float]]]:
    """Scores, and the mass after each layer, straight from the formulas of docs/systems.md."""
    rho, scores = model.relations(), []
    masses: list[list[float]] = [[] for _ in model.layers]
    for question in plain_questions(batch):
        H = model.lstm(question.words.unsqueeze(0))[0][0]
        q = H[-1]
        flows = [f for f in question.facts if model.settings.inverse_facts or f[1] < RELATIONS]
        w = [plain_attention(H, rho[r]) for _, r, _ in flows]
        W = [(one - max(w)).exp() for one in w]
        Z = {v: sum(W[i] for i in range(len(W)) if flows[i][0] == v) for v in question.entities}
        facts = [(h, rho[r], t, W[i] / Z[h]) for i, (h, r, t) in enumerate(flows)]
        kind = model.settings.type_layer
        e = {v: plain_start(model.type_layer, rho, question, v, kind) for v in question.entities}
        m = {v: batch.topics[v].double() for v in question.entities}
        for depth, layer in enumerate(model.layers):
            assert isinstance(layer, GraftNetLayer)
            e, m, u = plain_layer(layer, question, facts, e, q, m)
            if depth < len(model.question_layers):
                to_question = model.question_layers[depth]
                assert isinstance(to_question, WeightedSum)
                parts = [m[v] * to_question.linear(u[v]) for v in question.entities]
                q = torch.stack(parts).sum(0)
            masses[depth] += [float(m[v]) for v in question.entities]
        scores += [float(model.scorer(e[v])) for v in question.entities]
    return scores, masses


@pytest.mark.parametrize("features", ["table", "text", "both"])
@pytest.mark.parametrize("type_layer", ["sum", "mean"])
@pytest.mark.parametrize("inverse_facts", [True, False])
def test_equals_the_formulas_written_plainly(features: str, type_layer: str, inverse_facts: bool) -> None:
    model = make(relation_features=features, type_layer=type_layer, inverse_facts=inverse_facts).double()
    batch = in_double(random_batch(3)[1])
    with torch.no_grad():
        scores, masses = plain_graftnet(model, batch)
        output = model(batch)
    expected = torch.tensor(scores, dtype=torch.float64)
    torch.testing.assert_close(output.scores, expected, atol=1e-9, rtol=0)
    for step, mass in zip(output.steps, torch.tensor(masses, dtype=torch.float64), strict=True):
        total = torch.zeros(batch.num_questions, dtype=torch.float64).index_add(
            0, batch.entity_question, mass
        )
        torch.testing.assert_close(step, mass / total[batch.entity_question], atol=1e-9, rtol=0)


def test_no_mass_comes_from_nothing() -> None:
    _, batch = random_batch(4)
    for step in make(layers=4)(batch).steps.detach():
        sums = torch.zeros(batch.num_questions).index_add_(0, batch.entity_question, step)
        torch.testing.assert_close(sums, torch.ones(batch.num_questions))
    still = make(layers=1, pagerank_lambda=0.0)(batch).steps[0]
    torch.testing.assert_close(still, batch.seed)


def test_without_lambda_or_inverse_facts_mass_follows_the_direction_of_facts() -> None:
    _, batch = random_batch(2)
    model = make(layers=1, pagerank_lambda=1.0, inverse_facts=False)
    forward = batch.pair_relation[batch.fact_pair] < RELATIONS
    expected = torch.zeros(batch.num_entities, dtype=torch.bool)
    expected[batch.tail[forward & batch.topics[batch.head]]] = True
    torch.testing.assert_close(model(batch).steps[0] > 0, expected)


def test_training_leaves_facts_out() -> None:
    model = make(fact_dropout=0.5, word_dropout=0.0, linear_dropout=0.0)
    _, batch = random_batch(2)
    assert len(model._facts(batch).row) == batch.num_facts
    model.train()
    assert 0 < len(model._facts(batch).row) < batch.num_facts
    assert not torch.allclose(model(batch).steps, model(batch).steps)
