"""How long it takes to embed the numbers of one question, and what each cache is worth.

A question and a number set that no one has seen, embedded by the NumericalTransformer (random weights: only
time is looked at). Prints milliseconds and the ratio to plain code in the same run: the encoder called once a
number, nothing kept.

    python -m bench.number_embedding [--numbers 500] [--encoder minilm] [--repeats 5]
"""

import argparse
import statistics
import time
from collections.abc import Callable
from functools import partial
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Final, NamedTuple

import numpy as np
import torch
from numpy.typing import NDArray
from torch import Tensor

from numkbqa.questions.ordinal import asked_rank
from numkbqa.reasoning.numerical.base import NumericalInput
from numkbqa.reasoning.numerical.number_vectors import NumberVectors
from numkbqa.reasoning.numerical.numerical_transformer import (
    NumericalTransformer,
    NumericalTransformerSettings,
)
from numkbqa.text import CachedEncoder, TextEncoder, load_encoder, special_number_embeddings

QUESTION: Final = "which of the rivers that flow through the country has the second largest discharge"
Floats = NDArray[np.float32]
Way = Callable[[], tuple[Floats, Floats | Tensor]]
"""Gives word states and number vectors."""


class Task(NamedTuple):
    """A question with distinct numbers, ascending.

    Args:
        question: its text.
        values: the numbers, float64, shape (num_numbers,).
        texts: their texts.
    """

    question: str
    values: Tensor
    texts: list[str]


class Row(NamedTuple):
    """A way to embed, and median milliseconds of the encoder and of the NumericalTransformer."""

    way: str
    encoder: float
    transformer: float

    @property
    def total(self) -> float:
        """Milliseconds in all."""
        return self.encoder + self.transformer


def new_task(count: int, seed: int) -> Task:
    """Draw distinct numbers of the sizes that graphs have."""
    rng = np.random.default_rng(seed)
    values = np.unique(np.round(np.exp(rng.normal(6, 3, 2 * count)), 1))
    chosen = np.sort(rng.choice(values, count, replace=False))
    return Task(f"{QUESTION} {seed}", torch.from_numpy(chosen), [f"{value:g}" for value in chosen])


def one_by_one(encoder: TextEncoder, task: Task) -> tuple[Floats, Floats]:
    """Word states and number vectors by one call a text; rounded as a cache would."""
    words = encoder.encode([task.question])[0][1:-1]
    numbers = [encoder.encode([text])[0][[0, -1]].reshape(-1) for text in task.texts]
    return _rounded(words), _rounded(np.stack(numbers))


def _rounded(vectors: Floats) -> Floats:
    return vectors.astype(np.float16).astype(np.float32)


def at_once(encoder: CachedEncoder, task: Task) -> tuple[Floats, Floats]:
    """The same by two calls, or out of the cache of the encoder."""
    return encoder.word_states([task.question])[0], special_number_embeddings(encoder, task.texts)


def in_memory(encoder: CachedEncoder, task: Task) -> Way:
    """The same of a question that was read before, with all its numbers."""
    words, handles = encoder.word_states([task.question])[0], torch.arange(len(task.texts))
    embed_texts = partial(special_number_embeddings, encoder)
    held = NumberVectors(task.texts.__getitem__, embed_texts, 2 * encoder.width)
    held(handles)
    return lambda: (words, held(handles))


def embed(model: NumericalTransformer, task: Task, words: Floats, numbers: Tensor) -> Tensor:
    """Number embeddings, shape (num_numbers, width)."""
    states, keys = torch.from_numpy(words).unsqueeze(0), task.values.unsqueeze(0)
    real_words = torch.ones(states.shape[:2], dtype=torch.bool)
    real_numbers = torch.ones(keys.shape, dtype=torch.bool)
    pair = torch.zeros(1, dtype=torch.long)
    asked = torch.tensor([asked_rank(task.question)])
    given = NumericalInput(states, real_words, asked, numbers.unsqueeze(0), real_numbers, keys, keys, pair)
    with torch.inference_mode():
        embedded: Tensor = model(given)[0]
        return embedded


def measure(encoder: TextEncoder, cache: Path, count: int, repeats: int) -> list[Row]:
    """Embed several questions each way.

    Args:
        encoder: the text encoder.
        cache: an empty folder.
        count: numbers of a question.
        repeats: questions; each is new to every way but the cached ones.

    Returns:
        A row a way; the first is the plain reference.

    Raises:
        SystemExit: two ways give different embeddings.
    """
    torch.manual_seed(0)
    model = NumericalTransformer(NumericalTransformerSettings(), encoder.width, 2 * encoder.width).eval()
    on_disk, not_kept = CachedEncoder(encoder, cache), CachedEncoder(encoder, None)
    times: dict[str, list[tuple[float, float]]] = {}
    for seed in range(repeats + 1):
        task = new_task(count, seed)
        at_once(on_disk, task)
        ways: dict[str, Way] = {
            "reference: one call of the encoder a number": partial(one_by_one, encoder, task),
            "not cached: all numbers at once": partial(at_once, not_kept, task),
            "cached on disk": partial(at_once, on_disk, task),
            "cached in memory": in_memory(not_kept, task),
        }
        found = [_timed(model, task, way, times.setdefault(name, [])) for name, way in ways.items()]
        for other in found[1:]:
            if not torch.allclose(found[0], other, atol=5e-2, rtol=5e-2):
                raise SystemExit("two ways give different embeddings")
    # The first question warms up.
    return [
        Row(name, *(statistics.median(column) for column in zip(*own[1:], strict=True)))
        for name, own in times.items()
    ]


def _timed(model: NumericalTransformer, task: Task, way: Way, times: list[tuple[float, float]]) -> Tensor:
    start = time.perf_counter()
    words, numbers = way()
    encoded = time.perf_counter()
    embedded = embed(model, task, words, torch.as_tensor(numbers))
    times.append((1000 * (encoded - start), 1000 * (time.perf_counter() - encoded)))
    return embedded


def main() -> None:
    """Print the table."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--numbers", type=int, default=500)
    parser.add_argument("--encoder", default="minilm")
    parser.add_argument("--repeats", type=int, default=5)
    options = parser.parse_args()
    encoder = load_encoder(options.encoder, None).encoder
    with TemporaryDirectory() as cache:
        rows = measure(encoder, Path(cache), options.numbers, options.repeats)
    print(f"{options.numbers} numbers, {torch.get_num_threads()} threads, encoder {options.encoder}")
    print(f"{'':<46}{'encoder':>10}{'NT':>8}{'ms':>9}{'ratio':>8}")
    for row in rows:
        ratio = rows[0].total / row.total
        print(f"{row.way:<46}{row.encoder:>10.1f}{row.transformer:>8.1f}{row.total:>9.1f}{ratio:>8.1f}")


if __name__ == "__main__":
    main()
