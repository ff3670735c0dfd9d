"""The plug-in of the paper: NumericalTransformer, entity pruning and number embedding integration."""

from typing import ClassVar

import torch
from torch import Tensor

from numkbqa.reasoning.basic import BasicOutput, BasicReasoner
from numkbqa.reasoning.basic.question_words import mean_state
from numkbqa.reasoning.comprehensive.integration import NumberIntegration, RelationRelevance
from numkbqa.reasoning.comprehensive.plug_in import Injected, NumberPlugIn, PlugInParts, Receivers, Score
from numkbqa.reasoning.comprehensive.pruning import prune_relations
from numkbqa.retrieval.batch import Batch


class NTPlugIn(NumberPlugIn):
    """NT: with NSM as the basic reasoner it makes NT-NSM.

    Args:
        parts: what it is made of; `numerical` is the NumericalTransformer.
    """

    key: ClassVar[str] = "nt"

    def __init__(self, parts: PlugInParts) -> None:
        super().__init__(parts)
        own = parts.settings.integration
        self.relevance = RelationRelevance(own, parts.text_width)
        self.integration = NumberIntegration(
            own,
            entity_width=parts.entity_width,
            number_width=parts.numerical.width,
            relation_width=parts.text_width,
        )

    def start_from(self, basic: BasicReasoner) -> None:
        """Make comprehensive reasoning equal basic reasoning (A19).

        Args:
            basic: the basic reasoner.
        """
        self.integration.start_as_identity(basic.scorer)

    def forward(self, basic: BasicOutput, receivers: Receivers, batch: Batch, score: Score) -> Injected:
        """Inject numbers into the candidates (paper, equations for e~ and e^).

        Args:
            basic: basic reasoning over the batch.
            receivers: where numbers may go.
            batch: the batch.
            score: not looked at: the scorer of the integration starts as the basic reasoner's.

        Returns:
            Scores with numbers, alpha, and alpha's departure from the relevance of retrieval.
        """
        pairs = prune_relations(receivers.candidates, batch, self.settings.pruning.max_relations)
        pairs = pairs & (receivers.ordinal > 0)[batch.numerical_pair_question]
        if not bool(pairs.any()):
            return self._without_numbers(basic, batch)
        vectors = self.relation_vectors[batch.numerical_pair_relation]
        question = mean_state(batch.words, batch.word_mask)[batch.numerical_pair_question]
        logits, learned = self.relevance(batch.relevance, question, vectors)
        logits = logits.masked_fill(~pairs, -torch.inf)
        kept = receivers.candidates[batch.number_entity] & pairs[batch.number_pair]
        number, embedding = self.embed(kept, batch, self.settings.max_numbers)
        scores, alpha = self.integration(
            basic.entities,
            embedding,
            vectors,
            logits,
            number_entity=batch.number_entity[number],
            number_pair=batch.number_pair[number],
            pair_question=batch.numerical_pair_question,
        )
        departure: Tensor = self.settings.integration.departure_weight * learned[pairs].square().mean()
        return Injected(scores, alpha, departure)

    def _without_numbers(self, basic: BasicOutput, batch: Batch) -> Injected:
        scores = self.integration.without_numbers(basic.entities)
        return Injected(scores, scores.new_zeros(batch.num_numerical_pairs), scores.new_zeros(()))
