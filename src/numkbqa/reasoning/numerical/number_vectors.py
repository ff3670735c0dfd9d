"""Start vectors of numbers, embedded when first asked for: any unseen number can be used at once."""

from collections.abc import Callable, Sequence
from threading import Lock
from typing import Final

import numpy as np
import torch
from numpy.typing import NDArray
from torch import Tensor
from torch.nn import functional

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

    def _forget(self) -> None:
        self._row_of_handle = torch.zeros(0, dtype=torch.long)  # -1 for a handle without a row
        self._row_of_text: dict[str, int] = {}
        self._rows = torch.zeros((0, self.width), dtype=torch.float16)

    def __call__(self, handles: Tensor) -> Tensor:
        """Look up start vectors; several threads may do so at once.

        Args:
            handles: value handles of any shape; negative ones are pads.

        Returns:
            Vectors of shape (*handles.shape, width), zero at pads, on the device of `handles`.
        """
        asked = handles.cpu()
        # What is learned in inference mode must be open to changes in training.
        with self._learning, torch.inference_mode(False):
            row = self._found(asked)
            # A row that was given stays as it is in these rows, whatever another thread learns or forgets.
            rows = self._rows
        if not len(rows):
            return torch.zeros((*asked.shape, self.width), device=handles.device)
        vectors = rows[row.clamp_min(0)].float()
        return vectors.masked_fill_((row < 0).unsqueeze(-1), 0.0).to(handles.device)

    def _found(self, handles: Tensor) -> Tensor:
        """Row of each handle, which is learned if need be; -1 for pads."""
        unknown = torch.unique(handles[(self._known(handles) < 0) & (handles >= 0)])
        if not len(unknown):
            return self._known(handles)
        if int((self._row_of_handle >= 0).sum()) + len(unknown) > self._most:
            self._forget()
            unknown = torch.unique(handles[handles >= 0])
        self._learn(unknown)
        return self._known(handles)

    def _known(self, handles: Tensor) -> Tensor:
        """Row of each handle; -1 for pads and for handles without one."""
        inside = (handles >= 0) & (handles < len(self._row_of_handle))
        row = torch.full_like(handles, -1)
        row[inside] = self._row_of_handle[handles[inside]]
        return row

    def _learn(self, handles: Tensor) -> None:
        texts = [self._text(handle) for handle in handles.tolist()]
        new = sorted({text for text in texts if text not in self._row_of_text})
        if new:
            start, end = len(self._row_of_text), len(self._row_of_text) + len(new)
            self._make_room(end)
            self._rows[start:end] = torch.from_numpy(np.asarray(self._embed(new))).half()
            self._row_of_text.update({text: start + i for i, text in enumerate(new)})
        missing = int(handles.max()) + 1 - len(self._row_of_handle)
        if missing > 0:
            self._row_of_handle = functional.pad(self._row_of_handle, (0, missing), value=-1)
        self._row_of_handle[handles] = torch.tensor([self._row_of_text[text] for text in texts])

    def _make_room(self, rows: int) -> None:
        """Have room for some rows, and twice as many: each row is copied about once, however they come."""
        if rows > len(self._rows):
            # rows that nothing was written to take no memory
            larger = torch.empty((2 * rows, self.width), dtype=self._rows.dtype)
            larger[: len(self._row_of_text)] = self._rows[: len(self._row_of_text)]
            self._rows = larger
