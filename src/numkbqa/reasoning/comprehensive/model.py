"""The assembled model: basic, numerical and comprehensive reasoning mixed by the question's type."""

from dataclasses import dataclass, replace

from torch import Tensor, nn

from numkbqa.reasoning.basic import BasicOutput, BasicReasoner, reason
from numkbqa.reasoning.basic.base import distribution
from numkbqa.reasoning.comprehensive.plug_in import Injected, NumberPlugIn, Receivers
from numkbqa.reasoning.comprehensive.pruning import PruningSettings, keep_asked_class, prune_entities
from numkbqa.retrieval.batch import Batch


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
        relevance: how much each (question, numerical relation) pair counted, shape (num_numerical_pairs,).
        penalty: what the plug-in adds to the loss of fine-tuning, shape ().
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
    penalty: Tensor


class NumberInjectedReasoner(nn.Module):
    """A basic reasoner into which a plug-in injects numbers (NT-NSM: NSM with NT).

    Args:
        basic: the basic reasoner, Phi.
        plug_in: the number plug-in; None answers by basic reasoning alone.
        pruning: how the candidates are chosen.
        sigmoid: whether each entity has a probability of its own, the sigmoid of its score as printed (A4);
            otherwise those of a question are a distribution, the softmax of their scores.
    """

    def __init__(
        self,
        basic: BasicReasoner,
        plug_in: NumberPlugIn | None,
        pruning: PruningSettings,
        *,
        sigmoid: bool = False,
    ) -> None:
        super().__init__()
        self.basic, self.plug_in, self.pruning, self.sigmoid = basic, plug_in, pruning, sigmoid
        self.start_fusion()

    def start_fusion(self) -> None:
        """Make comprehensive reasoning equal basic reasoning (A19), once that is pre-trained."""
        if self.plug_in is not None:
            self.plug_in.start_from(self.basic)

    def pretrained_parameters(self) -> list[nn.Parameter]:
        """What fine-tuning trains on: basic reasoning, and numerical reasoning if that is not frozen."""
        numerical = [] if self.plug_in is None else self.plug_in.numerical.parameters()
        return [*self.basic.parameters(), *(p for p in numerical if p.requires_grad)]

    def fresh_parameters(self) -> list[nn.Parameter]:
        """What fine-tuning trains from the start: the plug-in's own layers."""
        return [] if self.plug_in is None else self.plug_in.fresh_parameters()

    def forward(self, batch: Batch, ordinal: Tensor) -> ModelOutput:
        """Answer a batch (paper, equation of p(e | q, G_q)).

        Args:
            batch: the batch.
            ordinal: p(t = O) of each question, shape (num_questions,).

        Returns:
            All probabilities.
        """
        basic = reason(self.basic, batch)
        if self.sigmoid:
            basic = replace(basic, probabilities=self._probabilities(basic.scores, basic.allowed, batch))
        likely = self._candidates(basic, basic.allowed, batch)
        answerable = keep_asked_class(likely, basic.allowed, batch, keep_answers=self.training)
        candidates = self._candidates(basic, answerable, batch)
        injected = self._inject(basic, Receivers(candidates, answerable, ordinal), batch)
        comprehensive = self._probabilities(injected.scores, answerable, batch)
        weight = ordinal[batch.entity_question]
        mixture = weight * comprehensive + (1 - weight) * basic.probabilities
        return ModelOutput(
            basic,
            candidates,
            answerable,
            likely & ~answerable,
            injected.scores,
            comprehensive,
            mixture,
            ordinal,
            injected.relevance,
            injected.penalty,
        )

    def _probabilities(self, scores: Tensor, allowed: Tensor, batch: Batch) -> Tensor:
        return scores.sigmoid() * allowed if self.sigmoid else distribution(scores, batch, allowed)

    def _candidates(self, basic: BasicOutput, allowed: Tensor, batch: Batch) -> Tensor:
        return prune_entities(basic.probabilities, allowed, batch, self.pruning, keep_answers=self.training)

    def _inject(self, basic: BasicOutput, receivers: Receivers, batch: Batch) -> Injected:
        if self.plug_in is None:
            return Injected(basic.scores, batch.relevance, basic.scores.new_zeros(()))
        injected: Injected = self.plug_in(basic, receivers, batch, self.basic.score)
        return injected
