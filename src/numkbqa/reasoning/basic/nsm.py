"""Neural State Machine (He et al., WSDM 2021): instructions from the question, steps over the graph.

Formulas: PEERS section 1.1. What differs from the public code, each with a switch or a reason:
the question state ignores padding (PEERS 17); a question with no reachable candidate gets zeros instead of a
silent uniform distribution; relation features may come from the relation's text.
"""

from typing import ClassVar

import torch
from pydantic import Field
from torch import Tensor, nn

from numkbqa.config import Section
from numkbqa.reasoning.basic.base import BasicOutput, BasicReasoner, GraphVocabulary, distribution, reached
from numkbqa.reasoning.basic.question_words import attend, read_words
from numkbqa.reasoning.basic.relation_features import (
    FeatureSource,
    RelationFeatures,
    TypeLayer,
    entities_by_relations,
)
from numkbqa.reasoning.dropout import PooledDropout
from numkbqa.reasoning.message_passing import every_fact, sum_at_tails
from numkbqa.retrieval.batch import Batch


class NSMSettings(Section):
    """Settings of NSM; the defaults of its paper but for the relation features.

    `relation_features`: "table" learns one vector a relation as the public code does, "text" projects the
    frozen text vector of the relation's words (the NT-NSM paper's initialisation), "both" adds the two.
    `type_layer`: "sum" as the public code, "mean" divides by the number of facts: hubs keep their scale.
    `self_loops`: every entity has one more fact to itself, so that a one-hop answer survives the later steps.
    """

    width: int = Field(64, ge=1)
    steps: int = Field(3, ge=1)
    relation_width: int = Field(200, ge=1)
    relation_features: FeatureSource = "both"
    type_layer: TypeLayer = "mean"
    word_dropout: float = Field(0.3, ge=0.0, lt=1.0)
    linear_dropout: float = Field(0.2, ge=0.0, lt=1.0)
    self_loops: bool = True
    require_reached: bool = True


class NSM(BasicReasoner):
    """Neural State Machine.

    Args:
        settings: see `NSMSettings`.
        vocabulary: relation vectors and widths of the graph.
    """

    key: ClassVar[str] = "nsm"
    paper: ClassVar[str] = (
        "He et al., Improving Multi-hop Knowledge Base Question Answering by Learning Intermediate "
        "Supervision Signals, WSDM 2021"
    )
    settings_class: ClassVar[type[Section]] = NSMSettings
    relation_tables: ClassVar[tuple[str, ...]] = ("relations.table.weight",)

    def __init__(self, settings: NSMSettings, vocabulary: GraphVocabulary) -> None:
        super().__init__()
        width = settings.width
        self.settings, self.width = settings, width
        self.relations = RelationFeatures(
            settings.relation_features,
            vocabulary,
            width=width,
            table_width=settings.relation_width,
            self_loop=True,
        )
        self.instructions = Instructions(settings, vocabulary.word_width)
        self.type_layer = nn.Linear(width, width)
        self.relation_layers = nn.ModuleList(nn.Linear(width, width) for _ in range(settings.steps))
        self.entity_layers = nn.ModuleList(nn.Linear(2 * width, width) for _ in range(settings.steps))
        self.scorer = nn.Linear(width, 1)
        self.dropout = PooledDropout(settings.linear_dropout)

    def forward(self, batch: Batch) -> BasicOutput:
        """Run all reasoning steps.

        Args:
            batch: the block-diagonal batch.

        Returns:
            Entity vectors (num_entities, width), scores and probabilities of the last step, and the
            distributions of all steps (num_steps, num_entities).
        """
        instructions = self.instructions(batch)
        relations = self.relations()
        features, self_loop = relations[batch.pair_relation], relations[-1]
        entities = entities_by_relations(
            self.type_layer,
            relations[:-1],
            batch,
            self.settings.type_layer,
            self_loop if self.settings.self_loops else None,
        )
        prior, steps = batch.seed, []
        for step in range(self.settings.steps):
            neighbours = self._messages(step, prior, features, self_loop, instructions[step], batch)
            update = self.entity_layers[step](self.dropout(torch.cat([entities, neighbours], dim=-1)))
            entities = torch.relu(update)
            scores = self.score(self.dropout(entities))
            allowed = ~batch.topics
            if self.settings.require_reached:
                allowed = allowed & reached(prior, batch, self_loops=self.settings.self_loops)
            prior = distribution(scores, batch, allowed)
            steps.append(prior)
        return BasicOutput(entities, scores, allowed, prior, torch.stack(steps))

    def _messages(
        self, step: int, prior: Tensor, features: Tensor, self_loop: Tensor, instruction: Tensor, batch: Batch
    ) -> Tensor:
        """Messages per (question, relation), weighted by the heads' probabilities and summed at the tails."""
        layer = self.relation_layers[step]
        rows = torch.relu(layer(features) * instruction[batch.pair_question])
        neighbours = sum_at_tails(rows, prior, every_fact(batch))
        if self.settings.self_loops:
            own = torch.relu(layer(self_loop) * instruction)
            neighbours = neighbours + own[batch.entity_question] * prior.unsqueeze(-1)
        return neighbours


class Instructions(nn.Module):
    """Instruction vectors i_1..i_n by LSTM and attention over the question's words (PEERS 1.1).

    Args:
        settings: width, number of steps, dropouts.
        word_width: width of a word state.
    """

    def __init__(self, settings: NSMSettings, word_width: int) -> None:
        super().__init__()
        width = settings.width
        self.lstm = nn.LSTM(word_width, width, batch_first=True)
        self.question_layers = nn.ModuleList(nn.Linear(width, width) for _ in range(settings.steps))
        self.combine = nn.Linear(2 * width, width)
        self.attention = nn.Linear(width, 1)
        self.word_dropout = PooledDropout(settings.word_dropout)
        self.dropout = PooledDropout(settings.linear_dropout)

    def forward(self, batch: Batch) -> Tensor:
        """Make all instructions.

        Args:
            batch: question words (num_questions, max_words, word_width) and their mask.

        Returns:
            Instructions, shape (num_steps, num_questions, width).
        """
        words, question = read_words(self.lstm, self.word_dropout(batch.words), batch.word_mask)
        instruction, made = torch.zeros_like(question), []
        for layer in self.question_layers:
            own = layer(self.dropout(question))
            query = self.combine(self.dropout(torch.cat([instruction, own], dim=-1)))
            logits = self.attention(self.dropout(query.unsqueeze(1) * words)).squeeze(-1)
            instruction = attend(logits, words, batch.word_mask)
            made.append(instruction)
        return torch.stack(made)
