"""Random numbers of each part of a model: decided by the seed of the run, whatever was drawn before."""

import hashlib
from collections.abc import Iterator
from contextlib import contextmanager

import torch


@contextmanager
def draws_of(part: str, seed: int) -> Iterator[None]:
    """Draw what belongs to one part of a model; torch's state on the CPU is left as it was found.

    A stage is kept for later runs by the settings that it depends on, so nothing else may decide its outcome:
    neither the sizes of a reasoner whose weights were drawn before, nor a stage that was trained or loaded.

    Args:
        part: what is drawn for; each part has random numbers of its own.
        seed: seed of the run.
    """
    digest = hashlib.sha256(f"{part}\x1f{seed}".encode()).digest()
    with torch.random.fork_rng(devices=[]):
        torch.manual_seed(int.from_bytes(digest[:8], "big"))
        yield
