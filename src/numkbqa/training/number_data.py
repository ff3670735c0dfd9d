"""Number instances as tensors: texts and numbers encoded once, then gathered batch by batch."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

import numpy as np
import torch
from numpy.typing import NDArray
from torch import Tensor
from torch.nn import functional

from numkbqa.questions.instances import NumberInstances
from numkbqa.questions.ordinal import asked_rank
from numkbqa.reasoning.numerical import NumericalInput, pack_number_sets
from numkbqa.reasoning.numerical.number_vectors import NumberVectors
from numkbqa.text import CachedEncoder, States


@dataclass(frozen=True, slots=True)
class NumberData:
    """Instances (q, r, V_r, v_q) with their encoded texts and numbers (paper, section 4).

    Args:
        words: word states of the distinct texts, float16, shape (num_texts, max_words, width).
        word_mask: which places are words, bool, shape (num_texts, max_words).
        asked: rank that each text asks for, as it is read there, shape (num_texts,).
        vectors: start vectors of the distinct numbers, float16, shape (num_vectors, number_width).
        text: text of each instance, shape (num_instances,).
        offsets: first number of each instance, shape (num_instances + 1,).
        vector: vector of each number, shape (num_numbers,).
        low: lower comparison keys, float64, shape (num_numbers,).
        high: upper comparison keys, float64, shape (num_numbers,).
        answer: index of the answer among all numbers, shape (num_instances,).
        maximum: whether the text asks from the upper end, bool, shape (num_instances,).
        k: rank asked for, shape (num_instances,).
    """

    words: Tensor
    word_mask: Tensor
    asked: Tensor
    vectors: Tensor
    text: Tensor
    offsets: Tensor
    vector: Tensor
    low: Tensor
    high: Tensor
    answer: Tensor
    maximum: Tensor
    k: Tensor

    def __len__(self) -> int:
        return len(self.text)

    @property
    def sizes(self) -> Tensor:
        """Numbers of each instance, shape (num_instances,)."""
        return self.offsets.diff()

    def batch(self, instances: Tensor, device: torch.device | str = "cpu") -> tuple[NumericalInput, Tensor]:
        """Gather instances; instances of the same text share its question rows.

        Args:
            instances: which ones, shape (num_pairs,).
            device: where the batch shall live.

        Returns:
            The batch, and the node of each answer, shape (num_pairs,).
        """
        size, start = self.sizes[instances], self.offsets[instances]
        first = size.cumsum(0) - size
        pair = torch.repeat_interleave(torch.arange(len(instances)), size)
        number = start[pair] + torch.arange(len(pair)) - first[pair]
        sets = pack_number_sets(
            pair,
            self.low[number],
            self.high[number],
            self.vector[number],
            len(instances),
            max_numbers=int(size.max()),
        )
        text, pair_question = torch.unique(self.text[instances], return_inverse=True)
        gathered = NumericalInput(
            words=self.words[text].to(device).float(),
            word_mask=self.word_mask[text].to(device),
            asked=self.asked[text].to(device),
            numbers=self.vectors[sets.value.clamp_min(0)].to(device).float(),
            number_mask=sets.mask.to(device),
            low=sets.low.to(device),
            high=sets.high.to(device),
            pair_question=pair_question.to(device),
        )
        return gathered, sets.node[first + self.answer[instances] - start].to(device)


def encode_instances(
    instances: NumberInstances, encoder: CachedEncoder, vectors: NumberVectors
) -> NumberData:
    """Encode every distinct text and number of instances once.

    Args:
        instances: at least one.
        encoder: gives the word states of the texts.
        vectors: gives the start vectors of the numbers.

    Returns:
        The instances as tensors.
    """
    texts = sorted(set(instances.texts))
    place = {text: index for index, text in enumerate(texts)}
    words, word_mask = _padded(encoder.word_states(texts), encoder.width)
    handles, vector = torch.unique(torch.from_numpy(instances.value), return_inverse=True)
    offsets = torch.from_numpy(instances.offsets)
    return NumberData(
        words=words,
        word_mask=word_mask,
        asked=torch.tensor([asked_rank(text) for text in texts], dtype=torch.long),
        vectors=vectors(handles).half(),
        text=torch.tensor([place[text] for text in instances.texts], dtype=torch.long),
        offsets=offsets,
        vector=vector,
        low=torch.from_numpy(instances.low),
        high=torch.from_numpy(instances.high),
        answer=offsets[:-1] + torch.from_numpy(instances.answer),
        maximum=torch.from_numpy(instances.maximum).bool(),
        k=torch.from_numpy(instances.k),
    )


def join(first: NumberData, second: NumberData) -> NumberData:
    """Put the instances of `second` behind those of `first`.

    Args:
        first: some instances.
        second: more, encoded by the same encoder.

    Returns:
        All of them.
    """
    longest = max(first.words.shape[1], second.words.shape[1])
    wide = [functional.pad(d.words, (0, 0, 0, longest - d.words.shape[1])) for d in (first, second)]
    masks = [functional.pad(d.word_mask, (0, longest - d.word_mask.shape[1])) for d in (first, second)]
    num_numbers = len(first.vector)
    return NumberData(
        words=torch.cat(wide),
        word_mask=torch.cat(masks),
        asked=torch.cat((first.asked, second.asked)),
        vectors=torch.cat((first.vectors, second.vectors)),
        text=torch.cat((first.text, second.text + len(first.words))),
        offsets=torch.cat((first.offsets, second.offsets[1:] + num_numbers)),
        vector=torch.cat((first.vector, second.vector + len(first.vectors))),
        low=torch.cat((first.low, second.low)),
        high=torch.cat((first.high, second.high)),
        answer=torch.cat((first.answer, second.answer + num_numbers)),
        maximum=torch.cat((first.maximum, second.maximum)),
        k=torch.cat((first.k, second.k)),
    )


def bucketed(sizes: Tensor, batch_size: int, generator: torch.Generator) -> list[Tensor]:
    """Draw shuffled batches of instances of similar size, so that little of a batch is padding.

    Args:
        sizes: numbers of each instance, shape (num_instances,).
        batch_size: instances a batch; only one batch may hold fewer.
        generator: source of randomness, on the CPU.

    Returns:
        Indices of the instances of each batch; every instance is in exactly one.
    """
    # The noise lets neighbours in size change places, so that no two epochs have the same batches.
    noise = torch.rand(len(sizes), generator=generator, dtype=torch.float64)
    order = torch.argsort(sizes.double().log() + 0.25 * noise, stable=True)
    batches = torch.split(order, batch_size)
    return [batches[i] for i in torch.randperm(len(batches), generator=generator).tolist()]


def in_order(data: NumberData, batch_size: int, most_numbers: int) -> Iterator[Tensor]:
    """Every instance once, by size, for evaluation.

    Args:
        data: instances.
        batch_size: instances a batch at most.
        most_numbers: numbers a batch at most, pads counted; a larger set comes alone.

    Yields:
        Indices of the instances of each batch.
    """
    order = torch.argsort(data.sizes, stable=True)
    while len(order):
        sizes = data.sizes[order[:batch_size]]
        fitting = int((sizes * torch.arange(1, len(sizes) + 1) <= most_numbers).sum())
        yield order[: max(fitting, 1)]
        order = order[max(fitting, 1) :]


def _padded(states: Sequence[States], width: int) -> tuple[Tensor, Tensor]:
    longest = max((len(rows) for rows in states), default=0)
    words: NDArray[np.float16] = np.zeros((len(states), longest, width), dtype=np.float16)
    mask = np.zeros((len(states), longest), dtype=np.bool_)
    for row, rows in enumerate(states):
        words[row, : len(rows)] = rows
        mask[row, : len(rows)] = True
    return torch.from_numpy(words), torch.from_numpy(mask)
