"""Neural State Machine (He et al., WSDM 2021): instructions from the question, steps over the graph.

Formulas: PEERS section 1.1. What differs from the public code, each with a switch or a reason:
the question state ignores padding (PEERS 17); a question with no reachable candidate gets zeros instead of a
silent uniform distribution; relation features may come from the relation's text.
"""

from typing import ClassVar, Literal

import torch
from pydantic import Field
from torch import Tensor, nn

from numkbqa.config import Section
from numkbqa.reasoning.basic.base import BasicOutput, BasicReasoner, GraphVocabulary, distribution, reached
from numkbqa.reasoning.dropout import PooledDropout
from numkbqa.reasoning.message_passing import sum_at_tails, sum_by_count
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
    relation_features: Literal["table", "text", "both"] = "both"
    type_layer: Literal["sum", "mean"] = "mean"
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
        self.settings, self.width, self.num_relations = settings, width, vocabulary.num_relations
        self.relations = RelationFeatures(settings, vocabulary)
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
        features = relations[batch.pair_relation]
        inverse = relations[(batch.pair_relation + self.num_relations) % (2 * self.num_relations)]
        entities = self._start(features, inverse, relations[-1], batch)
        prior, steps = batch.seed, []
        for step in range(self.settings.steps):
            neighbours = self._messages(step, prior, features, relations[-1], instructions[step], batch)
            update = self.entity_layers[step](self.dropout(torch.cat([entities, neighbours], dim=-1)))
            entities = torch.relu(update)
            scores = self.score(self.dropout(entities))
            allowed = ~batch.topics
            if self.settings.require_reached:
                allowed = allowed & reached(prior, batch, self_loops=self.settings.self_loops)
            prior = distribution(scores, batch, allowed)
            steps.append(prior)
        return BasicOutput(entities, scores, allowed, prior, torch.stack(steps))

    def _start(self, features: Tensor, inverse: Tensor, self_loop: Tensor, batch: Batch) -> Tensor:
        """The type layer: an entity starts as the sum of its facts' relations, both directions.

        Every fact has its inverse in the batch, so what leaves an entity is known from what reaches it.
        """
        rows = self.type_layer(features) + self.type_layer(inverse)
        total, degree = sum_by_count(rows, batch), 2 * batch.tail_offsets.diff()
        if self.settings.self_loops:
            total, degree = total + 2 * self.type_layer(self_loop), degree + 2
        if self.settings.type_layer == "mean":
            total = total / degree.clamp_min(1).unsqueeze(-1)
        return torch.relu(total)

    def _messages(
        self, step: int, prior: Tensor, features: Tensor, self_loop: Tensor, instruction: Tensor, batch: Batch
    ) -> Tensor:
        """Messages per (question, relation), weighted by the heads' probabilities and summed at the tails."""
        layer = self.relation_layers[step]
        rows = torch.relu(layer(features) * instruction[batch.pair_question])
        neighbours = sum_at_tails(rows, prior, batch)
        if self.settings.self_loops:
            own = torch.relu(layer(self_loop) * instruction)
            neighbours = neighbours + own[batch.entity_question] * prior.unsqueeze(-1)
        return neighbours


class RelationFeatures(nn.Module):
    """Vectors rho_r of all relations: forward ones, then the inverse ones, the self loop last.

    Args:
        settings: `relation_features` decides whether text, a learned table or both make the vectors.
        vocabulary: relation text vectors.
    """

    text: Tensor

    def __init__(self, settings: NSMSettings, vocabulary: GraphVocabulary) -> None:
        super().__init__()
        self.source = settings.relation_features
        self.register_buffer("text", torch.from_numpy(vocabulary.relation_vectors).clone())
        if self.source != "text":
            self.table = nn.Embedding(2 * vocabulary.num_relations + 1, settings.relation_width)
            self.from_table = nn.Linear(settings.relation_width, settings.width)
        if self.source != "table":
            text_width = vocabulary.relation_vectors.shape[1]
            self.forward_text = nn.Linear(text_width, settings.width)
            self.inverse_text = nn.Linear(text_width, settings.width)
            self.self_loop = nn.Parameter(torch.randn(1, settings.width) / settings.width**0.5)

    def forward(self) -> Tensor:
        """Relation vectors, shape (2 * num_relations + 1, width)."""
        parts = []
        if self.source != "text":
            parts.append(self.from_table(self.table.weight))
        if self.source != "table":
            both = (self.forward_text(self.text), self.inverse_text(self.text))
            parts.append(torch.cat([*both, self.self_loop]))
        return torch.stack(parts).sum(dim=0)


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
        words, _ = self.lstm(self.word_dropout(batch.words))
        last = batch.word_mask.sum(dim=1).sub(1).clamp_min(0)
        question = words[torch.arange(len(words), device=words.device), last]
        instruction, made = torch.zeros_like(question), []
        for layer in self.question_layers:
            own = layer(self.dropout(question))
            query = self.combine(self.dropout(torch.cat([instruction, own], dim=-1)))
            weight = self.attention(self.dropout(query.unsqueeze(1) * words)).squeeze(-1)
            weight = weight.masked_fill(~batch.word_mask, -1e11).softmax(dim=-1)
            instruction = (weight.unsqueeze(-1) * words).sum(dim=1)
            made.append(instruction)
        return torch.stack(made)
