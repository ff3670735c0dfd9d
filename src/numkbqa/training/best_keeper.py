"""Which parameters number pre-training keeps, and when it stops."""

import copy
import math

from torch import nn

from numkbqa.training.pretraining_settings import PretrainingSettings

ENOUGH = 2
"""Evaluations in a row that must be good for training to stop."""


class BestKeeper:
    """Keeps the parameters of the best evaluation of a stage, and counts the good ones in a row.

    Args:
        model: what is trained; `restore` writes into it.
        settings: when Hits@1 is good, and whether anything learns to score numbers at all.
    """

    def __init__(self, model: nn.Module, settings: PretrainingSettings) -> None:
        self._model, self._good_enough = model, settings.good_enough
        # Without NPL nothing learns to score, so hits say nothing, and the last parameters are kept.
        self._scored = settings.prediction_weight > 0
        self._best, self._state = -math.inf, model.state_dict()
        self._in_a_row = 0

    def is_good(self, hits: float) -> bool:
        """Whether an evaluation is good enough to stop by.

        Args:
            hits: its Hits@1, between 0 and 1.

        Returns:
            Whether it is; never where nothing learns to score.
        """
        return self._scored and hits >= self._good_enough

    @property
    def is_done(self) -> bool:
        """Whether the last evaluations were good often enough."""
        return self._in_a_row >= ENOUGH

    def take(self, hits: float) -> None:
        """Take note of an evaluation; of equally good ones the later one is kept.

        It has seen more, at a lower learning rate.

        Args:
            hits: its Hits@1, between 0 and 1.
        """
        if hits >= self._best or not self._scored:
            self._best, self._state = hits, copy.deepcopy(self._model.state_dict())
        self._in_a_row = self._in_a_row + 1 if self.is_good(hits) else 0

    def restore(self) -> None:
        """Give the model the parameters that were kept; without an evaluation it stays as it is."""
        self._model.load_state_dict(self._state)
