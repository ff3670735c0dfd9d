"""What every number plug-in is: numbers injected into the entities of any basic reasoner."""

from abc import ABC, abstractmethod
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, ClassVar, Self

import numpy as np
import torch
from numpy.typing import NDArray
from torch import Tensor, nn

from numkbqa.reasoning.basic import BasicOutput, BasicReasoner
from numkbqa.reasoning.comprehensive.settings import ComprehensiveSettings
from numkbqa.reasoning.numerical.base import NumericalInput, NumericalReasoner
from numkbqa.reasoning.numerical.number_sets import NumberSets, pack_number_sets
from numkbqa.reasoning.numerical.number_vectors import NumberVectors
from numkbqa.retrieval.batch import Batch

Score = Callable[[Tensor], Tensor]

SETS_A_GROUP = 16
"""Number sets embedded at once: with fewer there is less padding, with more there are fewer calls."""


@dataclass(frozen=True, slots=True)
class Receivers:
    """Where numbers may go.

    Args:
        candidates: the pruned candidates C, bool, shape (num_entities,).
        answerable: entities that may be answers at all, bool, shape (num_entities,).
        ordinal: p(t = O), shape (num_questions,); where it is zero, numbers are not looked at.
    """

    candidates: Tensor
    answerable: Tensor
    ordinal: Tensor


@dataclass(frozen=True, slots=True)
class Injected:
    """What a plug-in makes of the basic reasoner's entities.

    Args:
        scores: scores of comprehensive reasoning, shape (num_entities,).
        relevance: how much each (question, numerical relation) pair counted, zero for those left out, shape
            (num_numerical_pairs,).
        penalty: what is added to the loss of fine-tuning, shape ().
    """

    scores: Tensor
    relevance: Tensor
    penalty: Tensor


@dataclass(frozen=True, slots=True)
class PlugInParts:
    """What a number plug-in is made of.

    Args:
        numerical: the numerical reasoner registered under the plug-in's key, Theta.
        numbers: start vectors of numbers.
        relation_vectors: text vectors of the numerical relations, shape
            (num_numerical_relations, text_width).
        entity_width: width of an entity vector.
        settings: see `ComprehensiveSettings`.
    """

    numerical: NumericalReasoner
    numbers: NumberVectors
    relation_vectors: NDArray[np.float32]
    entity_width: int
    settings: ComprehensiveSettings

    @property
    def text_width(self) -> int:
        """Width of question and relation vectors."""
        width: int = self.relation_vectors.shape[1]
        return width


class NumberPlugIn(nn.Module, ABC):
    """Base class of number plug-ins; a subclass with a `key` is registered by that key.

    A plug-in is a numerical reasoner, pre-trained and then frozen in evaluation mode (A35) unless the
    settings say otherwise, and layers of its own, trained in fine-tuning, that bring the embeddings to the
    entities.

    Args:
        parts: what it is made of.
    """

    key: ClassVar[str]
    registry: ClassVar[dict[str, type["NumberPlugIn"]]] = {}

    relation_vectors: Tensor

    def __init_subclass__(cls, **kwargs: Any) -> None:
        super().__init_subclass__(**kwargs)
        if "key" in cls.__dict__:
            NumberPlugIn.registry[cls.key] = cls

    def __init__(self, parts: PlugInParts) -> None:
        super().__init__()
        self.numbers, self.settings = parts.numbers, parts.settings
        self.numerical = parts.numerical
        self.freeze()
        vectors = torch.from_numpy(parts.relation_vectors).clone()
        self.register_buffer("relation_vectors", vectors, persistent=False)

    @abstractmethod
    def forward(self, basic: BasicOutput, receivers: Receivers, batch: Batch, score: Score) -> Injected:
        """Inject numbers into the entities.

        Args:
            basic: basic reasoning over the batch.
            receivers: where numbers may go.
            batch: the batch.
            score: the basic reasoner's scorer of entity vectors.

        Returns:
            Scores with numbers.
        """

    @abstractmethod
    def start_from(self, basic: BasicReasoner) -> None:
        """Make comprehensive reasoning start from basic reasoning, once that is pre-trained (A19).

        Args:
            basic: the basic reasoner.
        """

    def freeze(self) -> None:
        """Leave numerical reasoning as it is from now on, unless it is to be fine-tuned."""
        self.numerical.requires_grad_(not self.settings.freeze_numbers)

    def train(self, mode: bool = True) -> Self:
        """Switch dropout on or off, but never in a frozen numerical reasoner (A35)."""
        super().train(mode)
        self.numerical.train(mode and not self.settings.freeze_numbers)
        return self

    def fresh_parameters(self) -> list[nn.Parameter]:
        """What fine-tuning trains from the start: all but the numerical reasoner."""
        own = [part.parameters() for part in self.children() if part is not self.numerical]
        return [parameter for parameters in own for parameter in parameters]

    def embed(self, kept: Tensor, batch: Batch, max_numbers: int) -> tuple[Tensor, Tensor]:
        """Embed some numbers of a batch.

        Args:
            kept: which numbers, bool, shape (num_numbers,).
            batch: the batch.
            max_numbers: most distinct numbers of a (question, relation) pair.

        Returns:
            Indices of the numbers that have an embedding, shape (num_embedded,); their embeddings, shape
            (num_embedded, number_width).
        """
        number = kept.nonzero().squeeze(-1)
        if not len(number):
            return number, batch.words.new_zeros((0, self.numerical.width))
        used, pair = torch.unique(batch.number_pair[number], return_inverse=True)
        sets = pack_number_sets(
            pair,
            batch.low[number],
            batch.high[number],
            batch.value[number],
            num_pairs=len(used),
            max_numbers=max_numbers,
        )
        with torch.set_grad_enabled(torch.is_grad_enabled() and not self.settings.freeze_numbers):
            embedded = self._embed_sets(sets, batch.numerical_pair_question[used], batch)
        placed = sets.node >= 0
        return number[placed], sets.take(embedded)[placed]

    def _embed_sets(self, sets: NumberSets, pair_question: Tensor, batch: Batch) -> Tensor:
        """Embeddings of all nodes, zero at pads; sets of similar size are embedded together."""
        # Dropout draws for all sets at once, so that its draws do not hang upon the groups.
        groups = sets.by_size(len(sets.mask) if self.numerical.training else SETS_A_GROUP)
        embedded = batch.words.new_zeros((*sets.mask.shape, self.numerical.width))
        for pairs in groups:
            own = self.numerical(self._input(sets.chosen(pairs), pair_question[pairs], batch))
            embedded[pairs, : own.shape[1]] = own
        return embedded

    def _input(self, sets: NumberSets, pair_question: Tensor, batch: Batch) -> NumericalInput:
        question, pair_question = torch.unique(pair_question, return_inverse=True)
        return NumericalInput(
            batch.words[question],
            batch.word_mask[question],
            batch.asked[question],
            self.numbers(sets.value).to(batch.words),
            sets.mask,
            sets.low,
            sets.high,
            pair_question,
        )
