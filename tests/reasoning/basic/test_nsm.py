import dataclasses
from typing import Any

import numpy as np
import pytest
import torch
from torch import Tensor

from numkbqa.reasoning.basic import NSM
from numkbqa.retrieval.batch import Batch, collate
from tests.support.random_batch import random_batch, random_example, random_words
from tests.support.reasoners import WORD_WIDTH, in_double, make_reasoner

Fact = tuple[int, Tensor, int]


def make(**settings: Any) -> NSM:
    model = make_reasoner("nsm", **settings)
    assert isinstance(model, NSM)
    return model


def plain_instructions(model: NSM, words: Tensor) -> list[Tensor]:
    """Instruction vectors of one question, word by word."""
    states, _ = model.instructions.lstm(words.unsqueeze(0))
    H = states[0]
    last, instruction, made = H[-1], torch.zeros_like(H[-1]), []
    for k in range(model.settings.steps):
        q_k = model.instructions.question_layers[k](last)
        c = model.instructions.combine(torch.cat([instruction, q_k]))
        logits = torch.stack([model.instructions.attention(c * H[j])[0] for j in range(len(H))])
        alpha = logits.softmax(0)
        instruction = sum((alpha[j] * H[j] for j in range(len(H))), torch.zeros_like(last))
        made.append(instruction)
    return made


def plain_start(model: NSM, entity: int, facts: list[Fact], self_loop: Tensor) -> Tensor:
    """The type layer of one entity, fact by fact."""
    s = model.settings
    total, degree = torch.zeros(s.width, dtype=torch.float64), 0
    for h, feature, t in facts:
        for end in (h, t):
            if end == entity:
                total, degree = total + model.type_layer(feature), degree + 1
    if s.self_loops:
        total, degree = total + 2 * model.type_layer(self_loop), degree + 2
    return torch.relu(total / max(degree, 1) if s.type_layer == "mean" else total)


def plain_neighbours(
    model: NSM, step: int, instruction: Tensor, incoming: list[tuple[int, Tensor]], p: dict[int, Tensor]
) -> tuple[Tensor, Tensor]:
    """The messages that reach one entity, and the probability that they come from."""
    total = torch.zeros(model.settings.width, dtype=torch.float64)
    mass = torch.zeros((), dtype=torch.float64)
    for h, feature in incoming:
        total = total + torch.relu(model.relation_layers[step](feature) * instruction) * p[h]
        mass = mass + p[h]
    return total, mass


def plain_nsm(model: NSM, batch: Batch) -> list[list[float]]:
    """NSM fact by fact and entity by entity, straight from the formulas of PEERS section 1.1."""
    rho = model.relations()
    pairs = [(int(q), int(r)) for q, r in zip(batch.pair_question, batch.pair_relation, strict=True)]
    facts = [
        (int(h), pairs[int(p)], int(t))
        for h, p, t in zip(batch.head, batch.fact_pair, batch.tail, strict=True)
    ]
    distributions = []
    for q in range(batch.num_questions):
        members = [v for v in range(batch.num_entities) if int(batch.entity_question[v]) == q]
        own = [(h, rho[r], t) for h, (question, r), t in facts if question == q]
        instructions = plain_instructions(model, batch.words[q][batch.word_mask[q]])
        e = {v: plain_start(model, v, own, rho[-1]) for v in members}
        p: dict[int, Tensor] = {v: batch.seed[v] for v in members}
        for k in range(model.settings.steps):
            score, mass = {}, {}
            for v in members:
                incoming = [(h, feature) for h, feature, t in own if t == v]
                incoming += [(v, rho[-1])] if model.settings.self_loops else []
                n, mass[v] = plain_neighbours(model, k, instructions[k], incoming, p)
                e[v] = torch.relu(model.entity_layers[k](torch.cat([e[v], n])))
                score[v] = model.scorer(e[v])[0]
            allowed = [v for v in members if not bool(batch.topics[v]) and float(mass[v]) > 1e-10]
            z = torch.stack([score[v] for v in allowed]).softmax(0) if allowed else torch.zeros(0)
            p = dict.fromkeys(members, torch.zeros((), dtype=torch.float64))
            p |= dict(zip(allowed, z, strict=True))
        distributions.append([float(p[v]) for v in members])
    return distributions


@pytest.mark.parametrize("features", ["table", "text", "both"])
@pytest.mark.parametrize("type_layer", ["sum", "mean"])
@pytest.mark.parametrize("self_loops", [True, False])
def test_equals_the_formulas_written_plainly(features: str, type_layer: str, self_loops: bool) -> None:
    model = make(relation_features=features, type_layer=type_layer, self_loops=self_loops).double()
    _, batch = random_batch(3)
    batch = in_double(batch)
    with torch.no_grad():
        expected = [p for question in plain_nsm(model, batch) for p in question]
    output = model(batch)
    torch.testing.assert_close(
        output.probabilities.detach(), torch.tensor(expected, dtype=torch.float64), atol=1e-9, rtol=0
    )


def test_a_question_that_reaches_nothing_gets_zeros() -> None:
    rng = np.random.default_rng(0)
    example = random_example(rng)
    nothing = np.zeros(0, dtype=np.int64)
    lonely = dataclasses.replace(
        example, head=nothing, tail=nothing, relation=nothing, distinct_relations=nothing
    )
    p = make()(collate([lonely, example], [random_words(rng, WORD_WIDTH)] * 2)).probabilities
    assert float(p[: lonely.num_entities].sum().detach()) == 0.0
    assert torch.isfinite(p).all()
