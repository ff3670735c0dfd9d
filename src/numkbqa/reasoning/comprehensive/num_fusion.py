"""How the predecessor brings numbers to entities: a gate by relation and question, a sum, the probability.

Formulas: docs/systems.md. What differs from the public code:

- The relation's part of the gate reads the frozen text vector of the relation, not a trained table with a row
  for each: so it does for every relation of a graph, and for one that is added later.
- The question's vector is the mean over its words; there, over pads too.
"""

import torch
from pydantic import Field
from torch import Tensor, nn

from numkbqa.config import Section
from numkbqa.reasoning.dropout import Dropout
from numkbqa.reasoning.segments import segment_sum


class NumFusionSettings(Section):
    """Settings of the fusion of NumGNN and NumTransformer (`plug_in=num`); the predecessor's in brackets.

    They stand in place of `pruning`, `integration` and `max_numbers`, which are those of `plug_in=nt`;
    `pruning` chooses the candidates of the exact sort and of the evidence all the same.
    """

    max_entities: int = Field(110, ge=1)
    """Entities of a question whose numbers are read, the likeliest first [110, by PageRank]."""

    max_relations: int = Field(4, ge=1)
    """Numerical relations of a question, the most relevant first [4, in order of appearance]."""

    max_numbers: int = Field(110, ge=2)
    """Most distinct numbers of a relation, of more the smallest and the largest [110, else it is skipped]."""

    dropout: float = Field(0.2, ge=0.0, lt=1.0)
    """Dropout before the layer that joins entity and numbers."""

    identity_start: bool = True
    """Whether that layer starts as what leaves an entity alone, or as any fresh layer [false]."""


class NumFusion(nn.Module):
    """e'_i = ReLU(U drop[e_i ; p_i z_i]), where z_i sums sigmoid(G rho ⊙ q) ⊙ v over the numbers of i.

    Args:
        settings: see `NumFusionSettings`.
        entity_width: width of an entity vector.
        number_width: width of a number embedding.
        text_width: width of question and relation vectors.
    """

    def __init__(
        self, settings: NumFusionSettings, *, entity_width: int, number_width: int, text_width: int
    ) -> None:
        super().__init__()
        self.settings = settings
        self.relation = nn.Linear(text_width, number_width)
        self.question = nn.Linear(text_width, number_width)
        self.merge = nn.Linear(entity_width + number_width, entity_width)
        self.dropout = Dropout(settings.dropout)

    @torch.no_grad()
    def start_as_identity(self) -> None:
        """U = [I ; 0], b = 0: exact for a reasoner whose last layer is a ReLU too, as NSM and GRAFT-Net."""
        if self.settings.identity_start:
            nn.init.eye_(self.merge.weight)
            nn.init.zeros_(self.merge.bias)

    def forward(
        self,
        entities: Tensor,
        probabilities: Tensor,
        numbers: Tensor,
        relations: Tensor,
        questions: Tensor,
        *,
        number_entity: Tensor,
        number_pair: Tensor,
    ) -> Tensor:
        """Fuse numbers into entities.

        Args:
            entities: e, shape (num_entities, entity_width).
            probabilities: p(e | q, G_q) of basic reasoning, shape (num_entities,).
            numbers: embedding of each kept number, shape (num_numbers, number_width).
            relations: relation text vector of each pair, shape (num_pairs, text_width).
            questions: mean word state of each pair's question, shape (num_pairs, text_width).
            number_entity: entity of each kept number, shape (num_numbers,).
            number_pair: (question, relation) pair of each kept number, shape (num_numbers,).

        Returns:
            e', shape (num_entities, entity_width).
        """
        gate = (self.relation(relations) * self.question(questions)).sigmoid()
        summed = segment_sum(gate[number_pair] * numbers, number_entity, len(entities))
        both = torch.cat([entities, probabilities.unsqueeze(-1) * summed], dim=-1)
        return torch.relu(self.merge(self.dropout(both)))
