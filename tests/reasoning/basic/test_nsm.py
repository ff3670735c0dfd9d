import dataclasses
from typing import Any

import numpy as np
import pytest
import torch
from torch import Tensor

from numkbqa.reasoning.basic import NSM
from numkbqa.retrieval.batch import collate
from tests.support.plain_nsm import plain_forward
from tests.support.random_batch import random_batch, random_example, random_words
from tests.support.reasoners import RELATIONS, WORD_WIDTH, in_double, make_reasoner


def make(**settings: Any) -> NSM:
    model = make_reasoner("nsm", **settings)
    assert isinstance(model, NSM)
    return model


SWITCHES: list[dict[str, Any]] = [
    {"relation_features": features, "type_layer": type_layer, "self_loops": self_loops}
    for features in ("table", "text", "both")
    for type_layer in ("sum", "mean")
    for self_loops in (True, False)
]
SWITCHES += [{"type_layer": "none"}, {"require_reached": False}, {"steps": 1}]
SWITCHES += [
    {"inverse_facts": False, "type_layer": type_layer, "self_loops": self_loops}
    for type_layer in ("sum", "mean")
    for self_loops in (True, False)
]


@pytest.mark.parametrize("switches", SWITCHES, ids=str)
def test_equals_the_formulas_written_plainly(switches: dict[str, Any]) -> None:
    model = make(**switches).double()
    batch = in_double(random_batch(3)[1])
    with torch.no_grad():
        runs, output = plain_forward(model, batch), model(batch)
    for k, p in enumerate(output.steps):
        torch.testing.assert_close(p, flat([run.steps[k] for run in runs]), atol=1e-9, rtol=0)
    assert torch.equal(output.probabilities, output.steps[-1])
    torch.testing.assert_close(output.entities, flat([run.entities for run in runs]), atol=1e-9, rtol=0)


def flat(by_entity: list[dict[int, Tensor]]) -> Tensor:
    """What belongs to the entities of all questions, in their order."""
    return torch.stack([value for one in by_entity for _, value in sorted(one.items())]).double()


def test_without_inverse_facts_nothing_runs_against_a_fact() -> None:
    batch = in_double(random_batch(3)[1])
    model = make(inverse_facts=False, self_loops=False, steps=1).double()
    forward = batch.pair_relation[batch.fact_pair] < RELATIONS
    expected = torch.zeros(batch.num_entities, dtype=torch.bool)
    expected[batch.tail[forward & batch.topics[batch.head]]] = True
    assert torch.equal(model(batch).allowed, expected & ~batch.topics)


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
