import numpy as np
import pytest
import torch
from torch import nn

from numkbqa.reasoning.basic import GraphVocabulary
from numkbqa.reasoning.basic.relation_features import FeatureSource, RelationFeatures, entities_by_relations
from tests.support.random_batch import random_batch
from tests.support.reasoners import in_double, plain_questions, plain_start

TEXT = np.random.default_rng(0).standard_normal((3, 7)).astype(np.float32)


@pytest.mark.parametrize("self_loop", [True, False])
@pytest.mark.parametrize("source", ["text", "table", "both"])
def test_there_is_one_vector_a_relation_and_direction(source: FeatureSource, self_loop: bool) -> None:
    made = RelationFeatures(source, GraphVocabulary(TEXT, 5), width=4, table_width=6, self_loop=self_loop)
    vectors = made()
    assert vectors.shape == (6 + self_loop, 4)
    expected = torch.zeros(6, 4)
    if source != "table":
        text = torch.from_numpy(TEXT)
        expected = expected + torch.cat([made.forward_text(text), made.inverse_text(text)])
    if source != "text":
        expected = expected + made.from_table(made.table.weight[:6])
    torch.testing.assert_close(vectors[:6], expected)


@pytest.mark.parametrize("kind", ["sum", "mean"])
@torch.no_grad()
def test_an_entity_starts_from_the_relations_of_its_facts(kind: str) -> None:
    batch = in_double(random_batch(1)[1])
    torch.manual_seed(0)
    layer, relations = nn.Linear(4, 6).double(), torch.randn(10, 4, dtype=torch.float64)
    started = entities_by_relations(layer, relations, batch, "sum" if kind == "sum" else "mean")
    for question in plain_questions(batch):
        for v in question.entities:
            torch.testing.assert_close(started[v], plain_start(layer, relations, question, v, kind))


@torch.no_grad()
def test_a_self_loop_counts_at_both_ends() -> None:
    batch = in_double(random_batch(1)[1])
    layer, loop = nn.Linear(4, 6).double(), torch.randn(4, dtype=torch.float64)
    nothing = torch.zeros(10, 4, dtype=torch.float64)
    nn.init.zeros_(layer.bias)
    started = entities_by_relations(layer, nothing, batch, "sum", loop)
    torch.testing.assert_close(started, torch.relu(2 * layer(loop)).expand(batch.num_entities, -1))
