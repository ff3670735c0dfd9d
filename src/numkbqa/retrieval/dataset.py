"""Examples with the frozen states of their questions, ready to be batched."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

import numpy as np
import torch
from numpy.typing import NDArray

from numkbqa.questions.records import Question
from numkbqa.retrieval.batch import Batch, collate, size_bucketed_batches
from numkbqa.retrieval.examples import Example

States = NDArray[np.float32]


@dataclass(frozen=True, slots=True)
class Dataset:
    """Questions that could be retrieved for, and those that could not.

    Args:
        examples: one example a question.
        word_states: states of each question's words, each of shape (num_words, width).
        dropped: questions without an example, with the reason.
    """

    examples: list[Example]
    word_states: list[States]
    dropped: list[tuple[Question, str]]

    def __len__(self) -> int:
        return len(self.examples)

    @property
    def questions(self) -> list[Question]:
        """The questions of the examples."""
        return [example.question for example in self.examples]

    def batch(self, indices: Sequence[int], device: torch.device | str = "cpu") -> Batch:
        """Collate some examples.

        Args:
            indices: which ones.
            device: where the batch shall live.

        Returns:
            The batch.
        """
        return collate([self.examples[i] for i in indices], [self.word_states[i] for i in indices], device)

    def select(self, indices: Sequence[int]) -> "Dataset":
        """The dataset of some of the examples; nothing is dropped from it."""
        return Dataset([self.examples[i] for i in indices], [self.word_states[i] for i in indices], [])

    def joined(self, other: "Dataset") -> "Dataset":
        """Both datasets as one."""
        return Dataset(
            self.examples + other.examples, self.word_states + other.word_states, self.dropped + other.dropped
        )

    def epoch(
        self, batch_size: int, seed: int, device: torch.device | str = "cpu"
    ) -> Iterator[tuple[list[int], Batch]]:
        """Shuffled batches of similar size; every example once.

        Args:
            batch_size: examples a batch.
            seed: decides the order.
            device: where the batches shall live.

        Yields:
            Indices of the examples, and their batch.
        """
        generator = torch.Generator().manual_seed(seed)
        for indices in size_bucketed_batches(self.examples, batch_size, generator):
            yield indices, self.batch(indices, device)

    def in_order(
        self, batch_size: int, device: torch.device | str = "cpu"
    ) -> Iterator[tuple[list[int], Batch]]:
        """Batches in the order of the examples; every example once."""
        for start in range(0, len(self), batch_size):
            indices = list(range(start, min(start + batch_size, len(self))))
            yield indices, self.batch(indices, device)
