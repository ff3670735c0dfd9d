"""The plug-in of the paper's predecessor, "+Num": NumGNN and NumTransformer, fused softly into all entities.

A question counts as ordinal by the project's classifier, as with NT; the gold type that the public code looks
up at test time is never read.
"""

from typing import ClassVar

import torch
from torch import Tensor

from numkbqa.reasoning.basic import BasicOutput, BasicReasoner
from numkbqa.reasoning.basic.question_words import mean_state
from numkbqa.reasoning.comprehensive.num_fusion import NumFusion
from numkbqa.reasoning.comprehensive.plug_in import Injected, NumberPlugIn, PlugInParts, Receivers, Score
from numkbqa.reasoning.comprehensive.pruning import prune_relations
from numkbqa.reasoning.segments import ranked_in_segments, segment_softmax
from numkbqa.retrieval.batch import Batch


class NumPlugIn(NumberPlugIn):
    """+Num: NSM + Num, GRAFT-Net + Num and so on.

    Args:
        parts: what it is made of; `numerical` is NumGNN and NumTransformer.
    """

    key: ClassVar[str] = "num"

    def __init__(self, parts: PlugInParts) -> None:
        super().__init__(parts)
        self.fusion = NumFusion(
            parts.settings.fusion,
            entity_width=parts.entity_width,
            number_width=parts.numerical.width,
            text_width=parts.text_width,
        )

    def start_from(self, basic: BasicReasoner) -> None:
        """Make comprehensive reasoning start from basic reasoning (A19), unless `identity_start` is off.

        The two are equal where entity vectors hold no negative places; of others (KV-Mem's, BAMnet's and
        EmbedKGQA's) the fusion's ReLU leaves the positive part.

        Args:
            basic: the basic reasoner.
        """
        self.fusion.start_as_identity()

    def forward(self, basic: BasicOutput, receivers: Receivers, batch: Batch, score: Score) -> Injected:
        """Inject numbers into all entities, by their probability.

        Args:
            basic: basic reasoning over the batch.
            receivers: where numbers may go; the candidates are not looked at, since the probability prunes.
            batch: the batch.
            score: the basic reasoner's scorer of entity vectors.

        Returns:
            Scores with numbers, and the relevance of retrieval over the relations that were read.
        """
        p = basic.probabilities
        near = likeliest(p.detach() * receivers.answerable, batch, self.settings.fusion.max_entities)
        pairs = prune_relations(near, batch, self.settings.fusion.max_relations)
        pairs = pairs & (receivers.ordinal > 0)[batch.numerical_pair_question]
        kept = near[batch.number_entity] & pairs[batch.number_pair]
        number, embedding = self.embed(kept, batch, self.settings.fusion.max_numbers)
        fused = self.fusion(
            basic.entities,
            p,
            embedding,
            self.relation_vectors[batch.numerical_pair_relation],
            mean_state(batch.words, batch.word_mask)[batch.numerical_pair_question],
            number_entity=batch.number_entity[number],
            number_pair=batch.number_pair[number],
        )
        relevance = segment_softmax(
            batch.relevance, batch.numerical_pair_question, batch.num_questions, pairs
        )
        return Injected(score(fused), relevance, p.new_zeros(()))


def likeliest(probabilities: Tensor, batch: Batch, count: int) -> Tensor:
    """The likeliest entities of each question.

    Args:
        probabilities: shape (num_entities,); zero for what may not be chosen.
        batch: the batch.
        count: how many of each question.

    Returns:
        bool, shape (num_entities,).
    """
    order = ranked_in_segments(probabilities, batch.entity_question)
    place = torch.arange(len(order), device=order.device) - batch.entity_offsets[batch.entity_question]
    return torch.empty_like(order).scatter_(0, order, place).lt(count) & (probabilities > 0)
