from typing import Any

import pytest
import torch
from torch import Tensor

from numkbqa.reasoning.basic import EmbedKGQA
from numkbqa.reasoning.basic.embedkgqa import best_way
from numkbqa.reasoning.batch_norm import BatchNorm
from numkbqa.retrieval.batch import Batch
from numkbqa.training.losses import kl_loss
from tests.support.random_batch import random_batch
from tests.support.reasoners import PlainQuestion, in_double, make_reasoner, plain_questions, shaken


def make(**settings: Any) -> EmbedKGQA:
    model = make_reasoner("embedkgqa", **settings)
    assert isinstance(model, EmbedKGQA)
    return shaken(model)


def plain_embedkgqa(model: EmbedKGQA, batch: Batch) -> list[float]:
    """Scores, entity by entity, with torch's own complex numbers."""
    width, scores = model.width, []
    table = as_complex(model.embedding.entities.weight)
    for question in plain_questions(batch):
        topics = [v for v in question.entities if batch.topics[v]]
        h = sum((table[batch.kb_entity[v]] for v in topics), torch.zeros_like(table[0])) / len(topics)
        r = as_complex(plain_relation(model, question.words).unsqueeze(0))[0]
        query = plain_norm(model.product_norm, plain_norm(model.head_norm, h) * r)
        matched = plain_matching(model, question, topics)
        for v in question.entities:
            t = table[batch.kb_entity[v]]
            places = torch.cat([query.real * t.real, query.imag * t.imag])
            score = sum((model.scorer.weight[0] * (places + matched[v] / width)), model.scorer.bias[0])
            scores.append(float(score))
    return scores


def as_complex(vectors: Tensor) -> Tensor:
    half = vectors.shape[1] // 2
    return torch.complex(vectors[:, :half], vectors[:, half:])


def plain_norm(norm: BatchNorm, vector: Tensor) -> Tensor:
    """Normalisation of the real and of the imaginary part by running statistics."""
    parts = [
        (part - norm.mean[i]) / (norm.variance[i] + 1e-5).sqrt() * norm.weight[i] + norm.bias[i]
        for i, part in enumerate((vector.real, vector.imag))
    ]
    return torch.complex(*parts)


def plain_relation(model: EmbedKGQA, words: Tensor) -> Tensor:
    if model.settings.question == "mean":
        relation: Tensor = model.relation(words.mean(dim=0))
    else:
        relation = model.relation(model.lstm(words.unsqueeze(0))[0][0, -1])
    return relation


def plain_matching(model: EmbedKGQA, question: PlainQuestion, topics: list[int]) -> dict[int, float]:
    """The most chosen relations along any shortest way, found by following every walk."""
    best = dict.fromkeys(question.entities, 0.0)
    if not model.settings.relation_matching:
        return best
    rho = model.matching.relations()
    q = model.matching.question(question.words.mean(dim=0))
    chosen = {r: float(rho[r] @ q > 0) for _, r, _ in question.facts}
    distance, walks = dict.fromkeys(topics, 0), [(v, 0.0) for v in topics]
    for length in range(1, model.settings.path_length + 1):
        walks = [(t, s + chosen[r]) for v, s in walks for h, r, t in question.facts if h == v]
        for end, _ in walks:
            distance.setdefault(end, length)
        walks = [(v, s) for v, s in walks if distance[v] == length]
        for end, total in walks:
            best[end] = max(best[end], model.settings.matching_weight * total)
    return best


@pytest.mark.parametrize(
    "settings",
    [
        {},
        {"question": "mean"},
        {"relation_matching": True},
        {"relation_matching": True, "path_length": 1, "matching_weight": 3.0, "width": 12},
    ],
    ids=str,
)
def test_equals_the_formulas_written_plainly(settings: dict[str, Any]) -> None:
    model = make(**settings).double()
    batch = in_double(random_batch(3)[1])
    with torch.no_grad():
        expected = torch.tensor(plain_embedkgqa(model, batch), dtype=torch.float64)
        output = model(batch)
    torch.testing.assert_close(output.scores, expected, atol=1e-9, rtol=0)
    torch.testing.assert_close(output.steps[-1], output.probabilities)


def test_at_first_the_score_is_that_of_complex() -> None:
    fresh = make_reasoner("embedkgqa")
    places = torch.randn(4, 8)
    torch.testing.assert_close(fresh.score(places), places.sum(dim=-1))


@pytest.mark.parametrize("frozen", [True, False])
def test_entity_vectors_are_frozen_or_learn_on(frozen: bool) -> None:
    model, (_, batch) = make(freeze_entities=frozen), random_batch(3)
    torch.autograd.backward(kl_loss(model(batch).probabilities, batch))
    assert (model.embedding.entities.weight.grad is None) == frozen
    assert model.embedding.relations.weight.grad is None


def test_the_choice_of_relations_learns_from_the_answers() -> None:
    model, (_, batch) = make(relation_matching=True), random_batch(3)
    torch.autograd.backward(kl_loss(model(batch).probabilities, batch))
    gradients = [p.grad for p in model.matching.parameters()]
    assert all(gradient is not None and bool(gradient.abs().sum() > 0) for gradient in gradients)


def test_gradients_of_a_way_are_those_of_finite_differences() -> None:
    batch = in_double(random_batch(2)[1])
    torch.manual_seed(0)
    weight = torch.rand(batch.num_pairs, dtype=torch.float64, requires_grad=True)
    assert torch.autograd.gradcheck(lambda w: best_way(w, 3, batch), (weight,))
