"""Gradients of a batch whose parts are reasoned upon side by side, each by a thread with a core of its own.

Two threads with a part each use two cores better than one that shares out every single operator: most are
too small for that. How a batch is parted decides the outcome; how many cores there are does not, save for
rounding in a batch of a single part.
"""

from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from types import TracebackType
from typing import Generic, Self, TypeVar

import torch
from torch import Tensor

from numkbqa.reasoning.lanes import Lane

Item = TypeVar("Item")
Found = tuple[Tensor, tuple[Tensor | None, ...]]


class SideBySide(Generic[Item]):
    """Computes gradients of batches, part by part; a single part takes no thread.

    Args:
        parameters: all parameters of an optimizer, frozen ones too.
        loss: loss of a part, or several in a vector; those of a batch are summed up.
    """

    def __init__(self, parameters: Sequence[Tensor], loss: Callable[[Item], Tensor]) -> None:
        self.parameters, self.loss = parameters, loss
        self._learned = [parameter for parameter in parameters if parameter.requires_grad]
        self._lanes: list[Lane] = []
        self._threads: ThreadPoolExecutor | None = None
        self._num_threads = torch.get_num_threads()

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        if self._threads is not None:
            self._threads.shutdown(cancel_futures=True)
            # what the threads set for themselves is also what torch gives to threads that start later
            torch.set_num_threads(self._num_threads)

    def __call__(self, parts: Sequence[Item]) -> Tensor:
        """Give every parameter that learns its gradient, and take any older one from all.

        Args:
            parts: the parts of a batch.

        Returns:
            The loss, without a gradient, or each of several.
        """
        for parameter in self.parameters:
            parameter.grad = None
        self._prepare(len(parts))
        pairs = list(zip(self._lanes, parts, strict=False))
        if self._threads is None or len(pairs) == 1:
            found = [self._found(lane, part) for lane, part in pairs]
        else:
            coming = [self._threads.submit(self._found, lane, part) for lane, part in pairs]
            found = [each.result() for each in coming]
        for lane, _ in pairs:
            lane.settle()
        for parameter, *own in zip(self._learned, *(gradients for _, gradients in found), strict=True):
            parameter.grad = _total(parameter, [gradient for gradient in own if gradient is not None])
        return torch.stack([loss for loss, _ in found]).sum(dim=0)

    def _prepare(self, count: int) -> None:
        while len(self._lanes) < count:
            self._lanes.append(Lane(int(torch.randint(2**62, ()))))
        if self._threads is None and min(count, self._num_threads) > 1:
            self._threads = ThreadPoolExecutor(
                self._num_threads, "lane", initializer=torch.set_num_threads, initargs=(1,)
            )

    def _found(self, lane: Lane, part: Item) -> Found:
        with lane.entered(), torch.enable_grad():
            loss = self.loss(part)
            return loss.detach(), torch.autograd.grad(loss.sum(), self._learned, allow_unused=True)


def parts_on(device: torch.device, asked: int) -> int:
    """How many parts a batch is worth being split in.

    Args:
        device: where it is reasoned upon; any but a CPU is best used by a whole batch.
        asked: parts that the settings ask for.

    Returns:
        The parts.
    """
    return asked if device.type == "cpu" else 1


def _total(parameter: Tensor, gradients: Sequence[Tensor]) -> Tensor | None:
    """Their sum in the layout of the parameter, which the fused optimizer takes for granted."""
    if not gradients:
        return None
    total = torch.empty_like(parameter).copy_(gradients[0])
    for gradient in gradients[1:]:
        total += gradient
    return total
