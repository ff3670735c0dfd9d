"""What is taken out of a text's token states: word states, mean vector, start state, start and end state."""

import numpy as np

from numkbqa.text.encoder import States


def word_states(states: States) -> States:
    """Drop the start and end token.

    Args:
        states: token states, shape (num_tokens + 2, width).

    Returns:
        The states of the text's own tokens, shape (num_tokens, width).
    """
    return states[1:-1]


def sentence_vector(states: States) -> States:
    """Mean over the text's own tokens, specials and padding left out (open point A14).

    Args:
        states: token states, shape (num_tokens + 2, width).

    Returns:
        One vector, shape (width,); zeros for a text without tokens.
    """
    words = word_states(states)
    if len(words) == 0:
        return np.zeros(states.shape[1], dtype=np.float32)
    mean: States = words.mean(axis=0, dtype=np.float32)
    return mean


def cls_vector(states: States) -> States:
    """State of the start token, the input of the question classifier.

    Args:
        states: token states, shape (num_tokens + 2, width).

    Returns:
        One vector, shape (width,).
    """
    start: States = states[0]
    return start


def special_vector(states: States) -> States:
    """Special number embedding: the states of the start and end token side by side (paper, section on SNE).

    Args:
        states: token states of a number's text, shape (num_tokens + 2, width).

    Returns:
        One vector, shape (2 * width,).
    """
    pair: States = states[[0, -1]].reshape(-1)
    return pair
