"""The assembled model: basic, numerical and comprehensive reasoning mixed by the question's type."""

from dataclasses import dataclass

import numpy as np
import torch
from numpy.typing import NDArray
from pydantic import Field
from torch import Tensor, nn

from numkbqa.config import Section
from numkbqa.reasoning.basic import BasicOutput, BasicReasoner
from numkbqa.reasoning.basic.base import distribution
from numkbqa.reasoning.comprehensive.integration import (
    IntegrationSettings,
    NumberIntegration,
    RelationRelevance,
)
from numkbqa.reasoning.comprehensive.pruning import (
    PruningSettings,
    keep_asked_class,
    prune_entities,
    prune_relations,
)
from numkbqa.reasoning.numerical.number_sets import pack_number_sets
from numkbqa.reasoning.numerical.number_vectors import NumberVectors
from numkbqa.reasoning.numerical.numerical_transformer import NumericalInput, NumericalTransformer
from numkbqa.retrieval.batch import Batch


class ComprehensiveSettings(Section):
    """Settings of comprehensive reasoning; `max_numbers` is the paper's cap N on a number set."""

    pruning: PruningSettings = Field(default_factory=PruningSettings)
    integration: IntegrationSettings = Field(default_factory=IntegrationSettings)
    max_numbers: int = Field(50, ge=1)


@dataclass(frozen=True, slots=True)
class ModelOutput:
    """What the model says of a batch.

    Args:
        basic: basic reasoning.
        candidates: the pruned candidates C, bool, shape (num_entities,).
        answerable: entities that may be answers: of the class that is asked for, if a question names one and
            a likely entity of it has a number, bool, shape (num_entities,).
        set_aside: what would be a candidate if it were of that class, bool, shape (num_entities,).
        scores: scores of comprehensive reasoning, shape (num_entities,).
        comprehensive: p(e | q, G_q, R_q, V_q), shape (num_entities,).
        probabilities: the mixture p(e | q, G_q), shape (num_entities,).
        ordinal: p(t = O), shape (num_questions,).
        relevance: alpha of each (question, numerical relation) pair, shape (num_numerical_pairs,).
        departure: mean square of the learned term in alpha's logits, shape ().
    """

    basic: BasicOutput
    candidates: Tensor
    answerable: Tensor
    set_aside: Tensor
    scores: Tensor
    comprehensive: Tensor
    probabilities: Tensor
    ordinal: Tensor
    relevance: Tensor
    departure: Tensor


class NumberInjectedReasoner(nn.Module):
    """A basic reasoner with a NumericalTransformer injected (NT-NSM when the reasoner is NSM).

    Args:
        basic: the basic reasoner, Phi.
        numerical: the pre-trained NumericalTransformer, Theta; always frozen and in evaluation mode (A35).
        numbers: start vectors of numbers.
        relation_vectors: text vectors of the numerical relations, shape
            (num_numerical_relations, text_width).
        settings: see `ComprehensiveSettings`.
    """

    relation_vectors: Tensor

    def __init__(
        self,
        basic: BasicReasoner,
        numerical: NumericalTransformer,
        numbers: NumberVectors,
        relation_vectors: NDArray[np.float32],
        settings: ComprehensiveSettings,
    ) -> None:
        super().__init__()
        self.settings, self.numbers = settings, numbers
        self.basic, self.numerical = basic, numerical.requires_grad_(False)
        text_width = relation_vectors.shape[1]
        self.register_buffer("relation_vectors", torch.from_numpy(relation_vectors).clone())
        self.relevance = RelationRelevance(settings.integration, text_width)
        self.integration = NumberIntegration(
            settings.integration,
            entity_width=basic.width,
            number_width=numerical.settings.width,
            relation_width=text_width,
        )
        self.start_fusion()

    def start_fusion(self) -> None:
        """Make comprehensive reasoning equal basic reasoning (A19), once that is pre-trained."""
        self.integration.start_as_identity(self.basic.scorer)

    def train(self, mode: bool = True) -> "NumberInjectedReasoner":
        """Switch dropout on or off, but never in the frozen NumericalTransformer (A35)."""
        super().train(mode)
        self.numerical.eval()
        return self

    def forward(self, batch: Batch, ordinal: Tensor) -> ModelOutput:
        """Answer a batch (paper, equations for e~, e^ and p(e | q, G_q)).

        Args:
            batch: the batch.
            ordinal: p(t = O) of each question, shape (num_questions,).

        Returns:
            All distributions.
        """
        basic = self.basic(batch)
        likely = self._candidates(basic, basic.allowed, batch)
        answerable = keep_asked_class(likely, basic.allowed, batch, keep_answers=self.training)
        candidates = self._candidates(basic, answerable, batch)
        scores, relevance, departure = self._comprehensive(basic, candidates, batch, ordinal)
        comprehensive = distribution(scores, batch, answerable)
        weight = ordinal[batch.entity_question]
        mixture = weight * comprehensive + (1 - weight) * basic.probabilities
        return ModelOutput(
            basic,
            candidates,
            answerable,
            likely & ~answerable,
            scores,
            comprehensive,
            mixture,
            ordinal,
            relevance,
            departure,
        )

    def _candidates(self, basic: BasicOutput, allowed: Tensor, batch: Batch) -> Tensor:
        return prune_entities(
            basic.probabilities, allowed, batch, self.settings.pruning, keep_answers=self.training
        )

    def _comprehensive(
        self, basic: BasicOutput, candidates: Tensor, batch: Batch, ordinal: Tensor
    ) -> tuple[Tensor, Tensor, Tensor]:
        """Scores with numbers injected into the candidates, alpha, and its departure from retrieval."""
        pairs = prune_relations(candidates, batch, self.settings.pruning.max_relations)
        pairs = pairs & (ordinal > 0)[batch.numerical_pair_question]
        if not bool(pairs.any()):
            return self._without_numbers(basic, batch)
        vectors = self.relation_vectors[batch.numerical_pair_relation]
        question = batch.words.sum(dim=1) / batch.word_mask.sum(dim=1, keepdim=True).clamp_min(1)
        logits, learned = self.relevance(batch.relevance, question[batch.numerical_pair_question], vectors)
        logits = logits.masked_fill(~pairs, -torch.inf)
        kept = candidates[batch.number_entity] & pairs[batch.number_pair]
        number, embedding = self._numbers(kept, batch)
        scores, alpha = self.integration(
            basic.entities,
            embedding,
            vectors,
            logits,
            number_entity=batch.number_entity[number],
            number_pair=batch.number_pair[number],
            pair_question=batch.numerical_pair_question,
        )
        return scores, alpha, learned[pairs].square().mean()

    def _without_numbers(self, basic: BasicOutput, batch: Batch) -> tuple[Tensor, Tensor, Tensor]:
        nothing = basic.entities.new_zeros(basic.entities.shape)
        merged = self.integration.merge(torch.cat([basic.entities, nothing], dim=-1))
        scores = self.integration.scorer(merged).squeeze(-1)
        return scores, scores.new_zeros(batch.num_numerical_pairs), scores.new_zeros(())

    @torch.no_grad()
    def _numbers(self, kept: Tensor, batch: Batch) -> tuple[Tensor, Tensor]:
        """Embeddings of the kept numbers by the NumericalTransformer.

        Returns:
            Indices of the numbers that have one, shape (num_kept,); their embeddings, shape
            (num_kept, number_width).
        """
        number = kept.nonzero().squeeze(-1)
        used, pair = torch.unique(batch.number_pair[number], return_inverse=True)
        sets = pack_number_sets(
            pair,
            batch.low[number],
            batch.high[number],
            batch.value[number],
            num_pairs=len(used),
            max_numbers=self.settings.max_numbers,
        )
        embedded = self.numerical(
            NumericalInput(
                batch.words,
                batch.word_mask,
                self.numbers(sets.value),
                sets.mask,
                sets.low,
                sets.high,
                batch.numerical_pair_question[used],
            )
        )
        placed = sets.node >= 0
        return number[placed], sets.take(embedded)[placed]
