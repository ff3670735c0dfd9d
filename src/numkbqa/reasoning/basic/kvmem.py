"""KV-Mem (Miller et al., EMNLP 2016): a question reads a memory of facts, hop after hop.

Formulas: docs/systems.md. A fact (h, r, t) is a slot with key "h r" and value "t", its inverse another one.
What is open for reasoning over G_q, and what differs from the public code:

- The memory is the facts of G_q, all of them: retrieval chooses the slots, in place of an index of key words.
- Answers are the entities of G_q, scored by their value vector times the last query, in place of a classifier
  over the answers seen in training. The scorer weighs that product by place and starts as the plain sum.
- The vector of an entity is a name and a description. The description is made of the relations of its facts
  (NSM's type layer). A name serves to be found again, so it is taken as a code orthogonal to all others: its
  product with a query is the weight that the name has in it, a number per entity, and no name is embedded.
  The question names its topic entities; whatever a hop reads adds the names of its values.
- The layer L_i of a hop multiplies the part of the names by a learned number.
- The question is the mean of its words, projected; the softmax is over real slots alone, never over padding.

Everything per fact is one number, its logit; vectors are per entity and per (question, relation).
"""

from typing import ClassVar

import torch
from pydantic import Field
from torch import Tensor, nn

from numkbqa.config import Section
from numkbqa.reasoning.basic.base import (
    BasicOutput,
    BasicReasoner,
    GraphVocabulary,
    distribution,
    plain_sum,
)
from numkbqa.reasoning.basic.question_words import mean_state
from numkbqa.reasoning.basic.relation_features import (
    FeatureSource,
    RelationFeatures,
    TypeLayer,
    entities_by_relations,
)
from numkbqa.reasoning.dropout import PooledDropout
from numkbqa.reasoning.message_passing import sum_by_question
from numkbqa.reasoning.segments import block_softmax, segment_sum
from numkbqa.retrieval.batch import Batch

NAME_MATCH = 5.0
"""What a name in the query adds to the logit of its slots at first: topics stand out among many facts."""


class KVMemSettings(Section):
    """Settings of KV-Mem; in brackets what its code has where the default is another."""

    width: int = Field(64, ge=1)
    """Width of keys, values and queries [300]."""

    hops: int = Field(3, ge=1)
    """How often the memory is read."""

    relation_features: FeatureSource = "text"
    """Relation vectors: `text` projects the text's, `table` learns them, `both` adds the two."""

    relation_width: int = Field(200, ge=1)
    """Width of a learned relation vector before its projection."""

    type_layer: TypeLayer = "mean"
    """Whether an entity is described by the mean or the sum of its facts' relations."""

    word_dropout: float = Field(0.3, ge=0.0, lt=1.0)
    """Dropout of the question's words [0]."""


class KVMem(BasicReasoner):
    """Key-value memory network over the facts of G_q.

    Args:
        settings: see `KVMemSettings`.
        vocabulary: relation vectors and widths of the graph.
    """

    key: ClassVar[str] = "kvmem"
    paper: ClassVar[str] = (
        "Miller et al., Key-Value Memory Networks for Directly Reading Documents, EMNLP 2016"
    )
    settings_class: ClassVar[type[Section]] = KVMemSettings
    relation_tables: ClassVar[tuple[str, ...]] = ("relations.table.weight",)

    def __init__(self, settings: KVMemSettings, vocabulary: GraphVocabulary) -> None:
        super().__init__()
        width = settings.width
        self.settings, self.width = settings, width
        self.relations = RelationFeatures(
            settings.relation_features, vocabulary, width=width, table_width=settings.relation_width
        )
        self.question = nn.Linear(vocabulary.word_width, width)
        self.type_layer = nn.Linear(width, width)
        self.hops = nn.ModuleList(nn.Linear(width, width) for _ in range(settings.hops))
        self.name_match = nn.Parameter(torch.tensor(NAME_MATCH))
        self.name_layers = nn.Parameter(torch.ones(settings.hops))
        self.name_score = nn.Parameter(torch.full((width,), NAME_MATCH / width))
        self.scorer = plain_sum(width)
        self.dropout = PooledDropout(settings.word_dropout)

    def forward(self, batch: Batch) -> BasicOutput:
        """Read the memory `hops` times.

        Args:
            batch: the block-diagonal batch.

        Returns:
            Entity vectors times the last query (num_entities, width), scores and probabilities, and what each
            hop read, as a distribution over the entities (num_hops, num_entities).
        """
        query = self._question(batch)
        relations = self.relations()
        features = relations.index_select(0, batch.pair_relation)
        entities = entities_by_relations(self.type_layer, relations, batch, self.settings.type_layer)
        names, steps = batch.seed, []
        for hop, layer in enumerate(self.hops):
            read = self._read(query, names, entities, features, batch)
            query = layer(query + sum_by_question(entities, read, batch))
            names = self.name_layers[hop] * (names + read)
            steps.append(read)
        asked = query.index_select(0, batch.entity_question)
        answers = entities * asked + names.unsqueeze(-1) * self.name_score
        scores, allowed = self.score(answers), ~batch.topics
        return BasicOutput(answers, scores, allowed, distribution(scores, batch, allowed), torch.stack(steps))

    def _question(self, batch: Batch) -> Tensor:
        words = self.question(self.dropout(batch.words))
        return mean_state(words, batch.word_mask)

    def _read(self, query: Tensor, names: Tensor, entities: Tensor, features: Tensor, batch: Batch) -> Tensor:
        """How much of each entity a hop reads: the attention of all slots whose value it is.

        Args:
            query: q without its names, shape (num_questions, width).
            names: weight of each entity's name in q, shape (num_entities,).
            entities: descriptions, shape (num_entities, width).
            features: rho of each pair's relation, shape (num_pairs, width).
            batch: the batch.

        Returns:
            Shape (num_entities,); the sum over a question is 1, or 0 without facts.
        """
        by_entity = query.index_select(0, batch.entity_question)
        by_pair = query.index_select(0, batch.pair_question)
        of_head = (entities * by_entity).sum(dim=-1) + self.name_match * names
        of_relation = (features * by_pair).sum(dim=-1)
        logits = of_head.index_select(0, batch.head) + of_relation.index_select(0, batch.fact_pair)
        question = batch.entity_question.index_select(0, batch.tail)  # facts lie question by question
        every = torch.ones_like(question, dtype=torch.bool)
        offsets = batch.tail_offsets.index_select(0, batch.entity_offsets)
        attention = block_softmax(logits, every, question, offsets)
        return segment_sum(attention, batch.tail, batch.num_entities)
