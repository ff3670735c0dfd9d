"""The two-way attention of BAMnet between the words of a question and the candidates in its memory.

Candidates of all questions lie side by side; only the products that pair them with words are padded.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property

import torch
from torch import Tensor, nn
from torch.nn import functional

from numkbqa.reasoning.basic.bamnet.aspects import ASPECTS
from numkbqa.reasoning.basic.question_words import MASKED
from numkbqa.reasoning.facts import Facts, items_of_segments
from numkbqa.reasoning.message_passing import sum_of_facts
from numkbqa.reasoning.segments import Padding, segment_softmax
from numkbqa.retrieval.batch import Batch


@dataclass(frozen=True)
class Slots:
    """Which candidates the memory of each question holds.

    Args:
        question: question of each entity, shape (num_entities,).
        offsets: first entity of each question, shape (num_questions + 1,).
        allowed: which entities are in the memory, bool, shape (num_entities,).
    """

    question: Tensor
    offsets: Tensor
    allowed: Tensor

    @classmethod
    def of(cls, batch: Batch, allowed: Tensor) -> "Slots":
        """The slots of a batch."""
        return cls(batch.entity_question, batch.entity_offsets, allowed)

    @cached_property
    def padding(self) -> Padding:
        """The candidates by question, padded."""
        return Padding.of(self.question, self.offsets)

    @cached_property
    def _by_question(self) -> Facts:
        return items_of_segments(self.question, self.offsets)

    def softmax(self, scores: Tensor) -> Tensor:
        """Softmax over the candidates of a question, shape (num_entities, ...)."""
        return segment_softmax(scores, self.question, len(self.offsets) - 1, self.allowed)

    def total(self, weight: Tensor, values: Tensor) -> Tensor:
        """Weighted sum of values over the candidates of a question, shape (num_questions, width)."""
        return sum_of_facts(values, weight, self._by_question)

    def asked(self, values: Tensor) -> Tensor:
        """Of (num_questions, ...), the value of each candidate's question, shape (num_entities, ...)."""
        return values.index_select(0, self.question)


class AdditiveAttention(nn.Module):
    """Attention of a query over the candidates of its question: w . tanh(W_1 q + W_2 k).

    Args:
        width: width of queries and keys.
    """

    def __init__(self, width: int) -> None:
        super().__init__()
        self.query = nn.Linear(width, width)
        self.key = nn.Linear(width, width, bias=False)
        self.score = nn.Linear(width, 1, bias=False)

    def forward(self, query: Tensor, keys: Tensor, slots: Slots) -> Tensor:
        """Attend.

        Args:
            query: shape (num_questions, width).
            keys: shape (num_entities, width).
            slots: whose keys they are.

        Returns:
            Shape (num_entities,).
        """
        both = torch.tanh(slots.asked(self.query(query)) + self.key(keys))
        return slots.softmax(self.score(both).squeeze(-1))


class Memory(nn.Module):
    """Keys and values of the candidates, and the attention between them and the words, both ways.

    One layer holds the value projections of all aspects side by side, since only their sum is read.

    Args:
        width: width of word states, keys and values.
    """

    def __init__(self, width: int) -> None:
        super().__init__()
        self.keys = nn.ModuleList(nn.Linear(width, width) for _ in range(ASPECTS))
        self.value = nn.Linear(ASPECTS * width, width, bias=False)
        self.attentions = nn.ModuleList(AdditiveAttention(width) for _ in range(ASPECTS))

    def forward(
        self, features: Sequence[Tensor], words: Tensor, mask: Tensor, query: Tensor, slots: Slots
    ) -> tuple[Tensor, Tensor, Tensor]:
        """Attend both ways.

        Args:
            features: aspects of the candidates, each of shape (num_entities, width).
            words: word states Q, shape (num_questions, max_words, width).
            mask: which places are words, bool, shape (num_questions, max_words).
            query: the first query, shape (num_questions, width).
            slots: the candidates of each question.

        Returns:
            The enhanced keys K' (num_entities, width), the values V of the same shape, and the query out of
            the enhanced words (num_questions, width).
        """
        by_aspect = [layer(feature) for layer, feature in zip(self.keys, features, strict=True)]
        values = self.value(torch.cat(list(features), dim=1))
        alpha = self._word_attention(features, by_aspect, words, mask, query, slots)
        keys = torch.stack(by_aspect, dim=1)
        match = _match(keys, words, mask, slots)
        aspect = match.amax(dim=-1).softmax(dim=1)
        merged = (aspect.unsqueeze(-1) * keys).sum(dim=1)
        enhanced, read = _enhanced(merged, values, words, alpha, match.amax(dim=1), slots)
        return enhanced, values, read

    def _word_attention(
        self,
        features: Sequence[Tensor],
        keys: Sequence[Tensor],
        words: Tensor,
        mask: Tensor,
        query: Tensor,
        slots: Slots,
    ) -> Tensor:
        """alpha: words by how well they fit a summary of the memory, shape (num_questions, max_words).

        The value of a sum is the sum of the values, so features are summed up first.
        """
        projections = torch.split(self.value.weight, words.shape[-1], dim=1)
        parts = zip(self.attentions, keys, features, projections, strict=True)
        summaries = [
            functional.linear(slots.total(attention(query, key, slots), feature), projection)
            for attention, key, feature, projection in parts
        ]
        fit = (words @ torch.stack(summaries, dim=2)).amax(dim=-1)
        return fit.masked_fill(~mask, MASKED).softmax(dim=-1)


def _match(keys: Tensor, words: Tensor, mask: Tensor, slots: Slots) -> Tensor:
    """B: every key times every word of its question, shape (num_entities, ASPECTS, max_words)."""
    padding, (num_questions, max_words, width) = slots.padding, words.shape
    padded = padding.pad(keys.flatten(1)).view(num_questions, padding.longest * ASPECTS, width)
    match = (padded @ words.transpose(1, 2)).view(num_questions, padding.longest, ASPECTS * max_words)
    match = padding.strip(match).view(len(keys), ASPECTS, max_words)
    return match.masked_fill(~slots.asked(mask).unsqueeze(1), MASKED)


def _enhanced(
    keys: Tensor, values: Tensor, words: Tensor, alpha: Tensor, match: Tensor, slots: Slots
) -> tuple[Tensor, Tensor]:
    """What words read of the candidates, and then candidates of the words.

    Args:
        keys: K, shape (num_entities, width).
        values: V, shape (num_entities, width).
        words: Q, shape (num_questions, max_words, width).
        alpha: weight of each word, shape (num_questions, max_words).
        match: S, shape (num_entities, max_words).
        slots: the candidates of each question.

    Returns:
        K' (num_entities, width), and the sum of Q' by alpha (num_questions, width).
    """
    by_word, padding = slots.softmax(match), slots.padding
    words = words + alpha.unsqueeze(-1) * (padding.pad(by_word).transpose(1, 2) @ padding.pad(values))
    read = padding.strip(padding.pad(match.softmax(dim=-1)) @ words)
    fit = (slots.asked(alpha) * by_word).sum(dim=-1, keepdim=True)
    return keys + fit * read, (alpha.unsqueeze(-1) * words).sum(dim=1)
