"""Both teachers against the formulas, and what must hold of any of them."""

import dataclasses
from typing import Any

import numpy as np
import pytest
import torch
from torch import Tensor

from numkbqa.reasoning.basic import GraphVocabulary, NSMSettings
from numkbqa.reasoning.teachers import HybridTeacher, ParallelTeacher, Teacher, new_teacher, starts_trained
from numkbqa.reasoning.teachers.teachers import TEACHERS
from numkbqa.retrieval.batch import Batch, collate
from tests.support.plain_nsm import plain_backward, plain_forward, plain_start
from tests.support.random_batch import random_batch, random_example, random_words
from tests.support.reasoners import RELATIONS, WORD_WIDTH, in_double, plain_questions, renumbered

each_teacher = pytest.mark.parametrize("kind", sorted(TEACHERS))

SWITCHES: list[dict[str, Any]] = [
    {},
    {"self_loops": False, "relation_features": "table"},
    {"inverse_facts": False, "type_layer": "sum"},
    {"require_reached": False, "type_layer": "none"},
    {"steps": 1},
]


def make_teacher(kind: str, **switches: Any) -> Teacher:
    """A fresh teacher for batches of `random_batch`, in evaluation mode."""
    torch.manual_seed(0)
    vectors = np.random.default_rng(0).standard_normal((RELATIONS, 7)).astype(np.float32)
    settings = NSMSettings.model_validate({"width": 8, "teacher": kind, **switches})
    return new_teacher(settings, GraphVocabulary(vectors, WORD_WIDTH)).eval()


def plain_back(teacher: Teacher, batch: Batch) -> Tensor:
    """b_0..b_{n-1} by the formulas, shape (num_steps, num_entities)."""
    if isinstance(teacher, HybridTeacher):
        starts = [run.entities for run in plain_forward(teacher.reasoner, batch)]
        undone = plain_backward(teacher.back_layers, teacher.reasoner, batch, starts)
    else:
        assert isinstance(teacher, ParallelTeacher)
        starts = [plain_start(teacher.second, question) for question in plain_questions(batch)]
        undone = plain_backward(teacher.second, teacher.second, batch, starts)
    rows = [
        torch.stack([p for question in undone for _, p in sorted(question[k].items())])
        for k in range(teacher.reasoner.settings.steps)
    ]
    return torch.stack(rows)


@each_teacher
@pytest.mark.parametrize("switches", SWITCHES, ids=str)
@torch.no_grad()
def test_equals_the_formulas_written_plainly(kind: str, switches: dict[str, Any]) -> None:
    teacher = make_teacher(kind, **switches).double()
    batch = in_double(random_batch(3)[1])
    output = teacher(batch)
    torch.testing.assert_close(output.back, plain_back(teacher, batch), atol=1e-9, rtol=0)
    ahead = teacher.reasoner(batch)
    torch.testing.assert_close(output.ahead.steps, ahead.steps)
    torch.testing.assert_close(output.ahead.scores, ahead.scores)


@each_teacher
def test_back_at_the_start_a_topic_may_be_found_as_forwards_it_may_not(kind: str) -> None:
    _, batch = random_batch(4)
    output = make_teacher(kind)(batch)
    found = output.back[0].detach()[batch.topics]
    assert float(found.sum()) > 0
    sums = torch.zeros(batch.num_questions).index_add_(0, batch.entity_question, output.back[0].detach())
    answers = torch.zeros(batch.num_questions).index_add_(0, batch.entity_question, batch.answers)
    torch.testing.assert_close(sums, (answers > 0).float())


@each_teacher
@pytest.mark.parametrize("require_reached", [True, False])
def test_a_question_without_an_answer_in_its_subgraph_is_not_undone(kind: str, require_reached: bool) -> None:
    _, batch = random_batch(4)
    lost = batch.entity_question == 1
    without = dataclasses.replace(batch, answers=batch.answers * ~lost)
    teacher = make_teacher(kind, require_reached=require_reached)
    back, before = teacher(without).back, teacher(batch).back
    assert float(back[:, lost].detach().abs().sum()) == 0.0
    torch.testing.assert_close(back[:, ~lost], before[:, ~lost])


@each_teacher
def test_questions_of_a_batch_do_not_touch_each_other(kind: str) -> None:
    teacher, rng = make_teacher(kind), np.random.default_rng(8)
    examples = [random_example(rng, name=f"q{i}") for i in range(3)]
    words = [random_words(rng, WORD_WIDTH) for _ in examples]
    together = teacher(collate(examples, words)).back
    alone = [teacher(collate([e], [w])).back for e, w in zip(examples, words, strict=True)]
    torch.testing.assert_close(together, torch.cat(alone, dim=1))
    backwards = teacher(collate(examples[::-1], words[::-1])).back
    torch.testing.assert_close(backwards, torch.cat(alone[::-1], dim=1))


@each_teacher
def test_order_of_entities_and_facts_does_not_matter(kind: str) -> None:
    teacher, rng = make_teacher(kind), np.random.default_rng(2)
    example, words = random_example(rng, num_entities=10), random_words(rng, WORD_WIDTH)
    place = rng.permutation(10)
    before = teacher(collate([example], [words])).back
    after = teacher(collate([renumbered(example, place)], [words])).back
    torch.testing.assert_close(after[:, torch.from_numpy(place)], before)


def test_a_hybrid_teacher_reads_once_and_a_parallel_one_twice() -> None:
    hybrid, parallel = make_teacher("hybrid"), make_teacher("parallel")
    assert sum(name.endswith("lstm.weight_ih_l0") for name, _ in hybrid.named_parameters()) == 1
    assert sum(name.endswith("lstm.weight_ih_l0") for name, _ in parallel.named_parameters()) == 2
    batch = random_batch(1)[1]
    torch.autograd.backward(hybrid(batch).back.square().sum())
    gradient = hybrid.get_parameter("reasoner.entity_layers.0.weight").grad
    assert gradient is not None
    assert float(gradient.abs().sum()) > 0  # the final vectors are not cut off


def test_a_hybrid_teacher_starts_as_a_trained_nsm() -> None:
    assert starts_trained(NSMSettings(teacher="hybrid"))
    assert not starts_trained(NSMSettings(teacher="parallel"))
