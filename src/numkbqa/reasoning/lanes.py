"""Lanes: parts of a batch that several threads reason upon side by side, by the same parameters.

What a module draws at random comes from its lane's own generator, and what it remembers of a batch waits
until all lanes are done: so the outcome depends on neither the number of processors nor on who was first.
"""

import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager

import torch
from torch import Tensor

_thread = threading.local()


class Lane:
    """What belongs to one of the parts of each batch: its random numbers, its pools of dropout masks.

    Args:
        seed: decides what is drawn in it.
    """

    def __init__(self, seed: int) -> None:
        self.generator = torch.Generator().manual_seed(seed)
        self.pools: dict[tuple[float, torch.dtype, torch.device], Tensor] = {}
        self._waiting: list[Callable[[], None]] = []

    @contextmanager
    def entered(self) -> Iterator[None]:
        """Make it the lane of this thread."""
        before = current_lane()
        _thread.lane = self
        try:
            yield
        finally:
            _thread.lane = before

    def later(self, action: Callable[[], None]) -> None:
        """Put off what changes the modules until `settle`."""
        self._waiting.append(action)

    def settle(self) -> None:
        """Do what was put off, in its order."""
        for action in self._waiting:
            action()
        self._waiting.clear()


def current_lane() -> Lane | None:
    """The lane that this thread is in, or None."""
    lane: Lane | None = getattr(_thread, "lane", None)
    return lane


def lane_generator(device: torch.device) -> torch.Generator | None:
    """Where random numbers come from: the lane's generator, or None for torch's own.

    Args:
        device: where they are drawn; a lane has a generator for the CPU alone.

    Returns:
        The generator.
    """
    lane = current_lane()
    return lane.generator if lane is not None and device.type == "cpu" else None


def at_once_or_later(action: Callable[[], None]) -> None:
    """Change a module now, or once all lanes are done with the batch.

    Args:
        action: changes it.
    """
    lane = current_lane()
    if lane is None:
        action()
    else:
        lane.later(action)
