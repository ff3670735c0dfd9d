"""Random number sets for tests of numerical reasoners: ties, overlapping intervals, pads, an empty set."""

from dataclasses import replace

import torch
from torch import Tensor

from numkbqa.reasoning.numerical import NumericalInput

WORDS, NUMBERS = 6, 10
SIZES = (7, 2, 5, 1, 7, 0)


def number_batch(seed: int = 0, num_nodes: int = 7) -> NumericalInput:
    """Six number sets of three questions, in float64."""
    generator = torch.Generator().manual_seed(seed)
    shape = (len(SIZES), num_nodes)
    low = torch.randint(-9, 9, shape, generator=generator).double()
    return NumericalInput(
        words=torch.randn(3, 4, WORDS, generator=generator).double(),
        word_mask=torch.tensor([[1, 1, 1, 1], [1, 0, 0, 0], [1, 1, 1, 0]], dtype=torch.bool),
        asked=torch.tensor([1, 2, 4]),
        numbers=torch.randn(*shape, NUMBERS, generator=generator).double(),
        number_mask=torch.arange(num_nodes) < torch.tensor(SIZES).unsqueeze(1),
        low=low,
        high=low + torch.randint(0, 3, shape, generator=generator),
        pair_question=torch.tensor([0, 0, 1, 2, 2, 1]),
    )


def reordered(batch: NumericalInput, order: Tensor) -> NumericalInput:
    """The nodes of every set in another order."""
    fields = ("numbers", "number_mask", "low", "high")
    return replace(batch, **{name: getattr(batch, name)[:, order] for name in fields})


def one_pair(batch: NumericalInput, pair: int) -> NumericalInput:
    """One number set alone, without pads, with its question alone."""
    size, question = SIZES[pair], batch.pair_question[pair : pair + 1]
    fields = ("numbers", "number_mask", "low", "high")
    own = {name: getattr(batch, name)[pair : pair + 1, :size] for name in fields}
    length = int(batch.word_mask[question].sum())
    return NumericalInput(
        words=batch.words[question, :length],
        word_mask=batch.word_mask[question, :length],
        asked=batch.asked[question],
        pair_question=torch.zeros(1, dtype=torch.long),
        **own,
    )
