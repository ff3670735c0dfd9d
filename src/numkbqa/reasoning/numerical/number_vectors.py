"""Start vectors of numbers, embedded when first asked for: any unseen number can be used at once."""

from collections.abc import Callable, Sequence
from threading import Lock
from typing import Any, Final

import numpy as np
import torch
from numpy.typing import NDArray
from torch import Tensor

Floats = NDArray[np.float32]

MOST: Final = 500_000
"""Vectors held at once, 768 MB of the default encoder; a service would in time hold one of every number."""


class NumberVectors:
    """Special number embeddings by KB value handle; each distinct text is embedded once and kept in memory.

    When there are `most` of them all are forgotten, and those still needed come again from `embed`.

    Args:
        text: normalised text of a value handle (`KnowledgeBase.number_text`).
        embed: special number embeddings of texts, returning shape (num_texts, width).
        width: width of a start vector.
        most: how many vectors to hold; the numbers of one call may be more.
    """

    def __init__(
        self,
        text: Callable[[int], str],
        embed: Callable[[Sequence[str]], Floats],
        width: int,
        most: int = MOST,
    ) -> None:
        self._text, self._embed, self.width, self._most = text, embed, width, most
        self._learning = Lock()
        self._forget()

    def __deepcopy__(self, memo: dict[int, Any]) -> "NumberVectors":
        """A copied model asks the same graph and encoder, and keeps vectors of its own."""
        return NumberVectors(self._text, self._embed, self.width, self._most)

    def _forget(self) -> None:
        self._row_of_handle: dict[int, int] = {}
        self._row_of_text: dict[str, int] = {}
        self._rows = torch.zeros((0, self.width), dtype=torch.float16)

    def __call__(self, handles: Tensor) -> Tensor:
        """Look up start vectors; several threads may do so at once.

        Args:
            handles: value handles of any shape; negative ones are pads.

        Returns:
            Vectors of shape (*handles.shape, width), zero at pads, on the device of `handles`.
        """
        distinct, inverse = torch.unique(handles.cpu(), return_inverse=True)
        # What is learned in inference mode must be open to changes in training.
        with self._learning, torch.inference_mode(False):
            row = torch.tensor(self._found(distinct.tolist()))
            # A row that was given stays as it is in these rows, whatever another thread learns or forgets.
            rows = self._rows
        vectors = torch.zeros((len(row), self.width))
        vectors[row >= 0] = rows[row[row >= 0]].float()
        return vectors[inverse].to(handles.device)

    def _found(self, handles: list[int]) -> list[int]:
        """Row of each handle, which is learned if need be; -1 for pads."""
        unknown = [handle for handle in handles if handle >= 0 and handle not in self._row_of_handle]
        if unknown and len(self._row_of_handle) + len(unknown) > self._most:
            self._forget()
            unknown = [handle for handle in handles if handle >= 0]
        self._learn(unknown)
        return [self._row_of_handle.get(handle, -1) for handle in handles]

    def _learn(self, handles: list[int]) -> None:
        texts = {handle: self._text(handle) for handle in handles}
        new = sorted({text for text in texts.values() if text not in self._row_of_text})
        if new:
            start, end = len(self._row_of_text), len(self._row_of_text) + len(new)
            self._make_room(end)
            self._rows[start:end] = torch.from_numpy(np.asarray(self._embed(new))).half()
            self._row_of_text.update({text: start + i for i, text in enumerate(new)})
        self._row_of_handle.update({handle: self._row_of_text[text] for handle, text in texts.items()})

    def _make_room(self, rows: int) -> None:
        """Have room for some rows, and twice as many: each row is copied about once, however they come."""
        if rows > len(self._rows):
            # rows that nothing was written to take no memory
            larger = torch.empty((2 * rows, self.width), dtype=self._rows.dtype)
            larger[: len(self._row_of_text)] = self._rows[: len(self._row_of_text)]
            self._rows = larger
