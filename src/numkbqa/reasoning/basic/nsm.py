"""Neural State Machine (He et al., WSDM 2021): instructions from the question, steps over the graph.

Formulas: docs/systems.md. What differs from the public code, each with a switch or a reason:
the question state ignores padding; a question with no reachable candidate gets zeros instead of a
silent uniform distribution; relation features may come from the relation's text. Its teachers, which run the
steps backwards too, are in `reasoning/teachers`.
"""

from dataclasses import dataclass
from typing import ClassVar, Literal, Protocol, cast

import torch
from pydantic import Field
from torch import Tensor, nn

from numkbqa.config import Section
from numkbqa.reasoning.basic.base import BasicOutput, BasicReasoner, GraphVocabulary, distribution, reached
from numkbqa.reasoning.basic.question_words import attend, read_words
from numkbqa.reasoning.basic.relation_features import (
    FeatureSource,
    RelationFeatures,
    entities_by_relations,
)
from numkbqa.reasoning.dropout import PooledDropout
from numkbqa.reasoning.entity_step import entity_step
from numkbqa.reasoning.facts import Facts
from numkbqa.reasoning.message_passing import sum_where_they_arrive
from numkbqa.reasoning.relation_messages import Carried, carried_facts, relation_messages
from numkbqa.retrieval.batch import Batch


class NSMSettings(Section):
    """Settings of NSM; in brackets what its paper has for WebQSP where the default is another."""

    width: int = Field(64, ge=1)
    """Width of an entity vector [50]."""

    steps: int = Field(3, ge=1)
    """Number of reasoning steps, n; the paper's for CWQ is 4."""

    relation_features: FeatureSource = "both"
    """Relation vectors: `table` learns them, `text` projects the frozen text vector of the relation's words
    (the NT-NSM paper's), `both` adds the two [table]."""

    relation_width: int = Field(200, ge=1)
    """Width of a learned relation vector before its projection."""

    type_layer: Literal["sum", "mean", "none"] = "mean"
    """Whether an entity starts as the sum or the mean of its facts' relations, so that hubs keep their scale;
    with `none` it starts as zeros and is known by the messages that reach it alone [sum]."""

    inverse_facts: bool = True
    """Whether messages also run against the direction of a fact, as the paper's for MetaQA do [false]."""

    self_loops: bool = True
    """Whether every entity has one more fact to itself, so that a one-hop answer survives later steps."""

    require_reached: bool = True
    """Whether only entities that a fact reaches from a likely one may be next."""

    word_dropout: float = Field(0.3, ge=0.0, lt=1.0)
    """Dropout of the words that the LSTM reads."""

    linear_dropout: float = Field(0.2, ge=0.0, lt=1.0)
    """Dropout before linear layers."""

    teacher: Literal["none", "hybrid", "parallel"] = "none"
    """Who teaches the steps between question and answer: nobody, or a teacher of this kind, which is trained
    before (section `teacher_training`)."""


@dataclass(frozen=True, slots=True)
class ReadQuestions:
    """What is read of the questions of a batch before reasoning starts.

    Args:
        instructions: i_1..i_n, shape (num_steps, num_questions, width).
        relations: rho of forward relations, inverse ones and the self loop, shape
            (2 * num_relations + 1, width).
    """

    instructions: Tensor
    relations: Tensor


class StepLayers(Protocol):
    """What the steps of a direction are made of: a layer each for messages and entities, one scorer."""

    settings: NSMSettings
    relation_layers: nn.ModuleList
    entity_layers: nn.ModuleList
    scorer: nn.Linear
    dropout: PooledDropout


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
        self.relations = RelationFeatures(
            settings.relation_features,
            vocabulary,
            width=width,
            table_width=settings.relation_width,
            self_loop=True,
        )
        self.instructions = Instructions(settings, vocabulary.word_width)
        self.type_layer = nn.Linear(width, width) if settings.type_layer != "none" else None
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
        asked = self.read(batch)
        return self.reason(asked, self.start(asked, batch), batch)

    def read(self, batch: Batch) -> ReadQuestions:
        """Make all instructions and relation vectors."""
        return ReadQuestions(self.instructions(batch), self.relations())

    def start(self, asked: ReadQuestions, batch: Batch) -> Tensor:
        """Entity vectors before the first step.

        Args:
            asked: what was read.
            batch: the batch.

        Returns:
            Shape (num_entities, width).
        """
        if self.type_layer is None or self.settings.type_layer == "none":
            return asked.relations.new_zeros(batch.num_entities, self.width)
        return entities_by_relations(
            self.type_layer,
            asked.relations[:-1],
            batch,
            self.settings.type_layer,
            asked.relations[-1] if self.settings.self_loops else None,
            inverse_facts=self.settings.inverse_facts,
        )

    def reason(self, asked: ReadQuestions, entities: Tensor, batch: Batch) -> BasicOutput:
        """Run the steps from the topics on.

        Args:
            asked: what was read.
            entities: entity vectors before the first step, shape (num_entities, width).
            batch: the batch.

        Returns:
            As `forward`.
        """
        carried, prior, steps = step_facts(self.settings, batch, self.num_relations), batch.seed, []
        for k in range(self.settings.steps):
            entities, scores = take_step(self, k, entities, prior, asked, carried)
            allowed = ~batch.topics & may_be_next(self.settings, prior, carried.facts)
            prior = distribution(scores, batch, allowed)
            steps.append(prior)
        return BasicOutput(entities, scores, allowed, prior, torch.stack(steps))


def step_facts(
    settings: NSMSettings, batch: Batch, num_relations: int, *, backwards: bool = False
) -> Carried:
    """The facts that the messages of a step run along; see `carried_facts`."""
    return carried_facts(
        batch,
        num_relations,
        inverse_facts=settings.inverse_facts,
        self_loops=settings.self_loops,
        backwards=backwards,
    )


def may_be_next(settings: NSMSettings, prior: Tensor, facts: Facts) -> Tensor:
    """Entities that a step may lead to, bool, shape (num_entities,)."""
    if not settings.require_reached:
        return torch.ones_like(prior, dtype=torch.bool)
    return reached(prior, facts)


def take_step(
    layers: StepLayers, k: int, entities: Tensor, prior: Tensor, asked: ReadQuestions, carried: Carried
) -> tuple[Tensor, Tensor]:
    """Update the entities by the messages of a step (docs/systems.md, NSM).

    Args:
        layers: the layers of the direction.
        k: number of the step from 0.
        entities: e before it, shape (num_entities, width).
        prior: p before it, shape (num_entities,).
        asked: instructions and relations.
        carried: the facts.

    Returns:
        e after it; its scores, shape (num_entities,).
    """
    table = layers.relation_layers[k](asked.relations)
    rows = relation_messages(table, asked.instructions[k], carried)
    arrived = sum_where_they_arrive(rows, prior, carried.facts)
    update = cast("nn.Linear", layers.entity_layers[k])
    return entity_step(update, layers.scorer, entities, arrived, layers.dropout)


class Instructions(nn.Module):
    """Instruction vectors i_1..i_n by LSTM and attention over the question's words (docs/systems.md, NSM).

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
