"""BAMnet (Chen et al., NAACL 2019): a question and a memory of candidates that attend to each other.

Formulas: docs/systems.md. What is open for reasoning over G_q, and what differs from the public code:

- Candidates are the entities of G_q but the topics; the code takes all neighbours within two hops, a slot for
  each path. Here a candidate is one slot, and several shortest paths are averaged.
- G_q brings no names: a type is made of the relations of an entity's facts (NSM's type layer) in place of the
  words of its class. A path is made of its relations' vectors, each place with its own layer, in place of an
  LSTM over their words. A context is the neighbours' types, and a mark where the neighbour is a topic, in
  place of the words of neighbours that the question names.
- The update of a hop is a GRU cell. Values have no bias.
- Scores are weighted by place, and start as K' q. Those before the last hop get no loss of their own, and no
  match of type words is scored; the loss is chosen for all reasoners alike, over all candidates, in place of
  a margin over 96 drawn ones.
- Dates and numbers are not replaced by a token: numbers are injected later.
"""

from typing import ClassVar

import torch
from torch import Tensor, nn

from numkbqa.config import Section
from numkbqa.reasoning.basic.bamnet.aspects import Aspects
from numkbqa.reasoning.basic.bamnet.memory import AdditiveAttention, Memory, Slots
from numkbqa.reasoning.basic.bamnet.question import QuestionReader
from numkbqa.reasoning.basic.bamnet.settings import BAMnetSettings
from numkbqa.reasoning.basic.base import (
    BasicOutput,
    BasicReasoner,
    GraphVocabulary,
    distribution,
    plain_sum,
)
from numkbqa.reasoning.batch_norm import BatchNorm
from numkbqa.retrieval.batch import Batch


class BAMnet(BasicReasoner):
    """Bidirectional attentive memory network over the entities of G_q.

    Args:
        settings: see `BAMnetSettings`.
        vocabulary: relation vectors and widths of the graph.
    """

    key: ClassVar[str] = "bamnet"
    paper: ClassVar[str] = (
        "Chen et al., Bidirectional Attentive Memory Networks for Question Answering over Knowledge Bases, "
        "NAACL 2019"
    )
    settings_class: ClassVar[type[Section]] = BAMnetSettings
    relation_tables: ClassVar[tuple[str, ...]] = ("aspects.relations.table.weight",)

    def __init__(self, settings: BAMnetSettings, vocabulary: GraphVocabulary) -> None:
        super().__init__()
        width = settings.width
        self.settings, self.width = settings, width
        self.question = QuestionReader(settings, vocabulary.word_width)
        self.aspects = Aspects(settings, vocabulary)
        self.memory = Memory(width)
        self.hops = nn.ModuleList(Hop(width) for _ in range(settings.hops))
        self.scorer = plain_sum(width)

    def forward(self, batch: Batch) -> BasicOutput:
        """Read the question and the memory.

        Args:
            batch: the block-diagonal batch.

        Returns:
            Keys times the last query, place by place (num_entities, width), scores and probabilities, and the
            distributions before and after each hop (num_hops + 1, num_entities).
        """
        allowed = ~batch.topics
        slots = Slots.of(batch, allowed)
        words, query = self.question(batch.words, batch.word_mask)
        keys, values, query = self.memory(self.aspects(batch), words, batch.word_mask, query, slots)
        answers = keys * slots.asked(query)
        steps = [distribution(self.score(answers), batch, allowed)]
        for hop in self.hops:
            query = hop(query, keys, values, slots)
            answers = keys * slots.asked(query)
            steps.append(distribution(self.score(answers), batch, allowed))
        return BasicOutput(answers, self.score(answers), allowed, steps[-1], torch.stack(steps))


class Hop(nn.Module):
    """One reading of the memory by a query.

    Args:
        width: width of queries, keys and values.
    """

    def __init__(self, width: int) -> None:
        super().__init__()
        self.attention = AdditiveAttention(width)
        self.update = nn.GRUCell(width, width)
        self.norm = BatchNorm(width)

    def forward(self, query: Tensor, keys: Tensor, values: Tensor, slots: Slots) -> Tensor:
        """Read.

        Args:
            query: shape (num_questions, width).
            keys: shape (num_entities, width).
            values: shape (num_entities, width).
            slots: the candidates of each question.

        Returns:
            The next query, shape (num_questions, width).
        """
        read = slots.total(self.attention(query, keys, slots), values)
        updated: Tensor = self.norm(query + self.update(read, query))
        return updated
