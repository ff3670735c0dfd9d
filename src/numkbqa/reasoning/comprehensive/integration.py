"""Number embedding integration: number embeddings summed into the vectors of their entities."""

from typing import Literal

import torch
from pydantic import Field
from torch import Tensor, nn
from torch.nn import functional

from numkbqa.config import Section
from numkbqa.reasoning.segments import segment_softmax, segment_sum


class IntegrationSettings(Section):
    """Settings of number embedding integration (paper, eq. for e~ and e^; open points A17-A20)."""

    normalise_over: Literal["question", "entity"] = "question"
    """What the softmax of the relevance runs over: R_q, so that an entity's values of one relation share its
    weight, or the entity's numbers, each for itself ["entity"]."""

    relevance: Literal["cosine", "learned"] = "learned"
    """What alpha's logits are: `cosine` scales that of question and relation by a learned temperature,
    `learned` adds a bilinear term, trained from the answers alone ["cosine"]."""

    relevance_width: int = Field(64, ge=1)
    """Width of the bilinear term."""

    departure_weight: float = Field(1.0, ge=0.0)
    """Weight in the loss of that term's mean square, which keeps alpha near the relevance of retrieval:
    pseudo questions alone would teach the wording of their templates."""

    layer_norm: bool = True
    """Whether number embeddings are normalised before they are joined with their relation [false]."""


class RelationRelevance(nn.Module):
    """alpha: how much each numerical relation of R_q matters to the question.

    Args:
        settings: cosine alone or with a learned term.
        text_width: width of question and relation vectors.
    """

    def __init__(self, settings: IntegrationSettings, text_width: int) -> None:
        super().__init__()
        # cosines of related texts differ by tenths, which a softmax alone hardly tells apart
        self.temperature = nn.Parameter(torch.tensor(10.0))
        self.learned = settings.relevance == "learned"
        if self.learned:
            self.question_side = nn.Linear(text_width, settings.relevance_width)
            self.relation_side = nn.Linear(text_width, settings.relevance_width)
            nn.init.zeros_(self.relation_side.weight)  # starts as the cosine alone
            nn.init.zeros_(self.relation_side.bias)

    def forward(self, cosine: Tensor, question: Tensor, relation: Tensor) -> tuple[Tensor, Tensor]:
        """Logits of alpha.

        Args:
            cosine: relevance of the relation to the question by retrieval, shape (num_pairs,).
            question: mean word state of each pair's question, shape (num_pairs, text_width).
            relation: relation text vector of each pair, shape (num_pairs, text_width).

        Returns:
            Logits, shape (num_pairs,); the learned term in them, shape (num_pairs,).
        """
        learned = torch.zeros_like(cosine)
        if self.learned:
            learned = (self.question_side(question) * self.relation_side(relation)).sum(dim=-1)
        return self.temperature * cosine + learned, learned


class NumberIntegration(nn.Module):
    """e^_i = W_inter [e_i ; e~_i] + b, and its score; starts as the identity (A19).

    Args:
        settings: see `IntegrationSettings`.
        entity_width: width of an entity vector.
        number_width: width of a number embedding.
        relation_width: width of a relation text vector.
    """

    def __init__(
        self, settings: IntegrationSettings, *, entity_width: int, number_width: int, relation_width: int
    ) -> None:
        super().__init__()
        self.settings = settings
        self.norm = nn.LayerNorm(number_width) if settings.layer_norm else nn.Identity()
        self.number_layer = nn.Linear(relation_width + number_width, entity_width)
        self.merge = nn.Linear(2 * entity_width, entity_width)
        self.scorer = nn.Linear(entity_width, 1)

    @torch.no_grad()
    def start_as_identity(self, scorer: nn.Linear) -> None:
        """Make comprehensive reasoning equal basic reasoning: W_inter = [I ; 0], b = 0, its scorer (A19).

        Args:
            scorer: the scoring layer of the basic reasoner.
        """
        width = self.merge.out_features
        self.merge.weight.zero_()
        self.merge.weight[:, :width] = torch.eye(width)
        self.merge.bias.zero_()
        self.scorer.load_state_dict(scorer.state_dict())

    def forward(
        self,
        entities: Tensor,
        numbers: Tensor,
        relations: Tensor,
        logits: Tensor,
        *,
        number_entity: Tensor,
        number_pair: Tensor,
        pair_question: Tensor,
    ) -> tuple[Tensor, Tensor]:
        """Integrate numbers and score.

        Args:
            entities: e, shape (num_entities, entity_width).
            numbers: number embedding of each kept number, shape (num_numbers, number_width).
            relations: relation text vector of each pair, shape (num_pairs, relation_width).
            logits: relevance logits of each pair; minus infinity for pairs left out, shape (num_pairs,).
            number_entity: entity of each kept number, shape (num_numbers,).
            number_pair: (question, relation) pair of each kept number, shape (num_numbers,).
            pair_question: question of each pair, shape (num_pairs,).

        Returns:
            Scores of comprehensive reasoning, shape (num_entities,); alpha of each pair, shape (num_pairs,).
        """
        alpha = segment_softmax(logits, pair_question, int(pair_question.max()) + 1, logits > -torch.inf)
        weight = self._weights(alpha, logits, number_entity, number_pair, len(entities))
        told = self._told(self.norm(numbers), relations, number_pair)
        injected = segment_sum(weight * told, number_entity, len(entities))
        return self.without_numbers(entities) + injected, alpha

    def without_numbers(self, entities: Tensor) -> Tensor:
        """Score entities that have no number: their scorer after W_inter [e_i ; 0] + b.

        Args:
            entities: e, shape (num_entities, entity_width).

        Returns:
            Scores, shape (num_entities,).
        """
        # Nothing bends between W_inter and its scorer: a product of both spares the wide rows between them.
        own, _ = self._scoring()
        constant = functional.linear(self.merge.bias, self.scorer.weight, self.scorer.bias)
        return functional.linear(entities, own, constant).squeeze(-1)

    def _scoring(self) -> tuple[Tensor, Tensor]:
        """What the scorer reads off e_i and off e~_i, each of shape (1, entity_width)."""
        own, injected = (self.scorer.weight @ self.merge.weight).tensor_split(2, dim=1)
        return own, injected

    def _told(self, numbers: Tensor, relations: Tensor, number_pair: Tensor) -> Tensor:
        """What each number adds to a score, by itself and by its relation, before its weight."""
        _, injected = self._scoring()
        vector = (injected @ self.number_layer.weight).squeeze(0)
        of_relation, of_number = vector.tensor_split([relations.shape[1]])
        told: Tensor = (relations @ of_relation)[number_pair] + numbers @ of_number
        return told + injected @ self.number_layer.bias

    def _weights(
        self, alpha: Tensor, logits: Tensor, number_entity: Tensor, number_pair: Tensor, num_entities: int
    ) -> Tensor:
        """Weight of each number: over R_q its relation's alpha, shared by the entity's values of it (A18)."""
        if self.settings.normalise_over == "entity":
            own = logits[number_pair]
            return segment_softmax(own, number_entity, num_entities, torch.ones_like(own, dtype=torch.bool))
        key = number_entity * len(alpha) + number_pair
        _, slot, count = torch.unique(key, return_inverse=True, return_counts=True)
        shared: Tensor = alpha[number_pair] / count[slot]
        return shared
