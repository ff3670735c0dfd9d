"""EmbedKGQA (Saxena et al., ACL 2020): the question as a relation between entity vectors of a whole graph.

Formulas: docs/systems.md. What is open for reasoning over G_q, and what differs from the public code:

- Candidates are the entities of G_q; the code scores all entities of the graph for every question.
- The entity vectors are trained by ComplEx on all facts of the graph first (`training/graph_embedding.py`)
  and frozen then; `freeze_entities=false` is the MetaQA version's choice to train on.
- The head is the mean of the topics' vectors: the code takes questions of one topic.
- The encoder is frozen, so the question's relation is read by an LSTM, as in the MetaQA version;
  `question=mean` projects the mean word state, in place of the start state of RoBERTa that the WebQSP version
  trains along.
- The scorer weighs the places of the product <h, r, conj(t)> and starts as the plain sum.
- The loss is chosen for all reasoners alike; targets are not smoothed.
- Relation matching is learned from the answers: the hard choice of relations has the slope of its sigmoid.
  The code trains it apart, on the relations of shortest paths. A relation counts once a fact of the path.

A question costs a product of the width of an entity; facts are only looked at for relation matching.
"""

from typing import ClassVar, Literal

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
from numkbqa.reasoning.basic.complex_vectors import ComplEx, complex_product
from numkbqa.reasoning.basic.question_words import mean_state, read_words
from numkbqa.reasoning.basic.relation_features import RelationFeatures
from numkbqa.reasoning.batch_norm import BatchNorm
from numkbqa.reasoning.dropout import PooledDropout
from numkbqa.reasoning.segments import segment_sum
from numkbqa.retrieval.batch import Batch


class EmbedKGQASettings(Section):
    """Settings of EmbedKGQA; in brackets what its paper has where the default is another."""

    width: int = Field(64, ge=4, multiple_of=2)
    """Real and imaginary parts of an entity vector together [400]."""

    question: Literal["lstm", "mean"] = "lstm"
    """What the question's relation is made of: an LSTM over the words, or their mean [a trained RoBERTa]."""

    freeze_entities: bool = True
    """Whether the entity vectors stay as ComplEx trained them."""

    relation_matching: bool = False
    """Whether relations that fit the question add to the score of what they lead to."""

    matching_weight: float = Field(1.0, ge=0.0)
    """What each such relation on the way to an entity adds, gamma."""

    path_length: int = Field(4, ge=1)
    """Longest way, in facts, that relation matching looks at."""

    word_dropout: float = Field(0.3, ge=0.0, lt=1.0)
    """Dropout of the question's words [RoBERTa's own, 0.1]."""


class EmbedKGQA(BasicReasoner):
    """EmbedKGQA over the entities of G_q.

    Args:
        settings: see `EmbedKGQASettings`.
        vocabulary: number of entities and relations, and widths.
    """

    key: ClassVar[str] = "embedkgqa"
    paper: ClassVar[str] = (
        "Saxena et al., Improving Multi-hop Question Answering over Knowledge Graphs using Knowledge Base "
        "Embeddings, ACL 2020"
    )
    settings_class: ClassVar[type[Section]] = EmbedKGQASettings
    relation_tables: ClassVar[tuple[str, ...]] = ("embedding.relations.weight",)

    def __init__(self, settings: EmbedKGQASettings, vocabulary: GraphVocabulary) -> None:
        super().__init__()
        width = settings.width
        self.settings, self.width = settings, width
        self.embedding = ComplEx(vocabulary.num_entities, vocabulary.num_relations, width)
        self.embedding.entities.requires_grad_(not settings.freeze_entities)
        if settings.question == "lstm":
            self.lstm = nn.LSTM(vocabulary.word_width, width, batch_first=True)
        self.relation = nn.Linear(width if settings.question == "lstm" else vocabulary.word_width, width)
        if settings.relation_matching:
            self.matching = RelationMatching(settings, vocabulary)
        self.head_norm, self.product_norm = BatchNorm(2), BatchNorm(2)
        self.scorer = plain_sum(width)
        self.dropout = PooledDropout(settings.word_dropout)

    def forward(self, batch: Batch) -> BasicOutput:
        """Score the entities of G_q as tails of (topic, question).

        Args:
            batch: the block-diagonal batch.

        Returns:
            The products of entities and queries, place by place (num_entities, width), scores and
            probabilities, and these as the only step (1, num_entities).
        """
        words, allowed = self.dropout(batch.words), ~batch.topics
        vectors = self.embedding.entities.weight[batch.kb_entity]
        head = _by_part(self.head_norm, self._head(vectors, batch))
        query = _by_part(self.product_norm, complex_product(head, self._relation(words, batch.word_mask)))
        answers = vectors * query[batch.entity_question]
        if self.settings.relation_matching:
            # spread over the places, so that the scorer starts by adding it once
            matched = self.matching(words, batch) * self.settings.matching_weight / self.width
            answers = answers + matched.unsqueeze(-1)
        scores = self.score(answers)
        probabilities = distribution(scores, batch, allowed)
        return BasicOutput(answers, scores, allowed, probabilities, probabilities.unsqueeze(0))

    def _head(self, vectors: Tensor, batch: Batch) -> Tensor:
        """h, shape (num_questions, width)."""
        topics = batch.topics.nonzero().squeeze(-1)
        weighted = batch.seed[topics].unsqueeze(-1) * vectors[topics]
        return segment_sum(weighted, batch.entity_question[topics], batch.num_questions)

    def _relation(self, words: Tensor, mask: Tensor) -> Tensor:
        """r, shape (num_questions, width)."""
        if self.settings.question == "lstm":
            question = read_words(self.lstm, words, mask)[1]
        else:
            question = mean_state(words, mask)
        relation: Tensor = self.relation(question)
        return relation


class RelationMatching(nn.Module):
    """How many relations on the way to an entity fit the question.

    Args:
        settings: width and length of a way.
        vocabulary: relation text vectors and the width of a word state.
    """

    def __init__(self, settings: EmbedKGQASettings, vocabulary: GraphVocabulary) -> None:
        super().__init__()
        self.path_length = settings.path_length
        self.relations = RelationFeatures(
            "text", vocabulary, width=settings.width, table_width=settings.width
        )
        self.question = nn.Linear(vocabulary.word_width, settings.width)

    def forward(self, words: Tensor, batch: Batch) -> Tensor:
        """Count along the shortest ways from the topics; of several, the best counts.

        Args:
            words: states of the question's words, shape (num_questions, max_words, word_width).
            batch: the batch.

        Returns:
            Shape (num_entities,); 0 for topics and for what is further than the longest way.
        """
        question = self.question(mean_state(words, batch.word_mask))
        fit = (self.relations()[batch.pair_relation] * question[batch.pair_question]).sum(dim=-1).sigmoid()
        chosen = (fit > 0.5).to(fit.dtype) + fit - fit.detach()  # hard, with the slope of the sigmoid
        return best_way(chosen, self.path_length, batch)


def best_way(weight: Tensor, length: int, batch: Batch) -> Tensor:
    """The largest sum of weights along a shortest way from a topic to each entity.

    Args:
        weight: weight of the facts of each pair, shape (num_pairs,).
        length: longest way, in facts.
        batch: the batch.

    Returns:
        Shape (num_entities,); 0 for topics and for what no such way leads to.
    """
    total, known = torch.zeros_like(batch.seed, dtype=weight.dtype), batch.topics
    for _ in range(length):
        here = (known[batch.head] & ~known[batch.tail]).nonzero().squeeze(-1)
        tail = batch.tail[here]
        through = total[batch.head[here]] + weight[batch.fact_pair[here]]
        total = total.scatter_reduce(0, tail, through, reduce="amax", include_self=False)
        known = known.index_fill(0, tail, True)
    return total


def _by_part(norm: BatchNorm, vectors: Tensor) -> Tensor:
    """Normalise real and imaginary parts, a channel each."""
    parts: Tensor = norm(vectors.view(len(vectors), 2, -1))
    return parts.flatten(1)
