"""Examples with the frozen states of their questions, ready to be batched."""

import os
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from typing import NamedTuple, TypeVar

import numpy as np
import torch
from numpy.typing import NDArray

from numkbqa.questions.records import Question
from numkbqa.retrieval.batch import Batch, collate, size_bucketed_batches
from numkbqa.retrieval.examples import Example

States = NDArray[np.float32]


Item = TypeVar("Item")


class Part(NamedTuple):
    """A part of the questions of one training step.

    Args:
        indices: the examples of the dataset.
        batch: the same as a batch.
        share: their share of the step's questions.
    """

    indices: list[int]
    batch: Batch
    share: float


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
        for (part,) in self._in_parts(batch_size, seed, device, 1):
            yield part.indices, part.batch

    def epochs(
        self,
        batch_size: int,
        seed: int,
        device: torch.device | str = "cpu",
        *,
        keep_batches: bool = False,
        parts: int = 1,
    ) -> Callable[[int], Iterator[list[Part]]]:
        """The batches of one epoch after the other, each in parts of like size.

        Args:
            batch_size: examples a batch.
            seed: decides the first epoch; each later one adds 1.
            device: where the batches shall live.
            keep_batches: form batches in the first epoch alone; later ones shuffle their order.
            parts: parts of a batch at most; a small one has fewer.

        Returns:
            Gives the batches of an epoch by its number from 0; every example is in one part of one of them.
        """
        kept: list[list[Part]] = []

        def epoch(number: int) -> Iterator[list[Part]]:
            if not keep_batches:
                batches = self._in_parts(batch_size, seed + number, device, parts)
                yield from _ahead(batches) if _core_is_free(device, parts) else batches
                return
            if not kept:
                kept.extend(self._in_parts(batch_size, seed, device, parts))
            generator = torch.Generator().manual_seed(seed + number)
            order = torch.randperm(len(kept), generator=generator) if number else torch.arange(len(kept))
            yield from (kept[place] for place in order.tolist())

        return epoch

    def _in_parts(
        self, batch_size: int, seed: int, device: torch.device | str, parts: int
    ) -> Iterator[list[Part]]:
        generator = torch.Generator().manual_seed(seed)
        for indices in size_bucketed_batches(self.examples, batch_size, generator):
            # they are ordered by size, so that every so many-th make parts of like size
            dealt = [own for start in range(parts) if (own := indices[start::parts])]
            yield [Part(own, self.batch(own, device), len(own) / len(indices)) for own in dealt]

    def in_order(
        self, batch_size: int, device: torch.device | str = "cpu"
    ) -> Iterator[tuple[list[int], Batch]]:
        """Batches in the order of the examples; every example once."""
        for start in range(0, len(self), batch_size):
            indices = list(range(start, min(start + batch_size, len(self))))
            yield indices, self.batch(indices, device)


def _core_is_free(device: torch.device | str, parts: int) -> bool:
    """Whether a core is left beside those that compute; without one, forming ahead only slows them down.

    Threads that compute a part each wait for one another, which leaves room.
    """
    cores, computing = os.cpu_count() or 1, torch.get_num_threads()
    if parts > 1 and computing > 1:
        return cores > 1
    return cores > (computing if torch.device(device).type == "cpu" else 1)


def _ahead(items: Iterator[Item]) -> Iterator[Item]:
    """The same items, each made by another thread while the one before it is used."""
    with ThreadPoolExecutor(1) as maker:
        coming = maker.submit(next, items, None)
        while (item := coming.result()) is not None:
            coming = maker.submit(next, items, None)
            yield item
