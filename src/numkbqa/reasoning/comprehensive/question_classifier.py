"""Question classifier: the probability p(t = O) that a question is ordinal constrained."""

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray
from pydantic import Field
from torch import Tensor, nn

from numkbqa.config import Section
from numkbqa.text.encoder import TextEncoder


class ClassifierSettings(Section):
    """Settings of the question classifier (paper, "Question Classifier"; A33)."""

    hidden: int = Field(64, ge=1)
    """Width of the layer between features and probability."""

    dropout: float = Field(0.1, ge=0.0, lt=1.0)
    """Dropout of that layer."""


class QuestionClassifier(nn.Module):
    """p(t = O) from frozen states of the question.

    The paper reads RoBERTa's [CLS]; a sentence encoder such as MiniLM never trained its start token, so the
    strongest value of each feature over the words is given besides.

    Args:
        settings: see `ClassifierSettings`.
        word_width: width of a token state.
    """

    def __init__(self, settings: ClassifierSettings, word_width: int) -> None:
        super().__init__()
        self.layers = nn.Sequential(
            nn.Linear(2 * word_width, settings.hidden),
            nn.ReLU(),
            nn.Dropout(settings.dropout),
            nn.Linear(settings.hidden, 1),
        )

    def forward(self, features: Tensor) -> Tensor:
        """Logits of p(t = O).

        Args:
            features: from `question_features`, shape (num_questions, 2 * word_width).

        Returns:
            Logits, shape (num_questions,).
        """
        logits: Tensor = self.layers(features).squeeze(-1)
        return logits


def question_features(encoder: TextEncoder, texts: Sequence[str]) -> NDArray[np.float32]:
    """Start-token state and feature-wise maximum over the other tokens.

    Args:
        encoder: the frozen encoder.
        texts: questions.

    Returns:
        Shape (num_questions, 2 * width).
    """
    if not texts:
        return np.zeros((0, 2 * encoder.width), dtype=np.float32)
    states = encoder.encode(texts)
    return np.stack([np.concatenate([rows[0], rows[1:].max(axis=0)]) for rows in states]).astype(np.float32)
