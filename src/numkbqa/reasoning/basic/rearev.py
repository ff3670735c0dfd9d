"""ReaRev (Mavromatis and Karypis, EMNLP 2022): several instructions at once, revised after each round.

Formulas: docs/systems.md. What differs from the public code:

- Pads are masked in the attention over words. The question vector is the mean of its word states, for a batch
  holds no start token; the default encoder was trained to be read by the mean.
- A relation's text vector is the mean over its words in place of an attention over them. Its words backwards
  have the same mean, so the inverse relation has a layer of its own; `relation_features=both` adds a table.
- The type layer takes the mean over an entity's facts; `type_layer=sum` is the code's.
- U_j [e; n+; n-] is taken apart: the part of the neighbours is applied to the messages, before they are
  summed. Without dropout this is the same; with it, a message is dropped for all entities that it reaches.
- No topic entity is a candidate, as in the code for all data sets but CWQ.

So one message per distinct (question, relation) and one sparse product of the width of an entity serve all
instructions and both directions.
"""

from dataclasses import dataclass
from typing import ClassVar

import torch
from pydantic import Field
from torch import Tensor, nn

from numkbqa.config import Section
from numkbqa.reasoning.basic.base import BasicOutput, BasicReasoner, GraphVocabulary, distribution
from numkbqa.reasoning.basic.question_words import attend, mean_state
from numkbqa.reasoning.basic.relation_features import (
    FeatureSource,
    RelationFeatures,
    TypeLayer,
    entities_by_relations,
)
from numkbqa.reasoning.dropout import PooledDropout
from numkbqa.reasoning.message_passing import sum_at_tails
from numkbqa.reasoning.relation_messages import Carried, carried_facts, relation_messages
from numkbqa.reasoning.segments import segment_sum
from numkbqa.retrieval.batch import Batch


class ReaRevSettings(Section):
    """Settings of ReaRev; in brackets what its paper has for WebQSP where the default is another."""

    width: int = Field(64, ge=1)
    """Width of an entity vector [50]."""

    instructions: int = Field(2, ge=1)
    """Number of instructions, K; the paper's for CWQ is 3."""

    layers: int = Field(2, ge=1)
    """Number of graph layers of a round, L; the paper's for CWQ is 3."""

    rounds: int = Field(3, ge=1)
    """Number of rounds, T, each with revised instructions; the paper's for CWQ is 2."""

    relation_features: FeatureSource = "text"
    """Relation vectors: `text` projects the text's, `table` learns them, `both` adds the two."""

    relation_width: int = Field(200, ge=1)
    """Width of a learned relation vector before its projection."""

    type_layer: TypeLayer = "mean"
    """Whether an entity starts as the mean or the sum of its facts' relations [sum]."""

    word_dropout: float = Field(0.3, ge=0.0, lt=1.0)
    """Dropout of the question's words."""

    linear_dropout: float = Field(0.2, ge=0.0, lt=1.0)
    """Dropout before linear layers."""


class ReaRev(BasicReasoner):
    """ReaRev.

    Args:
        settings: see `ReaRevSettings`.
        vocabulary: relation vectors and widths of the graph.
    """

    key: ClassVar[str] = "rearev"
    paper: ClassVar[str] = (
        "Mavromatis and Karypis, ReaRev: Adaptive Reasoning for Question Answering over Knowledge Graphs, "
        "Findings of EMNLP 2022"
    )
    settings_class: ClassVar[type[Section]] = ReaRevSettings
    relation_tables: ClassVar[tuple[str, ...]] = ("relations.table.weight",)

    def __init__(self, settings: ReaRevSettings, vocabulary: GraphVocabulary) -> None:
        super().__init__()
        width = settings.width
        self.settings, self.width, self.num_relations = settings, width, vocabulary.num_relations
        self.relations = RelationFeatures(
            settings.relation_features, vocabulary, width=width, table_width=settings.relation_width
        )
        self.instructions = ParallelInstructions(settings, vocabulary.word_width)
        self.type_layer = nn.Linear(width, width)
        self.dropout = PooledDropout(settings.linear_dropout)
        self.layers = nn.ModuleList(ReaRevLayer(settings, self.dropout) for _ in range(settings.layers))
        revisions = settings.instructions if settings.rounds > 1 else 0
        self.revisions = nn.ModuleList(Revision(width) for _ in range(revisions))
        self.scorer = nn.Linear(width, 1)

    def forward(self, batch: Batch) -> BasicOutput:
        """Run all rounds.

        Args:
            batch: the block-diagonal batch.

        Returns:
            Entity vectors (num_entities, width), scores and probabilities of the last round, and the
            distribution after each layer of each round (num_rounds * num_layers, num_entities).
        """
        instructions, relations = self.instructions(batch), self.relations()
        allowed, ways = ~batch.topics, Ways.of(batch, self.num_relations)
        entities = entities_by_relations(self.type_layer, relations, batch, self.settings.type_layer)
        steps = []
        for number in range(self.settings.rounds):
            if number:
                instructions = self._revised(instructions, entities, batch)
            prior = batch.seed  # every round starts at the topics again, but keeps the entity vectors
            for layer in self.layers:
                entities = layer(entities, prior, relations, instructions, ways)
                scores = self.score(self.dropout(entities))
                prior = distribution(scores, batch, allowed)
                steps.append(prior)
        return BasicOutput(entities, scores, allowed, prior, torch.stack(steps))

    def _revised(self, instructions: Tensor, entities: Tensor, batch: Batch) -> Tensor:
        """Instructions after a round, by what became of the topic entities."""
        topics = batch.topics.nonzero().squeeze(-1)
        question = batch.entity_question.index_select(0, topics)
        found = segment_sum(entities.index_select(0, topics), question, batch.num_questions)
        revised = [revise(instructions[k], found) for k, revise in enumerate(self.revisions)]
        return torch.stack(revised)


@dataclass(frozen=True, slots=True)
class Ways:
    """Facts of both directions, and which pair has which: each direction has a layer of its own.

    Args:
        carried: the facts; a row is a pair.
        pairs: the forward pairs and the inverse ones, ascending.
        place: place of each pair when the inverse ones come after all forward ones, shape (num_pairs,).
    """

    carried: Carried
    pairs: tuple[Tensor, Tensor]
    place: Tensor

    @classmethod
    def of(cls, batch: Batch, num_relations: int) -> "Ways":
        """The facts of a batch of a graph with `num_relations` relations, inverse ones not counted."""
        carried = carried_facts(batch, num_relations, inverse_facts=True, self_loops=False)
        inverse = carried.relation >= num_relations
        pairs = ((~inverse).nonzero().squeeze(-1), inverse.nonzero().squeeze(-1))
        return cls(carried, pairs, torch.argsort(torch.cat(pairs)))


class ReaRevLayer(nn.Module):
    """One graph layer j: messages of all instructions, both directions.

    Args:
        settings: width and number of instructions.
        dropout: before linear layers; one for all, since its pool of masks is large.
    """

    def __init__(self, settings: ReaRevSettings, dropout: PooledDropout) -> None:
        super().__init__()
        width, all_messages = settings.width, settings.instructions * settings.width
        self.relation = nn.Linear(width, width)
        self.entity = nn.Linear(width, width)
        self.forward_messages = nn.Linear(all_messages, width, bias=False)
        self.inverse_messages = nn.Linear(all_messages, width, bias=False)
        self.dropout = dropout

    def forward(
        self,
        entities: Tensor,
        prior: Tensor,
        relations: Tensor,
        instructions: Tensor,
        ways: Ways,
    ) -> Tensor:
        """Update the entities.

        Args:
            entities: e, shape (num_entities, width).
            prior: p, shape (num_entities,).
            relations: rho, shape (2 * num_relations, width).
            instructions: i_1..i_K, shape (num_instructions, num_questions, width).
            ways: the facts of both directions.

        Returns:
            e after the layer, shape (num_entities, width).
        """
        table = self.relation(relations)
        asked = [relation_messages(table, instruction, ways.carried) for instruction in instructions]
        messages = self.dropout(torch.cat(asked, dim=-1))
        layers = (self.forward_messages, self.inverse_messages)
        by_way = [layer(messages.index_select(0, own)) for layer, own in zip(layers, ways.pairs, strict=True)]
        rows = torch.cat(by_way).index_select(0, ways.place)
        neighbours = sum_at_tails(rows, prior, ways.carried.facts)
        return torch.relu(self.entity(self.dropout(entities)) + neighbours)


class ParallelInstructions(nn.Module):
    """Instructions i_1..i_K by attention over the question's words, each knowing the one before.

    Args:
        settings: width, number of instructions, dropouts.
        word_width: width of a word state.
    """

    def __init__(self, settings: ReaRevSettings, word_width: int) -> None:
        super().__init__()
        width = settings.width
        self.words = nn.Linear(word_width, width)
        self.question_layers = nn.ModuleList(nn.Linear(width, width) for _ in range(settings.instructions))
        self.combine = nn.Linear(4 * width, width)
        self.attention = nn.Linear(width, 1)
        self.word_dropout = PooledDropout(settings.word_dropout)
        self.dropout = PooledDropout(settings.linear_dropout)

    def forward(self, batch: Batch) -> Tensor:
        """Make all instructions.

        Args:
            batch: question words (num_questions, max_words, word_width) and their mask.

        Returns:
            Instructions, shape (num_instructions, num_questions, width).
        """
        words, mask = self.words(self.word_dropout(batch.words)), batch.word_mask
        question = mean_state(words, mask)
        instruction, made = torch.zeros_like(question), []
        for layer in self.question_layers:
            own = layer(self.dropout(question))
            known = torch.cat([instruction, own, own - instruction, own * instruction], dim=-1)
            query = self.combine(self.dropout(known))
            logits = self.attention(self.dropout(query.unsqueeze(1) * words)).squeeze(-1)
            instruction = attend(logits, words, mask)
            made.append(instruction)
        return torch.stack(made)


class Revision(nn.Module):
    """One instruction after a round: a gate between the old one and what the topic entities became.

    Args:
        width: width of an instruction.
    """

    def __init__(self, width: int) -> None:
        super().__init__()
        self.gate = nn.Linear(3 * width, width, bias=False)
        self.update = nn.Linear(3 * width, width, bias=False)

    def forward(self, instruction: Tensor, found: Tensor) -> Tensor:
        """Revise the instruction.

        Args:
            instruction: i, shape (num_questions, width).
            found: y, the sum of a question's topic entities, shape (num_questions, width).

        Returns:
            The new i, shape (num_questions, width).
        """
        both = torch.cat([instruction, found, instruction - found], dim=-1)
        gate = torch.sigmoid(self.gate(both))
        revised: Tensor = gate * self.update(both) + (1 - gate) * instruction
        return revised
