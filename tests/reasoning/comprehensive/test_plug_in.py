"""What holds for every number plug-in, upon reasoners whose last layer is a ReLU."""

import dataclasses
from functools import cache

import numpy as np
import pytest
import torch

from numkbqa.reasoning.basic import BasicReasoner
from numkbqa.reasoning.comprehensive import NumberPlugIn
from numkbqa.reasoning.comprehensive import plug_in as plug_ins
from numkbqa.reasoning.numerical import NumericalReasoner
from numkbqa.retrieval.batch import Batch, collate
from numkbqa.retrieval.examples import Example
from numkbqa.training.basic_stage import num_hits
from numkbqa.training.losses import kl_loss
from tests.support.random_batch import random_batch, random_example, random_words, without_numbers
from tests.support.random_model import random_fusion, random_model, random_plug_in
from tests.support.reasoners import WORD_WIDTH, renumbered

PLUG_INS = sorted(NumberPlugIn.registry)
each_plug_in = pytest.mark.parametrize("plug_in", PLUG_INS)
upon_each = pytest.mark.parametrize("key", ["nsm", "graftnet"])


def test_every_plug_in_has_its_numerical_reasoner() -> None:
    assert sorted(NumericalReasoner.registry) == PLUG_INS == ["nt", "num"]


@each_plug_in
@pytest.mark.parametrize("key", ["nsm", "graftnet", "rearev"])
def test_starts_as_basic_reasoning(plug_in: str, key: str) -> None:
    _, batch = random_batch(3)
    output = random_model(key=key, plug_in=plug_in)(batch, torch.ones(batch.num_questions))
    torch.testing.assert_close(output.comprehensive, output.basic.probabilities)
    torch.testing.assert_close(output.probabilities, output.basic.probabilities)


@each_plug_in
def test_numbers_are_for_ordinal_questions_alone(plug_in: str) -> None:
    _, batch = random_batch(3)
    output = random_fusion(plug_in=plug_in)(batch, torch.tensor([0.0, 1.0, 0.0, 1.0]))
    plain = torch.isin(batch.entity_question, torch.tensor([0, 2]))
    torch.testing.assert_close(output.probabilities[plain], output.basic.probabilities[plain])
    assert not torch.allclose(output.probabilities[~plain], output.basic.probabilities[~plain])
    read = output.relevance > 0
    assert set(batch.numerical_pair_question[read].tolist()) == {1, 3}


@each_plug_in
@upon_each
def test_questions_of_a_batch_do_not_touch_each_other(plug_in: str, key: str) -> None:
    model, rng = random_fusion(key=key, plug_in=plug_in), np.random.default_rng(8)
    examples = [random_example(rng, name=f"q{i}") for i in range(3)]
    words = [random_words(rng, WORD_WIDTH) for _ in examples]
    together = model(collate(examples, words), torch.ones(3)).scores
    alone = [model(collate([e], [w]), torch.ones(1)).scores for e, w in zip(examples, words, strict=True)]
    torch.testing.assert_close(together, torch.cat(alone))
    backwards = model(collate(examples[::-1], words[::-1]), torch.ones(3)).scores
    torch.testing.assert_close(backwards, torch.cat(alone[::-1]))


@each_plug_in
def test_order_of_entities_facts_and_numbers_does_not_matter(plug_in: str) -> None:
    model, rng = random_fusion(plug_in=plug_in), np.random.default_rng(2)
    example, words = random_example(rng, num_entities=10), random_words(rng, WORD_WIDTH)
    place = rng.permutation(10)
    before = model(collate([example], [words]), torch.ones(1))
    moved = renumbered(example, place)
    order = rng.permutation(len(moved.number_entity))
    fields = ("number_entity", "number_relation", "low", "high", "value")
    mixed = dataclasses.replace(moved, **{name: getattr(moved, name)[order] for name in fields})
    after = model(collate([mixed], [words]), torch.ones(1))
    torch.testing.assert_close(after.scores[torch.from_numpy(place)], before.scores)


@each_plug_in
def test_only_the_order_of_the_numbers_matters(plug_in: str) -> None:
    model, (_, batch) = random_fusion(plug_in=plug_in), random_batch(3)
    ordinal = torch.ones(batch.num_questions)
    moved = dataclasses.replace(batch, low=5 * batch.low + 3, high=5 * batch.high + 3)
    before = model(batch, ordinal)
    torch.testing.assert_close(model(moved, ordinal).scores, before.scores)
    turned = dataclasses.replace(batch, low=-batch.high, high=-batch.low)
    assert not torch.allclose(model(turned, ordinal).scores, before.scores)


@each_plug_in
def test_the_numerical_reasoner_stays_frozen_and_the_rest_learns(plug_in: str) -> None:
    model = random_fusion(plug_in=plug_in).train()
    own = model.plug_in
    assert own is not None
    assert not own.numerical.training
    assert not any(parameter.requires_grad for parameter in own.numerical.parameters())
    _, batch = random_batch(3)
    output = model(batch, torch.ones(batch.num_questions))
    torch.autograd.backward(kl_loss(output.probabilities, batch) + output.penalty)
    assert all(parameter.grad is None for parameter in own.numerical.parameters())
    fresh = own.fresh_parameters()
    assert fresh
    learned = [p for p in fresh if p.grad is not None and bool(p.grad.abs().sum() > 0)]
    assert len(learned) > len(fresh) / 2  # the learned term of alpha starts as zeros
    assert any(p.grad is not None for p in model.basic.parameters())


@each_plug_in
def test_how_many_sets_are_embedded_together_does_not_matter(
    plug_in: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    model, (_, batch) = random_fusion(plug_in=plug_in), random_batch(3)
    ordinal = torch.ones(batch.num_questions)
    together = model(batch, ordinal).scores
    monkeypatch.setattr(plug_ins, "SETS_A_GROUP", 1)
    torch.testing.assert_close(model(batch, ordinal).scores, together)


@each_plug_in
def test_questions_without_numbers_are_answered_without(plug_in: str) -> None:
    rng = np.random.default_rng(5)
    lonely = without_numbers(random_example(rng))
    words = [random_words(rng, WORD_WIDTH) for _ in range(2)]
    model = random_model(plug_in=plug_in)
    alone = model(collate([lonely], words[:1]), torch.ones(1))
    torch.testing.assert_close(alone.probabilities, alone.basic.probabilities)
    both = model(collate([lonely, random_example(rng)], words), torch.ones(2))
    torch.testing.assert_close(both.scores[: len(alone.scores)], alone.scores)


@each_plug_in
@pytest.mark.parametrize("key", sorted(BasicReasoner.registry))
def test_serves_every_basic_reasoner(plug_in: str, key: str) -> None:
    _, batch = random_batch(3)
    output = random_fusion(key=key, plug_in=plug_in).train()(batch, torch.ones(batch.num_questions))
    assert output.scores.isfinite().all()
    assert not torch.allclose(output.probabilities, output.basic.probabilities)
    loss = kl_loss(output.probabilities, batch)
    torch.autograd.backward(loss)
    assert loss.isfinite()


def largest_number(rng: np.random.Generator) -> Example:
    """A question whose answer is the entity with the largest number, wherever its facts lead."""
    example = random_example(rng, num_entities=8, num_facts=30, num_numerical=1)
    ranked = example.number_entity[np.argsort(-example.low, kind="stable")]
    answers = np.zeros(8, dtype=bool)
    answers[ranked[ranked != 0][0]] = True  # entity 0 is the topic
    return dataclasses.replace(example, answers=answers, num_answers=1)


@cache
def largest_number_batches(number: int) -> list[Batch]:
    """Batches of such questions."""
    rng = np.random.default_rng(0)
    drawn = [[largest_number(rng) for _ in range(40)] for _ in range(number)]
    return [collate(examples, [random_words(rng, WORD_WIDTH) for _ in examples]) for examples in drawn]


@each_plug_in
def test_learns_what_basic_reasoning_cannot_know(plug_in: str) -> None:
    model, ordinal = random_model(plug_in=plug_in).train(), torch.ones(40)
    optimizer = torch.optim.Adam([*model.pretrained_parameters(), *model.fresh_parameters()], lr=0.02)
    *seen, unseen = largest_number_batches(9)
    for batch in 8 * seen:
        optimizer.zero_grad()
        torch.autograd.backward(kl_loss(model(batch, ordinal).probabilities, batch))
        optimizer.step()
    with torch.no_grad():
        output = model.eval()(unseen, ordinal)
    # One of seven by chance; numerical reasoning is not even pre-trained here.
    assert num_hits(output.probabilities, unseen) > 0.4 * unseen.num_questions
    assert num_hits(output.basic.probabilities, unseen) < 0.3 * unseen.num_questions


def test_without_a_plug_in_there_is_basic_reasoning() -> None:
    _, batch = random_batch(3)
    model = random_model(plug_in="none")
    output = model(batch, torch.ones(batch.num_questions))
    assert torch.equal(output.scores, output.basic.scores)
    torch.testing.assert_close(output.probabilities, output.basic.probabilities)
    assert torch.equal(output.relevance, batch.relevance)
    assert not [name for name, _ in model.named_parameters() if not name.startswith("basic.")]


@each_plug_in
def test_a_numerical_reasoner_that_is_not_frozen_is_fine_tuned(plug_in: str) -> None:
    model = random_fusion(plug_in=plug_in)
    frozen = {id(p) for p in model.pretrained_parameters() + model.fresh_parameters()}
    model.plug_in = random_plug_in(plug_in, model.basic.width, freeze_numbers=False)
    torch.nn.init.normal_(model.fresh_parameters()[-2])
    tuned = {id(p) for p in model.pretrained_parameters()}
    assert {id(p) for p in model.plug_in.numerical.parameters()} <= tuned
    assert not any(id(p) in frozen for p in model.plug_in.numerical.parameters())
    assert model.train().plug_in is not None
    assert model.plug_in.numerical.training
    _, batch = random_batch(3)
    probabilities = model(batch, torch.ones(batch.num_questions)).probabilities
    torch.autograd.backward(kl_loss(probabilities, batch))
    assert any(p.grad is not None for p in model.plug_in.numerical.parameters())
