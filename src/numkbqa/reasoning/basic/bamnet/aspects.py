"""What BAMnet's memory holds of a candidate: its type, the path that leads to it, and its context."""

import torch
from torch import Tensor, nn

from numkbqa.reasoning.basic.bamnet.settings import BAMnetSettings
from numkbqa.reasoning.basic.base import GraphVocabulary
from numkbqa.reasoning.basic.relation_features import RelationFeatures, entities_by_relations
from numkbqa.reasoning.dropout import PooledDropout
from numkbqa.reasoning.facts import facts_by_row
from numkbqa.reasoning.message_passing import sum_of_facts, sum_of_neighbours
from numkbqa.reasoning.segments import segment_sum
from numkbqa.retrieval.batch import Batch

ASPECTS = 3


class Aspects(nn.Module):
    """Type, path and context of every entity.

    - The type is what the relations of an entity's facts say of it.
    - The path is the mean of the relations of the shortest paths from a topic; each place on a path has a
      layer of its own, so that the order of relations counts. Where several facts come last, each counts the
      same, however many paths lead to its head.
    - The context is the mean type of an entity's neighbours, and a mark for each fact from a topic, which is
      the neighbour that the question is known to share words with.

    Args:
        settings: widths, longest path, dropout.
        vocabulary: relation vectors of the graph.
    """

    def __init__(self, settings: BAMnetSettings, vocabulary: GraphVocabulary) -> None:
        super().__init__()
        width = settings.width
        self.kind = settings.type_layer
        self.relations = RelationFeatures(
            settings.relation_features, vocabulary, width=width, table_width=settings.relation_width
        )
        self.type_layer = nn.Linear(width, width)
        self.path_layers = nn.ModuleList(nn.Linear(width, width) for _ in range(settings.path_length))
        self.mention = nn.Parameter(torch.randn(width) / width**0.5)
        self.dropout = PooledDropout(settings.answer_dropout)

    def forward(self, batch: Batch) -> tuple[Tensor, ...]:
        """Describe all entities.

        Args:
            batch: the batch.

        Returns:
            Type, path and context, each of shape (num_entities, width).
        """
        relations = self.dropout(self.relations())
        types = entities_by_relations(self.type_layer, relations, batch, self.kind)
        return types, self._path(relations, batch), self._context(types, batch)

    def _path(self, relations: Tensor, batch: Batch) -> Tensor:
        """Mean relation of the shortest paths to each entity; zero where none is short enough."""
        level = distances(len(self.path_layers), batch)
        of_head, of_tail = (level.index_select(0, end) for end in (batch.head, batch.tail))
        on_path = ((of_tail > 0) & (of_head == of_tail - 1)).nonzero().squeeze(-1)
        every = (batch.head, batch.tail, batch.fact_pair, of_tail)
        head, tail, pair, last_place = (of_facts.index_select(0, on_path) for of_facts in every)
        size = batch.num_entities
        share = 1.0 / torch.bincount(tail, minlength=size).index_select(0, tail).to(relations.dtype)
        rows = torch.cat([layer(relations) for layer in self.path_layers])
        row = (last_place - 1) * len(relations) + batch.pair_relation.index_select(0, pair)
        last = facts_by_row(head, row, tail, num_rows=len(rows), num_entities=size)
        path = sum_of_facts(rows, share, last)
        for place in range(2, len(self.path_layers) + 1):
            here = (last_place == place).nonzero().squeeze(-1)
            before = facts_by_row(head[here], head[here], tail[here], num_rows=size, num_entities=size)
            path = path + sum_of_facts(path, share[here], before)
        return path / level.clamp_min(1).unsqueeze(-1)

    def _context(self, types: Tensor, batch: Batch) -> Tensor:
        degree = batch.tail_offsets.diff()
        mean = sum_of_neighbours(types, batch) / degree.clamp_min(1).unsqueeze(-1)
        topics = batch.topics.to(types.dtype).index_select(0, batch.head)
        mentions = segment_sum(topics, batch.tail, batch.num_entities)
        return mean + mentions.unsqueeze(-1) * self.mention


def distances(longest: int, batch: Batch) -> Tensor:
    """How many facts each entity is away from the nearest topic.

    Args:
        longest: how far to look.
        batch: the batch.

    Returns:
        0 for topics, -1 for entities further than that, shape (num_entities,).
    """
    level = torch.where(batch.topics, 0, -1)
    for place in range(longest):
        reached = batch.tail.masked_select((level == place).index_select(0, batch.head))
        new = torch.zeros_like(batch.topics).index_fill(0, reached, True) & (level < 0)
        level = level.masked_fill(new, place + 1)
    return level
