"""Vectors of relations, out of their text or learned, and what they say of the entities that have them."""

from typing import Literal

import torch
from torch import Tensor, nn

from numkbqa.reasoning.basic.base import GraphVocabulary
from numkbqa.reasoning.message_passing import sum_by_count
from numkbqa.retrieval.batch import Batch

FeatureSource = Literal["table", "text", "both"]
TypeLayer = Literal["sum", "mean"]


class RelationFeatures(nn.Module):
    """Vectors rho_r of all relations: forward ones, then the inverse ones, a self loop last if there is one.

    Args:
        source: "table" learns one vector a relation, "text" projects the frozen text vector of the
            relation's words, "both" adds the two.
        vocabulary: relation text vectors.
        width: width of rho_r.
        table_width: width of a learned vector before its projection.
        self_loop: whether there is one more relation that leads from every entity to itself.
    """

    text: Tensor

    def __init__(
        self,
        source: FeatureSource,
        vocabulary: GraphVocabulary,
        *,
        width: int,
        table_width: int,
        self_loop: bool = False,
    ) -> None:
        super().__init__()
        self.source, num_relations = source, vocabulary.num_relations
        self.register_buffer("text", torch.from_numpy(vocabulary.relation_vectors).clone(), persistent=False)
        if source != "text":
            self.table = nn.Embedding(2 * num_relations + int(self_loop), table_width)
            self.from_table = nn.Linear(table_width, width)
        if source != "table":
            text_width = vocabulary.relation_vectors.shape[1]
            self.forward_text = nn.Linear(text_width, width)
            self.inverse_text = nn.Linear(text_width, width)
            self.self_loop = nn.Parameter(torch.randn(1, width) / width**0.5) if self_loop else None

    def forward(self) -> Tensor:
        """Relation vectors, shape (2 * num_relations, width), and one row more with a self loop."""
        parts = []
        if self.source != "text":
            parts.append(self.from_table(self.table.weight))
        if self.source != "table":
            rows = [self.forward_text(self.text), self.inverse_text(self.text)]
            parts.append(torch.cat(rows if self.self_loop is None else [*rows, self.self_loop]))
        return torch.stack(parts).sum(dim=0)


def entities_by_relations(
    layer: nn.Linear,
    relations: Tensor,
    batch: Batch,
    kind: TypeLayer,
    self_loop: Tensor | None = None,
    *,
    inverse_facts: bool = True,
) -> Tensor:
    """NSM's type layer: an entity starts as the sum of its facts' relations, both ways (docs/systems.md).

    Every fact has its inverse in the batch, so what leaves an entity is known from what reaches it.

    Args:
        layer: T.
        relations: rho of forward relations, then of inverse ones, shape (2 * num_relations, width).
        batch: the graph.
        kind: "sum" as in NSM's code, or "mean", which divides by the number of facts.
        self_loop: rho of one more fact that every entity has, to itself; None for no such fact.
        inverse_facts: whether inverse facts count beside the forward ones.

    Returns:
        Entity vectors, shape (num_entities, width).
    """
    num_relations, ways = len(relations) // 2, 2 if inverse_facts else 1
    known = layer(relations)
    rows = known[:num_relations]
    if inverse_facts:
        rows = rows + known[num_relations:]
    total, degree = sum_by_count(rows, batch), ways * batch.tail_offsets.diff()
    if self_loop is not None:
        total, degree = total + 2 * layer(self_loop), degree + 2
    if kind == "mean":
        total = total / degree.clamp_min(1).unsqueeze(-1)
    return torch.relu(total)
