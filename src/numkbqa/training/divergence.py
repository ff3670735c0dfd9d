"""Training that has run away: told at once, before anything of it is kept."""

from collections.abc import Iterable

import torch
from torch import Tensor

from numkbqa.errors import UserError


def check_learned(loss: Tensor | float, parameters: Iterable[Tensor], rate: str) -> None:
    """Refuse what is not a number.

    A loss alone does not tell: probabilities that are no numbers may leave every entity out.

    Args:
        loss: a loss, or some, of any shape.
        parameters: what was trained by it.
        rate: the setting that decides how far a step goes.

    Raises:
        UserError: the loss or a parameter is infinite or not a number.
    """
    if all(bool(tensor.detach().isfinite().all()) for tensor in (torch.as_tensor(loss), *parameters)):
        return
    raise UserError("training ran away: its loss or a parameter is not a number", remedy=f"lower {rate}")
