"""Tables with a row for each relation, taken along to a graph whose relations have other numbers."""

from collections.abc import Sequence

import torch
from torch import Tensor


def rows_for(present: Sequence[str], table: Tensor, trained: Sequence[str]) -> Tensor:
    """Rearrange a table by the names of relations.

    A relation that was not there in training gets the mean of the rows of its direction: what all relations
    have in common. What is its own, its text vector says.

    Args:
        present: names of the relations that rows are needed for.
        table: rows of the trained relations, forward ones first, then inverse ones, then any number of rows
            of no relation, shape (2 * num_trained + num_others, width).
        trained: names of the relations of `table`.

    Returns:
        The table for `present`, shape (2 * num_present + num_others, width).
    """
    number = {name: row for row, name in enumerate(trained)}
    rows = torch.tensor([number.get(name, len(trained)) for name in present])
    forward, inverse = table[: len(trained)], table[len(trained) : 2 * len(trained)]
    others = table[2 * len(trained) :]
    return torch.cat([_with_mean(forward)[rows], _with_mean(inverse)[rows], others])


def _with_mean(rows: Tensor) -> Tensor:
    return torch.cat([rows, rows.mean(dim=0, keepdim=True)])
