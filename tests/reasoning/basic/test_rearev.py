from typing import Any

import pytest
import torch
from torch import Tensor

from numkbqa.reasoning.basic import ReaRev
from numkbqa.reasoning.basic.rearev import ReaRevLayer
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


def make(**settings: Any) -> ReaRev:
    model = make_reasoner("rearev", **settings)
    assert isinstance(model, ReaRev)
    return model


def plain_instructions(model: ReaRev, words: Tensor) -> list[Tensor]:
    """i_1..i_K of one question, word by word."""
    own, made = model.instructions, []
    H = [own.words(word) for word in words]
    q = sum(H, torch.zeros_like(H[0])) / len(H)
    i = torch.zeros_like(q)
    for k in range(model.settings.instructions):
        q_k = own.question_layers[k](q)
        c = own.combine(torch.cat([i, q_k, q_k - i, q_k * i]))
        alpha = torch.stack([own.attention(c * H_j)[0] for H_j in H]).softmax(0)
        i = sum((alpha[j] * H[j] for j in range(len(H))), torch.zeros_like(q))
        made.append(i)
    return made


def plain_layer(
    layer: ReaRevLayer,
    question: PlainQuestion,
    rho: Tensor,
    instructions: list[Tensor],
    e: dict[int, Tensor],
    p: dict[int, Tensor],
) -> dict[int, Tensor]:
    """U_j [e; n+_1..n+_K; n-_1..n-_K] of every entity, fact by fact."""
    U = torch.cat([layer.entity.weight, layer.forward_messages.weight, layer.inverse_messages.weight], dim=1)
    made = {}
    for v in question.entities:
        sums = [torch.zeros_like(e[v]) for _ in range(2 * len(instructions))]
        for h, r, t in question.facts:
            for k, i in enumerate(instructions):
                if t == v:
                    place = k + len(instructions) * int(r >= RELATIONS)
                    sums[place] = sums[place] + torch.relu(layer.relation(rho[r]) * i) * p[h]
        made[v] = torch.relu(U @ torch.cat([e[v], *sums]) + layer.entity.bias)
    return made


def plain_revision(model: ReaRev, k: int, i: Tensor, y: Tensor) -> Tensor:
    """The new i_k after a round."""
    revision = model.revisions[k].get_parameter
    both = torch.cat([i, y, i - y])
    g = torch.sigmoid(revision("gate.weight") @ both)
    return g * (revision("update.weight") @ both) + (1 - g) * i


def plain_rearev(model: ReaRev, batch: Batch) -> list[list[float]]:
    """The distribution after each layer of each round, straight from the formulas of docs/systems.md."""
    rho, kind = model.relations(), model.settings.type_layer
    steps: list[list[float]] = [[] for _ in range(model.settings.rounds * model.settings.layers)]
    for question in plain_questions(batch):
        entities = question.entities
        instructions = plain_instructions(model, question.words)
        e = {v: plain_start(model.type_layer, rho, question, v, kind) for v in entities}
        topics = [v for v in entities if bool(batch.topics[v])]
        step = iter(steps)
        for number in range(model.settings.rounds):
            if number:
                y = sum((e[v] for v in topics), torch.zeros(model.width, dtype=torch.float64))
                instructions = [plain_revision(model, k, i, y) for k, i in enumerate(instructions)]
            p = {v: batch.seed[v] for v in entities}
            for layer in model.layers:
                assert isinstance(layer, ReaRevLayer)
                e = plain_layer(layer, question, rho, instructions, e, p)
                candidates = [v for v in entities if v not in topics]
                z = torch.stack([model.scorer(e[v])[0] for v in candidates]).softmax(0)
                p = dict.fromkeys(entities, torch.zeros((), dtype=torch.float64))
                p |= dict(zip(candidates, z, strict=True))
                next(step).extend(float(p[v]) for v in entities)
    return steps


@pytest.mark.parametrize(
    "settings",
    [
        {},
        {"relation_features": "table"},
        {"relation_features": "both", "type_layer": "sum"},
        {"instructions": 3, "layers": 3, "rounds": 2},
        {"instructions": 1, "layers": 1, "rounds": 1},
    ],
    ids=str,
)
def test_equals_the_formulas_written_plainly(settings: dict[str, Any]) -> None:
    model = make(**settings).double()
    batch = in_double(random_batch(3)[1])
    with torch.no_grad():
        expected = torch.tensor(plain_rearev(model, batch), dtype=torch.float64)
        output = model(batch)
    torch.testing.assert_close(output.steps, expected, atol=1e-9, rtol=0)
    torch.testing.assert_close(output.probabilities, expected[-1], atol=1e-9, rtol=0)


def test_a_round_starts_at_the_topics_with_what_the_last_one_knew() -> None:
    _, batch = random_batch(3)
    one, two = make(rounds=1, layers=1), make(rounds=2, layers=1)
    two.load_state_dict(one.state_dict(), strict=False)
    with torch.no_grad():
        torch.testing.assert_close(two(batch).steps[0], one(batch).steps[0])
        for revision in two.revisions:
            revision.get_parameter("gate.weight").zero_()
            revision.get_parameter("update.weight").zero_()
        halved = two.instructions(batch) / 2
        again = two._revised(two.instructions(batch), one(batch).entities, batch)
    torch.testing.assert_close(again, halved)  # the gate is one half, the update zero
