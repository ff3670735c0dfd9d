"""What every numerical reasoner is: embeddings of the numbers of number sets, given the question."""

from abc import ABC, abstractmethod
from dataclasses import dataclass
from typing import Any, ClassVar

import torch
from torch import Tensor, nn

from numkbqa.errors import UserError


@dataclass(frozen=True, slots=True)
class NumericalInput:
    """What a numerical reasoner reads: the questions of a batch and the number sets of its pairs.

    Args:
        words: question word states, shape (num_questions, num_words, word_width).
        word_mask: which words are real, bool, shape (num_questions, num_words).
        asked: rank that each question asks for in its words, from 1, shape (num_questions,).
        numbers: number start vectors (SNE), shape (num_pairs, num_nodes, number_width).
        number_mask: which nodes are numbers and not pads, bool, shape (num_pairs, num_nodes).
        low: lower comparison keys, float64, shape (num_pairs, num_nodes).
        high: upper comparison keys, float64, shape (num_pairs, num_nodes).
        pair_question: question of each (question, relation) pair, shape (num_pairs,).
    """

    words: Tensor
    word_mask: Tensor
    asked: Tensor
    numbers: Tensor
    number_mask: Tensor
    low: Tensor
    high: Tensor
    pair_question: Tensor


class NumericalReasoner(nn.Module, ABC):
    """Base class of numerical reasoners; a subclass with a `key` is registered by that key.

    It is pre-trained on number data alone, and frozen from then on.
    """

    key: ClassVar[str]
    paper: ClassVar[str]
    settings_class: ClassVar[type[Any]]
    registry: ClassVar[dict[str, type["NumericalReasoner"]]] = {}

    settings: Any
    width: int
    scorer: nn.Linear

    def __init_subclass__(cls, **kwargs: Any) -> None:
        super().__init_subclass__(**kwargs)
        if "key" in cls.__dict__:
            NumericalReasoner.registry[cls.key] = cls

    @abstractmethod
    def forward(self, batch: NumericalInput) -> Tensor:
        """Embed the numbers of all pairs of a batch at once.

        Args:
            batch: questions and number sets.

        Returns:
            Number embeddings, zero at pads, shape (num_pairs, num_nodes, width).
        """

    def objectives(self, batch: NumericalInput) -> tuple[Tensor, Tensor]:
        """The embeddings that the two pre-training losses are taken of.

        Args:
            batch: questions and number sets.

        Returns:
            Embeddings for NTL and embeddings for NPL, each of shape (num_pairs, num_nodes, width).
        """
        embeddings = self(batch)
        return embeddings, embeddings

    def score(self, embeddings: Tensor, number_mask: Tensor) -> Tensor:
        """Score numbers as the answer of the question, by W_pretrain (paper, equation of NPL).

        Args:
            embeddings: number embeddings, shape (num_pairs, num_nodes, width).
            number_mask: which nodes are numbers, bool, shape (num_pairs, num_nodes).

        Returns:
            Raw scores, minus infinity at pads, shape (num_pairs, num_nodes).
        """
        scores: Tensor = self.scorer(embeddings).squeeze(-1)
        return scores.masked_fill(~number_mask, -torch.inf)

    def meet(self, numbers: Tensor) -> None:
        """Take note of the numbers that training holds; for a reasoner with a vector of each.

        Args:
            numbers: their start vectors, shape (num_numbers, number_width).
        """

    def knows(self, numbers: Tensor) -> Tensor:
        """Which numbers have a start vector that says something.

        Args:
            numbers: start vectors, shape (..., number_width).

        Returns:
            bool, shape (...).
        """
        return torch.ones(numbers.shape[:-1], dtype=torch.bool, device=numbers.device)


def numerical_reasoner(key: str) -> type[NumericalReasoner]:
    """The numerical reasoner registered under `key`.

    Raises:
        UserError: no such reasoner; the message lists all.
    """
    if key not in NumericalReasoner.registry:
        known = ", ".join(sorted(NumericalReasoner.registry))
        what = f"the number plug-in {key!r} embeds no numbers"
        raise UserError(what, where="setting plug_in", remedy=f"choose one of: {known}")
    return NumericalReasoner.registry[key]
