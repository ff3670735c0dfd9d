"""What holds for every basic reasoner, whatever its formulas."""

import dataclasses
from functools import cache

import numpy as np
import pytest
import torch
from numpy.typing import NDArray
from torch import Tensor

from numkbqa.reasoning.basic import BasicReasoner, GraphVocabulary, basic_reasoner
from numkbqa.reasoning.comprehensive import NumberInjectedReasoner
from numkbqa.retrieval.batch import Batch, collate
from numkbqa.retrieval.examples import Example
from numkbqa.training.basic_stage import num_hits
from numkbqa.training.losses import bce_loss, kl_loss
from tests.support.random_batch import random_batch, random_example, random_words, without_numbers
from tests.support.random_model import random_fusion, random_model
from tests.support.reasoners import RELATIONS, WORD_WIDTH, in_double, make_reasoner, renumbered

each_reasoner = pytest.mark.parametrize("key", sorted(BasicReasoner.registry))
Words = NDArray[np.float32]


@each_reasoner
def test_questions_of_a_batch_do_not_touch_each_other(key: str) -> None:
    model, rng = make_reasoner(key), np.random.default_rng(8)
    examples = [random_example(rng, name=f"q{i}", num_topics=1 + i % 2) for i in range(3)]
    words = [random_words(rng, WORD_WIDTH) for _ in examples]
    together = model(collate(examples, words)).scores
    alone = [model(collate([e], [w])).scores for e, w in zip(examples, words, strict=True)]
    torch.testing.assert_close(together, torch.cat(alone))
    backwards = model(collate(examples[::-1], words[::-1])).scores
    torch.testing.assert_close(backwards, torch.cat(alone[::-1]))


@each_reasoner
def test_order_of_entities_and_facts_does_not_matter(key: str) -> None:
    model, rng = make_reasoner(key), np.random.default_rng(2)
    example, words = random_example(rng, num_entities=10, num_topics=2), random_words(rng, WORD_WIDTH)
    place = rng.permutation(10)
    before = model(collate([example], [words]))
    after = model(collate([renumbered(example, place)], [words]))
    torch.testing.assert_close(after.scores[torch.from_numpy(place)], before.scores)
    torch.testing.assert_close(after.probabilities[torch.from_numpy(place)], before.probabilities)


@each_reasoner
def test_every_parameter_learns(key: str) -> None:
    model = make_reasoner(key)
    _, batch = random_batch(1, num_questions=6)
    output = model(batch)
    torch.autograd.backward(
        kl_loss(output.probabilities, batch) + bce_loss(output.scores, output.allowed, batch)
    )
    learned = {name: p for name, p in model.named_parameters() if p.requires_grad}
    without = [name for name, p in learned.items() if p.grad is None or not p.grad.abs().sum() > 0]
    assert without == []


@each_reasoner
def test_gradients_are_those_of_finite_differences(key: str) -> None:
    model = make_reasoner(key).double()
    batch = in_double(random_batch(5, num_questions=2)[1])
    parameters = dict(model.named_parameters())
    torch.manual_seed(3)
    directions = [{name: torch.randn_like(p) / 3 for name, p in parameters.items()} for _ in range(2)]
    weight = torch.randn(batch.num_entities, dtype=torch.float64)

    def moved(way: Tensor) -> Tensor:
        there = {
            name: p.detach() + sum(w * d[name] for w, d in zip(way, directions, strict=True))
            for name, p in parameters.items()
        }
        output = torch.func.functional_call(model, there, (batch,))
        return torch.stack([(output.probabilities * weight).sum(), (output.scores * weight).sum()])

    start = torch.zeros(len(directions), dtype=torch.float64, requires_grad=True)
    assert torch.autograd.gradcheck(moved, (start,), eps=1e-7, atol=1e-6)


@each_reasoner
def test_topics_are_never_answers_and_probabilities_sum_to_one(key: str) -> None:
    _, batch = random_batch(4)
    output = make_reasoner(key)(batch)
    assert float(output.probabilities[batch.topics].sum().detach()) == 0.0
    for distribution in (output.probabilities.detach(), *output.steps.detach()):
        sums = torch.zeros(batch.num_questions).index_add_(0, batch.entity_question, distribution)
        assert all(abs(total - 1) < 1e-5 or total == 0 for total in sums.tolist())


@each_reasoner
@pytest.mark.parametrize("training", [False, True])
def test_a_question_without_facts_gives_numbers_and_gradients(key: str, training: bool) -> None:
    rng, model = np.random.default_rng(0), make_reasoner(key).train(training)
    example, nothing = random_example(rng), np.zeros(0, dtype=np.int64)
    lonely = dataclasses.replace(
        example, head=nothing, tail=nothing, relation=nothing, distinct_relations=nothing
    )
    for examples in ([lonely, example], [lonely]):
        batch = collate(examples, [random_words(rng, WORD_WIDTH) for _ in examples])
        output = model(batch)
        assert torch.isfinite(output.scores).all()
        assert torch.isfinite(output.probabilities).all()
        torch.autograd.backward(output.scores.sum() + kl_loss(output.probabilities, batch))
        assert all(p.grad is None or torch.isfinite(p.grad).all() for p in model.parameters())


@each_reasoner
def test_parameters_with_a_row_for_each_relation_are_named(key: str) -> None:
    """Those that are not would not go along to a graph with more relations."""
    reasoner, shapes = basic_reasoner(key), []
    both = "relation_features" in reasoner.settings_class.model_fields
    settings = reasoner.settings_class.model_validate({"relation_features": "both"} if both else {})
    for num_relations in (4, 5):
        vocabulary = GraphVocabulary(np.ones((num_relations, 7), dtype=np.float32), WORD_WIDTH)
        made = reasoner(settings, vocabulary)
        shapes.append({name: p.shape for name, p in made.named_parameters()})
    fewer, more = shapes
    assert {name for name in fewer if fewer[name] != more[name]} == set(reasoner.relation_tables)


@each_reasoner
def test_dropout_is_for_training_alone(key: str) -> None:
    model = make_reasoner(key)
    _, batch = random_batch(7)
    torch.testing.assert_close(model(batch).scores, model(batch).scores)
    model.train()
    assert not torch.allclose(model(batch).scores, model(batch).scores)


def one_relation(rng: np.random.Generator) -> tuple[Example, Words]:
    """A question whose word names a relation; the answers are what that leads to from the topic."""
    while True:
        example = random_example(rng, num_entities=12, num_facts=24)
        relation = int(rng.integers(RELATIONS))
        kept = (example.head == 0) & (example.distinct_relations[example.relation] == relation)
        answers = np.zeros(example.num_entities, bool)
        answers[example.tail[kept]] = True
        answers[0] = False
        if answers.any():
            break
    words = np.zeros((1, WORD_WIDTH), dtype=np.float32)
    words[0, relation] = 3.0
    return dataclasses.replace(example, answers=answers, num_answers=int(answers.sum())), words


@cache
def one_hop_batches(number: int) -> list[Batch]:
    """Batches of questions of one relation."""
    rng = np.random.default_rng(0)
    drawn = [[one_relation(rng) for _ in range(40)] for _ in range(number)]
    return [collate([e for e, _ in batch], [w for _, w in batch]) for batch in drawn]


ONE_GRAPH = {"embedkgqa"}
"""Reasoners that know the facts of one graph by heart, and no others."""


@pytest.mark.parametrize("key", sorted(BasicReasoner.registry.keys() - ONE_GRAPH))
def test_learns_what_a_relation_leads_to_and_answers_upon_other_graphs(key: str) -> None:
    model = make_reasoner(key, width=16).train()
    optimizer = torch.optim.Adam(model.parameters(), lr=0.01)
    *seen, unseen = one_hop_batches(9)
    for batch in 12 * seen:
        optimizer.zero_grad()
        torch.autograd.backward(kl_loss(model(batch).probabilities, batch))
        optimizer.step()
    with torch.no_grad():
        p = model.eval()(unseen).probabilities
    assert num_hits(p, unseen) > 0.8 * unseen.num_questions


@each_reasoner
def test_numbers_are_injected_into_it(key: str) -> None:
    _, batch = random_batch(3)
    ordinal = torch.tensor([0.0, 1.0, 0.5, 1.0])
    fresh = random_model(key=key)(batch, ordinal)
    torch.testing.assert_close(fresh.probabilities, fresh.basic.probabilities)
    model = random_fusion(key=key)
    output = model(batch, ordinal)
    plain = batch.entity_question == 0
    torch.testing.assert_close(output.probabilities[plain], output.basic.probabilities[plain])
    assert not torch.allclose(output.probabilities[~plain], output.basic.probabilities[~plain])
    assert learns_through_numbers(model, batch, ordinal)


@each_reasoner
def test_questions_without_numbers_are_answered_by_it_alone(key: str) -> None:
    rng = np.random.default_rng(5)
    batch = collate([without_numbers(random_example(rng))], [random_words(rng, WORD_WIDTH)])
    output = random_model(key=key)(batch, torch.ones(1))
    torch.testing.assert_close(output.probabilities, output.basic.probabilities)


def learns_through_numbers(model: NumberInjectedReasoner, batch: Batch, ordinal: Tensor) -> bool:
    """Whether the loss of the whole model reaches the basic reasoner."""
    torch.autograd.backward(kl_loss(model.train()(batch, ordinal).probabilities, batch))
    return any(p.grad is not None and bool(p.grad.abs().sum() > 0) for p in model.basic.parameters())
