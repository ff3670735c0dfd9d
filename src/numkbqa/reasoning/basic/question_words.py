"""Reading the words of a question."""

import torch
from torch import Tensor, nn

MASKED = -1e11
"""Logit of a pad: finite, so that a question without words has no gradient that is not a number."""


def read_words(lstm: nn.LSTM, words: Tensor, mask: Tensor) -> tuple[Tensor, Tensor]:
    """Run an LSTM over the words of each question.

    Args:
        lstm: of one direction, batch first.
        words: word states, shape (num_questions, max_words, word_width).
        mask: which places are words, bool, shape (num_questions, max_words).

    Returns:
        Its states, shape (num_questions, max_words, width); the state at the last word, without padding
        (docs/systems.md, NSM), shape (num_questions, width).
    """
    states, _ = lstm(words)
    last = mask.sum(dim=1).sub(1).clamp_min(0)
    return states, states[torch.arange(len(states), device=states.device), last]


def attend(logits: Tensor, states: Tensor, mask: Tensor) -> Tensor:
    """Sum the word states by a softmax over the words.

    Args:
        logits: shape (num_questions, max_words).
        states: shape (num_questions, max_words, width).
        mask: which places are words, bool, shape (num_questions, max_words).

    Returns:
        Shape (num_questions, width).
    """
    weight = logits.masked_fill(~mask, MASKED).softmax(dim=-1)
    return (weight.unsqueeze(-1) * states).sum(dim=1)


def mean_state(states: Tensor, mask: Tensor) -> Tensor:
    """The mean of the word states of each question.

    Args:
        states: shape (num_questions, max_words, width).
        mask: which places are words, bool, shape (num_questions, max_words).

    Returns:
        Shape (num_questions, width).
    """
    return attend(torch.zeros_like(states[..., 0]), states, mask)
