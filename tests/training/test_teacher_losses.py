"""Losses of teachers and of their student against the formulas, number by number."""

import math
from typing import Any

import numpy as np
import pytest
import torch
from torch import Tensor

from numkbqa.reasoning.basic import BasicOutput, GraphVocabulary, NSMSettings
from numkbqa.reasoning.teachers import Teacher, TeacherOutput, new_teacher
from numkbqa.retrieval.batch import Batch
from numkbqa.training.losses import kl_loss
from numkbqa.training.teacher_losses import (
    TeacherTrainingSettings,
    answer_f1,
    step_labels,
    step_loss,
    teacher_loss,
)
from tests.support.random_batch import random_batch
from tests.support.reasoners import RELATIONS, WORD_WIDTH, in_double

STEPS = 3
each_teacher = pytest.mark.parametrize("kind", ["hybrid", "parallel"])


def plain_kl(target: list[float], p: list[float]) -> float:
    return sum(y * (math.log(y) - math.log(q + 1e-8)) for y, q in zip(target, p, strict=True) if y > 0)


def plain_js(one: list[float], other: list[float]) -> float:
    mean = [(a + b) / 2 for a, b in zip(one, other, strict=True)]
    return (plain_kl(one, mean) + plain_kl(other, mean)) / 2


def some_batch() -> Batch:
    """Four questions, the second without an answer in its subgraph."""
    batch = in_double(random_batch(3)[1])
    batch.answers[batch.entity_question == 1] = 0.0
    return batch


def members(batch: Batch) -> list[list[int]]:
    owner = batch.entity_question.tolist()
    return [[v for v, q in enumerate(owner) if q == question] for question in range(batch.num_questions)]


def random_steps(batch: Batch, seed: int) -> Tensor:
    """A distribution a step over each question's entities, with zeros in it."""
    torch.manual_seed(seed)
    raw = torch.rand(STEPS, batch.num_entities, dtype=torch.float64).clamp_min(0.3) - 0.3
    total = torch.zeros(STEPS, batch.num_questions, dtype=torch.float64)
    total.index_add_(1, batch.entity_question, raw)
    return raw / total[:, batch.entity_question]


def said(batch: Batch, steps: Tensor) -> BasicOutput:
    nothing = torch.zeros(batch.num_entities, 1, dtype=torch.float64)
    return BasicOutput(nothing, nothing[:, 0], ~batch.topics, steps[-1], steps)


def at(step: Tensor, entities: list[int]) -> list[float]:
    return step[entities].tolist()


def test_the_loss_of_a_teacher_is_that_of_the_formulas() -> None:
    batch, settings = some_batch(), TeacherTrainingSettings(backward_weight=0.3, correspondence_weight=0.7)
    p, b = random_steps(batch, 0), random_steps(batch, 1) * (batch.entity_question != 1)
    expected = 0.0
    for entities in members(batch):
        gold = at(batch.answers, entities)
        if sum(gold) == 0:
            continue
        expected += plain_kl([y / sum(gold) for y in gold], at(p[-1], entities))
        expected += 0.3 * plain_kl(at(batch.seed, entities), at(b[0], entities))
        expected += 0.7 * sum(plain_js(at(p[k], entities), at(b[k + 1], entities)) for k in range(STEPS - 1))
    own = teacher_loss(TeacherOutput(said(batch, p), b), batch, settings, "kl")
    assert abs(float(own) - expected / batch.num_questions) < 1e-9


def test_the_loss_of_a_student_is_that_of_the_formulas() -> None:
    batch = some_batch()
    p, b, own = (random_steps(batch, seed) for seed in range(3))
    labels = step_labels(TeacherOutput(said(batch, p), b), batch, 0.0)
    expected = 0.0
    for q, entities in enumerate(members(batch)):
        for k in range(STEPS - 1):
            mean = [(x + y) / 2 for x, y in zip(at(p[k], entities), at(b[k + 1], entities), strict=True)]
            assert q == 1 or at(labels[k], entities) == pytest.approx(mean, abs=1e-12)
            expected += 0.0 if q == 1 else plain_kl(mean, at(own[k], entities))
    found = float(step_loss(said(batch, own), labels, batch))
    assert abs(found - expected / batch.num_questions) < 1e-9


def test_the_f1_of_a_teacher_is_counted_by_hand() -> None:
    batch = some_batch()
    p, f1 = torch.zeros(batch.num_entities, dtype=torch.float64), []
    batch.answers.zero_()
    for q, (entities, gold, mass) in enumerate(
        zip(
            members(batch),
            ([1, 2], [1], [1, 2], [3]),
            ([0.5, 0.47, 0.03], [0.4, 0.6], [1.0], [0.3, 0.3, 0.4]),
            strict=True,
        )
    ):
        batch.answers[[entities[i] for i in gold]] = 1.0
        p[[entities[i + 1] for i in range(len(mass))]] = torch.tensor(mass, dtype=torch.float64)
        f1.append([1.0, 0.0, 2 / 3, 1 / 2][q])
    steps = p.expand(STEPS, -1)
    output = said(batch, steps)
    assert answer_f1(output, batch).tolist() == pytest.approx(f1)
    taught = step_labels(TeacherOutput(output, steps), batch, 0.6)
    kept = [float(taught[:, entities].sum()) > 0 for entities in members(batch)]
    assert kept == [True, False, True, False]


def make_teacher(kind: str, **switches: Any) -> Teacher:
    torch.manual_seed(0)
    vectors = np.random.default_rng(0).standard_normal((RELATIONS, 7)).astype(np.float32)
    settings = NSMSettings.model_validate({"width": 8, "teacher": kind, **switches})
    return new_teacher(settings, GraphVocabulary(vectors, WORD_WIDTH)).eval()


@each_teacher
def test_gradients_are_those_of_finite_differences(kind: str) -> None:
    teacher, batch = make_teacher(kind, steps=2).double(), some_batch()
    parameters = dict(teacher.named_parameters())
    torch.manual_seed(3)
    directions = [{name: torch.randn_like(p) / 3 for name, p in parameters.items()} for _ in range(2)]
    settings = TeacherTrainingSettings(backward_weight=1.0, correspondence_weight=1.0)

    def moved(way: Tensor) -> Tensor:
        there = {
            name: p.detach() + sum(w * d[name] for w, d in zip(way, directions, strict=True))
            for name, p in parameters.items()
        }
        return teacher_loss(torch.func.functional_call(teacher, there, (batch,)), batch, settings, "kl")

    start = torch.zeros(len(directions), dtype=torch.float64, requires_grad=True)
    assert torch.autograd.gradcheck(moved, (start,), eps=1e-7, atol=1e-6)


@each_teacher
def test_every_parameter_learns_and_every_gradient_is_a_number(kind: str) -> None:
    teacher, batch = make_teacher(kind), random_batch(1, num_questions=6)[1]
    loss = teacher_loss(teacher(batch), batch, TeacherTrainingSettings(), "kl")
    torch.autograd.backward(loss)
    for name, parameter in teacher.named_parameters():
        assert parameter.grad is not None, name
        assert torch.isfinite(parameter.grad).all(), name
        assert float(parameter.grad.abs().sum()) > 0, name


@each_teacher
def test_a_batch_in_which_nothing_is_known_teaches_nothing(kind: str) -> None:
    teacher, batch = make_teacher(kind), random_batch(1)[1]
    batch.answers.zero_()
    loss = teacher_loss(teacher(batch), batch, TeacherTrainingSettings(), "kl")
    torch.autograd.backward(loss)
    assert float(loss.detach()) == 0.0
    assert all(p.grad is None or float(p.grad.abs().sum()) == 0.0 for p in teacher.parameters())


def test_a_teacher_of_one_step_has_nothing_between() -> None:
    teacher, batch = make_teacher("hybrid", steps=1), random_batch(1)[1]
    output = teacher(batch)
    labels = step_labels(output, batch, 0.0)
    assert labels.shape == (0, batch.num_entities)
    assert float(step_loss(output.ahead, labels, batch).detach()) == 0.0


@each_teacher
def test_both_ways_are_learned(kind: str) -> None:
    teacher = make_teacher(kind, width=16, word_dropout=0.0, linear_dropout=0.0).train()
    _, batch = random_batch(6, num_questions=3)
    settings = TeacherTrainingSettings()
    optimizer = torch.optim.Adam(teacher.parameters(), lr=0.005)
    for _ in range(200):
        optimizer.zero_grad()
        torch.autograd.backward(teacher_loss(teacher(batch), batch, settings, "kl"))
        optimizer.step()
    output = teacher.eval()(batch)
    assert float(kl_loss(output.ahead.probabilities, batch).detach()) < 0.1
    assert float(output.back[0].detach()[batch.topics].sum()) > 0.8 * len(batch.answers.nonzero())
