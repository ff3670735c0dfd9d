from collections.abc import Sequence
from typing import Any

import pytest
import torch
from torch import Tensor, nn

from numkbqa.reasoning.basic import BAMnet
from numkbqa.reasoning.basic.bamnet.memory import AdditiveAttention
from numkbqa.reasoning.basic.bamnet.model import Hop
from numkbqa.retrieval.batch import Batch
from tests.support.random_batch import random_batch
from tests.support.reasoners import (
    PlainQuestion,
    in_double,
    inverse,
    make_reasoner,
    plain_questions,
    plain_start,
    shaken,
)


def make(**settings: Any) -> BAMnet:
    model = make_reasoner("bamnet", **settings)
    assert isinstance(model, BAMnet)
    return shaken(model)


def total(vectors: Sequence[Tensor]) -> Tensor:
    return torch.stack(list(vectors)).sum(dim=0)


def both_ways(lstm: nn.LSTM, words: Tensor) -> tuple[Tensor, Tensor]:
    """States of one question without pads; the last states of both directions."""
    states, (last, _) = lstm(words.unsqueeze(0))
    return states[0], torch.cat([last[0, 0], last[1, 0]])


def plain_question(model: BAMnet, words: Tensor) -> tuple[Tensor, Tensor]:
    states, _ = both_ways(model.question.words, words)
    attended = []
    for own in states:
        weight = torch.stack([own @ other for other in states]).softmax(0)
        attended.append(total([w * other for w, other in zip(weight, states, strict=True)]))
    return states, both_ways(model.question.whole, torch.cat([torch.stack(attended), states], dim=1))[1]


def plain_paths(model: BAMnet, rho: Tensor, question: PlainQuestion, topics: list[int]) -> dict[int, Tensor]:
    """The mean over the shortest paths, each of which is a list of relations.

    Every way into an entity weighs alike, however many paths go through the entity before it.
    """
    aspects, nothing = model.aspects, torch.zeros(model.width, dtype=torch.float64)
    distance, sums = dict.fromkeys(topics, 0), dict.fromkeys(topics, nothing)
    for place, layer in enumerate(aspects.path_layers, start=1):
        ways: dict[int, list[Tensor]] = {}
        for h, r, t in question.facts:
            if distance.get(h) == place - 1 and distance.get(t, place) == place:
                ways.setdefault(t, []).append(sums[h] + layer(rho[r]))
        for t, made in ways.items():
            distance[t], sums[t] = place, total(made) / len(made)
    return {v: sums[v] / max(distance[v], 1) if v in sums else nothing for v in question.entities}


def plain_aspects(
    model: BAMnet, question: PlainQuestion, topics: list[int]
) -> tuple[dict[int, Tensor], dict[int, Tensor], dict[int, Tensor]]:
    rho, kind = model.aspects.relations(), model.aspects.kind
    types = {v: plain_start(model.aspects.type_layer, rho, question, v, kind) for v in question.entities}
    contexts = {}
    for v in question.entities:
        heads = [h for h, _, t in question.facts if t == v]
        mean = total([types[h] for h in heads] or [0 * types[v]]) / max(len(heads), 1)
        contexts[v] = mean + sum(h in topics for h in heads) * model.aspects.mention
    return types, plain_paths(model, rho, question, topics), contexts


def plain_attention(attention: object, query: Tensor, keys: Sequence[Tensor]) -> Tensor:
    assert isinstance(attention, AdditiveAttention)
    logits = [attention.score(torch.tanh(attention.query(query) + attention.key(key)))[0] for key in keys]
    return torch.stack(logits).softmax(0)


def plain_bamnet(model: BAMnet, batch: Batch) -> tuple[Tensor, Tensor]:
    """Scores of all candidates, and their distributions before and after each hop."""
    scores, steps = [], []
    for question in plain_questions(batch):
        topics = [v for v in question.entities if batch.topics[v]]
        found = plain_scores(model, question, topics)
        own = torch.stack([scores[-1] for scores in found.values()])
        scores.append(own)
        allowed = torch.tensor([v not in topics for v in found])
        several = torch.stack([torch.stack(list(by_step)) for by_step in found.values()], dim=1)
        steps.append(several.masked_fill(~allowed, -torch.inf).softmax(dim=1))
    return torch.cat(scores), torch.cat(steps, dim=1)


def plain_scores(model: BAMnet, question: PlainQuestion, topics: list[int]) -> dict[int, list[Tensor]]:
    """Scores of the entities of one question, step by step, each place of a sum by itself."""
    words, first = plain_question(model, question.words)
    features = plain_aspects(model, question, topics)
    memory = model.memory
    slots = [v for v in question.entities if v not in topics]
    keys = [{v: layer(f[v]) for v in f} for layer, f in zip(memory.keys, features, strict=True)]
    columns = torch.split(memory.value.weight, model.width, dim=1)
    values = [{v: weight @ f[v] for v in f} for weight, f in zip(columns, features, strict=True)]
    summaries = []
    for aspect, attention in enumerate(memory.attentions):
        weight = plain_attention(attention, first, [keys[aspect][v] for v in slots])
        summaries.append(total([w * values[aspect][v] for w, v in zip(weight, slots, strict=True)]))
    alpha = torch.stack([torch.stack([word @ m for m in summaries]).max() for word in words]).softmax(0)
    match = {v: [[word @ keys[a][v] for a in range(3)] for word in words] for v in question.entities}
    key, similar = {}, {}
    for v, by_word in match.items():
        best = torch.stack([torch.stack([row[a] for row in by_word]).max() for a in range(3)])
        key[v] = total([w * keys[a][v] for a, w in enumerate(best.softmax(0))])
        similar[v] = [torch.stack(row).max() for row in by_word]
    value = {v: values[0][v] + values[1][v] + values[2][v] for v in question.entities}
    by_candidate = [torch.stack([similar[v][n] for v in slots]).softmax(0) for n in range(len(words))]
    asked = []
    for n, word in enumerate(words):
        read = total([w * value[v] for w, v in zip(by_candidate[n], slots, strict=True)])
        asked.append(word + alpha[n] * read)
    for v in question.entities:
        weight = torch.stack(similar[v]).softmax(0)
        read = total([w * word for w, word in zip(weight, asked, strict=True)])
        fit = [alpha[n] * by_candidate[n][slots.index(v)] for n in range(len(words))] if v in slots else []
        key[v] = key[v] + sum(fit, torch.zeros((), dtype=torch.float64)) * read
    query = total([a * word for a, word in zip(alpha, asked, strict=True)])
    steps = [query]
    for hop in model.hops:
        assert isinstance(hop, Hop)
        weight = plain_attention(hop.attention, query, [key[v] for v in slots])
        read = total([w * value[v] for w, v in zip(weight, slots, strict=True)])
        moved = query + hop.update(read.unsqueeze(0), query.unsqueeze(0))[0]
        norm = hop.norm
        query = (moved - norm.mean) / (norm.variance + 1e-5).sqrt() * norm.weight + norm.bias
        steps.append(query)
    return {v: [model.scorer(key[v] * q)[0] for q in steps] for v in question.entities}


@pytest.mark.parametrize(
    "settings",
    [
        {},
        {"relation_features": "table", "type_layer": "sum", "path_length": 1},
        {"relation_features": "text", "hops": 3},
        {"hops": 0, "path_length": 5, "width": 6},
    ],
    ids=str,
)
def test_equals_the_formulas_written_plainly(settings: dict[str, Any]) -> None:
    model = make(**settings).double()
    batch = in_double(random_batch(3)[1])
    with torch.no_grad():
        scores, steps = plain_bamnet(model, batch)
        output = model(batch)
    torch.testing.assert_close(output.scores, scores, atol=1e-9, rtol=0)
    torch.testing.assert_close(output.steps, steps, atol=1e-9, rtol=0)


def test_at_first_the_score_is_the_key_times_the_query() -> None:
    fresh = make_reasoner("bamnet")
    places = torch.randn(4, 8)
    torch.testing.assert_close(fresh.score(places), places.sum(dim=-1))


def test_the_other_direction_of_a_relation_is_another_one() -> None:
    rho = make(relation_features="text").aspects.relations()
    assert all(not torch.allclose(rho[r], rho[inverse(r)]) for r in range(len(rho)))
