"""How BAMnet reads a question: word states, and a first query that has seen all of them."""

import torch
from torch import Tensor, nn
from torch.nn.utils.rnn import pack_padded_sequence, pad_packed_sequence

from numkbqa.reasoning.basic.bamnet.settings import BAMnetSettings
from numkbqa.reasoning.basic.question_words import MASKED
from numkbqa.reasoning.dropout import PooledDropout


class QuestionReader(nn.Module):
    """An LSTM both ways, attention of the words to each other, and another LSTM both ways.

    Args:
        settings: width and dropouts.
        word_width: width of a word of the encoder.
    """

    def __init__(self, settings: BAMnetSettings, word_width: int) -> None:
        super().__init__()
        half = settings.width // 2
        self.words = nn.LSTM(word_width, half, batch_first=True, bidirectional=True)
        self.whole = nn.LSTM(2 * settings.width, half, batch_first=True, bidirectional=True)
        self.word_dropout = PooledDropout(settings.word_dropout)
        self.dropout = PooledDropout(settings.question_dropout)

    def forward(self, words: Tensor, mask: Tensor) -> tuple[Tensor, Tensor]:
        """Read the words.

        Args:
            words: shape (num_questions, max_words, word_width).
            mask: which places are words, bool, shape (num_questions, max_words).

        Returns:
            Word states Q, shape (num_questions, max_words, width); the first query, shape
            (num_questions, width).
        """
        states = self.dropout(_both_ways(self.words, self.word_dropout(words), mask)[0])
        logits = states @ states.transpose(1, 2)
        attention = logits.masked_fill(~mask.unsqueeze(1), MASKED).softmax(dim=-1)
        joined = torch.cat([attention @ states, states], dim=-1)
        return states, _both_ways(self.whole, joined, mask)[1]


def _both_ways(lstm: nn.LSTM, words: Tensor, mask: Tensor) -> tuple[Tensor, Tensor]:
    """States of the words, zero at pads, and the last state of each direction, side by side."""
    lengths = mask.sum(dim=1).clamp_min(1).cpu()
    packed = pack_padded_sequence(words, lengths, batch_first=True, enforce_sorted=False)
    states, (last, _) = lstm(packed)
    padded, _ = pad_packed_sequence(states, batch_first=True, total_length=words.shape[1])
    return padded, last.transpose(0, 1).flatten(1)
