"""GRAFT-Net (Sun et al., EMNLP 2018), its part without text: a GNN along which PageRank mass flows.

Formulas: docs/systems.md. What differs from the public code:

- A fact's vector is its relation's, out of text and table; the table is not pre-trained by TransE. An entity
  starts from the relations of its facts (NSM's type layer) in place of words and TransE: so it does for every
  entity of a graph, and for one that is added later.
- Inverse facts carry mass too, since a graph need not state both directions; `inverse_facts=false` leaves
  them out.
- T_l has no bias: in a sum over facts it would count as often as an entity has facts.
- Every topic entity starts with mass 1 and none is a candidate; the code masks whichever comes first.
- Words are those of the question's encoder, none is cut, and the question state ignores padding.
- The loss is chosen for all reasoners alike (`loss=bce` is GRAFT-Net's own, without a mean over padding).

A message depends on its relation and its head, so there is one row per distinct (head, relation), and only
for heads that mass has reached.
"""

from typing import ClassVar

import torch
from pydantic import Field
from torch import Tensor, nn
from torch.nn import functional

from numkbqa.config import Section
from numkbqa.reasoning.basic.base import BasicOutput, BasicReasoner, GraphVocabulary, distribution
from numkbqa.reasoning.basic.question_words import MASKED, read_words
from numkbqa.reasoning.basic.relation_features import (
    FeatureSource,
    RelationFeatures,
    TypeLayer,
    entities_by_relations,
)
from numkbqa.reasoning.dropout import PooledDropout
from numkbqa.reasoning.facts import Facts, every_fact, in_32_bits, some_facts
from numkbqa.reasoning.lanes import lane_generator
from numkbqa.reasoning.message_passing import WORTHWHILE, significant, sum_by_question
from numkbqa.reasoning.segments import Padding, segment_max, segment_sum
from numkbqa.reasoning.source_messages import Sources, distinct_sources, some_sources, sum_of_sources
from numkbqa.retrieval.batch import Batch

SMALLEST = 1e-10


class GraftNetSettings(Section):
    """Settings of GRAFT-Net; in brackets what its paper has for WebQSP where the default is another."""

    width: int = Field(64, ge=1)
    """Width of an entity vector [50]."""

    layers: int = Field(3, ge=1)
    """Number of graph layers."""

    pagerank_lambda: float = Field(0.8, ge=0.0, le=1.0)
    """Share of an entity's mass that comes along its facts; the rest stays where it was."""

    fact_scale: float = Field(3.0, ge=0.0)
    """Weight of an entity's facts beside its own vector."""

    relation_features: FeatureSource = "both"
    """Relation vectors: `text` projects the text's, `table` learns them, `both` adds the two."""

    relation_width: int = Field(200, ge=1)
    """Width of a learned relation vector before its projection."""

    type_layer: TypeLayer = "mean"
    """Whether an entity starts as the mean or the sum of its facts' relations."""

    inverse_facts: bool = True
    """Whether mass also flows against the direction of a fact [false]."""

    fact_dropout: float = Field(0.1, ge=0.0, lt=1.0)
    """Share of the facts that a training step leaves out."""

    word_dropout: float = Field(0.3, ge=0.0, lt=1.0)
    """Dropout of the words that the LSTM reads."""

    linear_dropout: float = Field(0.2, ge=0.0, lt=1.0)
    """Dropout before linear layers."""


class GraftNet(BasicReasoner):
    """GRAFT-Net without text.

    Args:
        settings: see `GraftNetSettings`.
        vocabulary: relation vectors and widths of the graph.
    """

    key: ClassVar[str] = "graftnet"
    paper: ClassVar[str] = (
        "Sun et al., Open Domain Question Answering Using Early Fusion of Knowledge Bases and Text, "
        "EMNLP 2018"
    )
    settings_class: ClassVar[type[Section]] = GraftNetSettings
    relation_tables: ClassVar[tuple[str, ...]] = ("relations.table.weight",)

    def __init__(self, settings: GraftNetSettings, vocabulary: GraphVocabulary) -> None:
        super().__init__()
        width = settings.width
        self.settings, self.width, self.num_relations = settings, width, vocabulary.num_relations
        self.relations = RelationFeatures(
            settings.relation_features, vocabulary, width=width, table_width=settings.relation_width
        )
        self.lstm = nn.LSTM(vocabulary.word_width, width, batch_first=True)
        self.type_layer = nn.Linear(width, width)
        self.dropout = PooledDropout(settings.linear_dropout)
        self.layers = nn.ModuleList(GraftNetLayer(settings, self.dropout) for _ in range(settings.layers))
        self.question_layers = nn.ModuleList(WeightedSum(width) for _ in range(settings.layers - 1))
        self.scorer = nn.Linear(width, 1)
        self.word_dropout = PooledDropout(settings.word_dropout)

    def forward(self, batch: Batch) -> BasicOutput:
        """Run all layers.

        Args:
            batch: the block-diagonal batch.

        Returns:
            Entity vectors (num_entities, width), scores and probabilities after the last layer, and each
            layer's PageRank mass as a distribution (num_layers, num_entities).
        """
        words, question = read_words(self.lstm, self.word_dropout(batch.words), batch.word_mask)
        relations = self.relations()
        features = relations.index_select(0, batch.pair_relation)
        entities = entities_by_relations(self.type_layer, relations, batch, self.settings.type_layer)
        sources = distinct_sources(self._facts(batch))
        share = shares(fact_attention(features, words, batch), sources, batch.num_entities)
        mass, steps = batch.topics.to(share.dtype), []
        for depth, layer in enumerate(self.layers):
            entities, joined, mass = layer(entities, question, mass, relations, share, sources, batch)
            if depth < len(self.question_layers):
                question = self.question_layers[depth](joined, mass, batch)
            steps.append(normalised(mass, batch))
        scores, allowed = self.score(self.dropout(entities)), ~batch.topics
        probabilities = distribution(scores, batch, allowed)
        return BasicOutput(entities, scores, allowed, probabilities, torch.stack(steps))

    def _facts(self, batch: Batch) -> Facts:
        """The facts along which mass flows."""
        facts, settings = in_32_bits(every_fact(batch)), self.settings
        if not settings.inverse_facts:
            facts = some_facts(facts, batch.pair_relation[facts.row] < self.num_relations)
        if self.training and settings.fact_dropout:
            device = facts.row.device
            drawn = torch.rand(len(facts.row), device=device, generator=lane_generator(device))
            facts = some_facts(facts, drawn >= settings.fact_dropout)
        return facts


class GraftNetLayer(nn.Module):
    """One layer l: what facts bring along, mass, entities.

    Args:
        settings: width, scale of facts, lambda.
        dropout: before linear layers; one for all, since its pool of masks is large.
    """

    def __init__(self, settings: GraftNetSettings, dropout: PooledDropout) -> None:
        super().__init__()
        width = settings.width
        self.fact_scale, self.pagerank_lambda = settings.fact_scale, settings.pagerank_lambda
        self.question_to_entity = nn.Linear(width, width)
        self.own = nn.Linear(width, width)
        self.head = nn.Linear(width, width)
        self.tail = nn.Linear(width, width, bias=False)
        self.entity = nn.Linear(3 * width, width)
        self.dropout = dropout

    def forward(
        self,
        entities: Tensor,
        question: Tensor,
        mass: Tensor,
        relations: Tensor,
        share: Tensor,
        sources: Sources,
        batch: Batch,
    ) -> tuple[Tensor, Tensor, Tensor]:
        """Update entities and mass.

        Args:
            entities: e, shape (num_entities, width).
            question: q, shape (num_questions, width).
            mass: m, shape (num_entities,).
            relations: rho, which are the fact vectors, shape (2 * num_relations, width).
            share: W / Z of each source, shape (num_sources,).
            sources: the facts by distinct (head, relation).
            batch: the batch.

        Returns:
            e after the layer; u, what it was made of, shape (num_entities, 3 * width); m after the layer.
        """
        sources, share = _with_mass(sources, share, mass)
        facts, flow = sources.facts, share * mass.index_select(0, sources.entity)
        heads = self.head(self.dropout(entities))
        own = self.own(relations).index_select(0, batch.pair_relation)
        mask = self.dropout.mask(heads, (len(flow), heads.shape[1]))
        arrived = self.tail(sum_of_sources(own, heads, flow, mask, sources))
        about = torch.relu(self.own(entities) + arrived)
        moved = segment_sum(flow.index_select(0, facts.row), facts.tail, batch.num_entities)
        mass = self.pagerank_lambda * moved + (1 - self.pagerank_lambda) * mass
        asked = self.question_to_entity(self.dropout(question)).index_select(0, batch.entity_question)
        joined = self.dropout(torch.cat([entities, asked, self.fact_scale * about], dim=-1))
        return torch.relu(self.entity(joined)), joined, mass


class WeightedSum(nn.Module):
    """The question from its entities: the sum of m_v (Q u_v); the linear layer is taken after the sum.

    Args:
        width: width of an entity vector.
    """

    def __init__(self, width: int) -> None:
        super().__init__()
        self.linear = nn.Linear(3 * width, width)

    def forward(self, joined: Tensor, mass: Tensor, batch: Batch) -> Tensor:
        """Sum up.

        Args:
            joined: u, shape (num_entities, 3 * width).
            mass: m, shape (num_entities,).
            batch: the batch.

        Returns:
            q, shape (num_questions, width).
        """
        pooled = sum_by_question(joined, mass, batch)
        total = segment_sum(mass, batch.entity_question, batch.num_questions)
        return functional.linear(pooled, self.linear.weight) + total.unsqueeze(-1) * self.linear.bias


def fact_attention(features: Tensor, words: Tensor, batch: Batch) -> Tensor:
    """W: how well a fact fits the question, by attention over the question's words.

    Args:
        features: fact vectors, shape (num_pairs, width).
        words: H, shape (num_questions, max_words, width).
        batch: the batch.

    Returns:
        Positive weights, the largest of a question 1, shape (num_pairs,).
    """
    question = batch.pair_question
    count = torch.bincount(question, minlength=batch.num_questions)
    padding = Padding.of(question, functional.pad(count.cumsum(0), (1, 0)))
    logits = padding.strip(padding.pad(features) @ words.transpose(1, 2)) / features.shape[1] ** 0.5
    logits = logits.masked_fill(~batch.word_mask.index_select(0, question), MASKED)
    weight = (logits.softmax(dim=-1) * logits).sum(dim=-1)  # the attended words times the fact's vector
    largest = segment_max(weight, question, batch.num_questions)
    attention: Tensor = (weight - largest.index_select(0, question)).exp()
    return attention


def shares(attention: Tensor, sources: Sources, num_entities: int) -> Tensor:
    """W / Z: the share of its head's mass that a fact carries to its tail.

    Args:
        attention: W, shape (num_pairs,).
        sources: the facts by distinct (head, relation).
        num_entities: number of entities.

    Returns:
        Shape (num_sources,).
    """
    weight, facts = attention.index_select(0, sources.pair), sources.facts
    count = torch.bincount(facts.row, minlength=len(weight))
    total = segment_sum(weight * count, sources.entity, num_entities)
    return weight / total.clamp_min(SMALLEST).index_select(0, sources.entity)


def _with_mass(sources: Sources, share: Tensor, mass: Tensor) -> tuple[Sources, Tensor]:
    """The sources whose head has mass, with their shares; all of them when that are most."""
    kept = significant(mass).index_select(0, sources.entity)
    if int(kept.sum()) > WORTHWHILE * len(kept):
        return sources, share
    return some_sources(sources, kept), share.masked_select(kept)


def normalised(mass: Tensor, batch: Batch) -> Tensor:
    """Mass as a distribution over the entities of each question, shape (num_entities,)."""
    total = segment_sum(mass, batch.entity_question, batch.num_questions)
    return mass / total.clamp_min(SMALLEST).index_select(0, batch.entity_question)
