"""The steps of NSM taken backwards: from the answers, by the last instruction first, towards the topics.

Formulas: docs/systems.md. A fact (h, r, t) carries its message from t to h, with the features of r itself.
"""

import torch
from torch import Tensor, nn

from numkbqa.reasoning.basic.base import distribution
from numkbqa.reasoning.basic.nsm import (
    NSMSettings,
    ReadQuestions,
    StepLayers,
    may_be_next,
    step_facts,
    take_step,
)
from numkbqa.reasoning.dropout import PooledDropout
from numkbqa.reasoning.gold import answer_in_graph, gold_distribution
from numkbqa.retrieval.batch import Batch


class BackwardLayers(nn.Module):
    """Layers and scorer of the backward steps.

    Args:
        settings: those of NSM.
    """

    def __init__(self, settings: NSMSettings) -> None:
        super().__init__()
        width = settings.width
        self.settings = settings
        self.relation_layers = nn.ModuleList(nn.Linear(width, width) for _ in range(settings.steps))
        self.entity_layers = nn.ModuleList(nn.Linear(2 * width, width) for _ in range(settings.steps))
        self.scorer = nn.Linear(width, 1)
        self.dropout = PooledDropout(settings.linear_dropout)


def undo_steps(layers: StepLayers, asked: ReadQuestions, entities: Tensor, batch: Batch) -> Tensor:
    """Undo all steps, from the gold answers on.

    Args:
        layers: layers of the backward steps.
        asked: instructions and relation vectors; the last instruction is undone first.
        entities: entity vectors to start from, shape (num_entities, width).
        batch: the batch with its gold answers; topics may be next, unlike forwards.

    Returns:
        b_0..b_{n-1}: the distribution after undoing steps n..k+1, shape (num_steps, num_entities); zeros for
        a question without an answer in its subgraph.
    """
    settings, known, undone = layers.settings, answer_in_graph(batch), []
    num_relations = len(asked.relations) // 2
    carried, prior = step_facts(settings, batch, num_relations, backwards=True), gold_distribution(batch)
    for k in reversed(range(settings.steps)):
        entities, scores = take_step(layers, k, entities, prior, asked, carried)
        prior = distribution(scores, batch, known & may_be_next(settings, prior, carried.facts))
        undone.append(prior)
    return torch.stack(undone[::-1])
