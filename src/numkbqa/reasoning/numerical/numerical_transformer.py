"""The NumericalTransformer: embeds the numbers of a number set given the question (paper, section 3.2).

What the paper leaves open: docs/open-points.md, A7-A13, A21, A24, A25.
"""

from collections.abc import Sequence
from typing import ClassVar, Literal, cast

import torch
from pydantic import Field, field_validator, model_validator
from torch import Tensor, nn
from torch.nn import functional

from numkbqa.config import Section
from numkbqa.reasoning.dropout import Dropout
from numkbqa.reasoning.numerical.base import NumericalInput, NumericalReasoner
from numkbqa.reasoning.numerical.end_ranks import RankFeature, asked_ranks, rank_width, seen_ranks
from numkbqa.reasoning.numerical.layer import Layer
from numkbqa.reasoning.numerical.mask import (
    Sam,
    joint_visibility,
    number_visibility,
    strictly_smaller,
    with_words,
)

SEP_COLUMNS = 1


class NumericalTransformerSettings(Section):
    """Settings of the NumericalTransformer; the defaults are the product's, the paper's in brackets."""

    width: int = Field(64, gt=0)
    """Width of a number embedding; a multiple of `heads`."""

    layers: int = Field(2, gt=0)
    """Number of transformer layers [2]."""

    heads: int = Field(8, gt=0)
    """Number of attention heads [8]."""

    dropout: float = Field(0.1, ge=0, lt=1)
    """Dropout of the inputs, the attention's output and the feed-forward network."""

    attention_dropout: float = Field(0.0, ge=0, lt=1)
    """Dropout of the attention weights; above 0, CPUs lose their fused attention and train half as fast."""

    sam: Sam = "two_way"
    """Which numbers a number may attend to: none (no mask), paper (smaller ones) or two_way ["paper"]."""

    question_rows: Literal["blind", "open"] = "blind"
    """Whether question words see the numbers; blind ones are computed once for all relations ["open"]."""

    rank_feature: RankFeature = "asked"
    """What a number's input tells of its rank: none, smaller (log of one more than the number of smaller
    numbers, open point A12), seen (its first ten ranks from the ends that its mask shows) or asked (whether
    it is ahead of, at or behind the rank that the question asks for, as read in its words, from these ends:
    so it finds ranks that training never asked for) ["none"]."""

    sne: bool = True
    """Whether a number starts as its start and end state; with the start state alone it is "w/o SNE"."""

    @field_validator("rank_feature", mode="before")
    @classmethod
    def _of_older_models(cls, told: object) -> object:
        # Until version 0.2 this was a switch for what is now "smaller".
        return {False: "none", True: "smaller"}[told] if isinstance(told, bool) else told

    @model_validator(mode="after")
    def _heads_divide(self) -> "NumericalTransformerSettings":
        if self.width % self.heads:
            raise ValueError(f"width {self.width} is not a multiple of heads {self.heads}")
        if self.sam == "two_way" and self.heads % 2:
            raise ValueError(f"two_way needs an even number of heads, not {self.heads}")
        return self


class NumericalTransformer(NumericalReasoner):
    """Transformer over question words, SEP and numbers, with the self-attention mask matrix between numbers.

    Numbers are a set and get no positions; words carry those of their encoder (open point A25).

    Args:
        settings: see `NumericalTransformerSettings`.
        word_width: width of a question word state.
        number_width: width of a number start vector.
    """

    key: ClassVar[str] = "nt"
    paper: ClassVar[str] = (
        "Feng et al., Injecting Numerical Reasoning Skills into Knowledge Base Question Answering Models, "
        "arXiv 2112.06109"
    )
    settings_class: ClassVar[type[Section]] = NumericalTransformerSettings

    def __init__(self, settings: NumericalTransformerSettings, word_width: int, number_width: int) -> None:
        super().__init__()
        width = settings.width
        self.settings, self.word_width, self.number_width = settings, word_width, number_width
        self.width = width
        self.word_input = nn.Linear(word_width, width)
        self.number_input = nn.Linear(number_width, width)
        self.separator = nn.Parameter(torch.randn(width) * 0.02)
        self.types = nn.Parameter(torch.randn(2, width) * 0.02)
        told = rank_width(settings.rank_feature, settings.sam)
        self.rank_input = nn.Linear(told, width) if told else None
        self.input_norm = nn.LayerNorm(width)
        self.dropout = Dropout(settings.dropout)
        layer = (width, settings.heads, settings.dropout, settings.attention_dropout)
        stack = nn.ModuleList(Layer(*layer) for _ in range(settings.layers))
        self.layers = cast("Sequence[Layer]", stack)
        self.scorer = nn.Linear(width, 1, bias=False)

    def forward(self, batch: NumericalInput) -> Tensor:
        """Embed the numbers of all pairs of a batch at once.

        Args:
            batch: questions and number sets.

        Returns:
            Number embeddings, zero at pads, shape (num_pairs, num_nodes, width).
        """
        words, numbers = self._word_rows(batch.words), self._number_rows(batch)
        real_words = functional.pad(batch.word_mask, (0, SEP_COLUMNS), value=True)
        visible = number_visibility(batch.low, batch.high, batch.number_mask, self.settings.sam)
        embed = self._blind if self.settings.question_rows == "blind" else self._open
        embedded = embed(words, real_words, numbers, visible, batch)
        return embedded * batch.number_mask.unsqueeze(-1)

    def _word_rows(self, words: Tensor) -> Tensor:
        separator = self.separator.expand(len(words), SEP_COLUMNS, -1)
        rows = torch.cat((self.word_input(words) + self.types[0], separator), dim=1)
        return self._normalised(rows)

    def _number_rows(self, batch: NumericalInput) -> Tensor:
        rows = self.number_input(batch.numbers) + self.types[1]
        if self.rank_input is not None:
            rows = rows + self.rank_input(self._ranks(batch).to(rows.dtype))
        return self._normalised(rows)

    def _ranks(self, batch: NumericalInput) -> Tensor:
        sets = batch.low, batch.high, batch.number_mask
        if self.settings.rank_feature == "seen":
            return seen_ranks(*sets, self.settings.sam)
        if self.settings.rank_feature == "asked":
            return asked_ranks(*sets, self.settings.sam, batch.asked[batch.pair_question])
        smaller = strictly_smaller(batch.low, batch.high) & batch.number_mask.unsqueeze(1)
        return smaller.sum(-1, keepdim=True, dtype=batch.numbers.dtype).log1p()

    def _normalised(self, rows: Tensor) -> Tensor:
        normalised: Tensor = self.dropout(self.input_norm(rows))
        return normalised

    def _blind(
        self, words: Tensor, real_words: Tensor, numbers: Tensor, visible: Tensor, batch: NumericalInput
    ) -> Tensor:
        pair = batch.pair_question
        number_mask, word_mask = with_words(visible, real_words[pair]), real_words[:, None, None, :]
        for depth, layer in enumerate(self.layers):
            word_heads, number_heads = layer.project(words), layer.project(numbers)
            keys = torch.cat((word_heads.keys[pair], number_heads.keys), dim=2)
            values = torch.cat((word_heads.values[pair], number_heads.values), dim=2)
            numbers = layer.update(numbers, layer.attend(number_heads.queries, keys, values, number_mask))
            if depth + 1 < len(self.layers):
                words = layer.update(words, layer.attend(*word_heads, word_mask))
        return numbers

    def _open(
        self, words: Tensor, real_words: Tensor, numbers: Tensor, visible: Tensor, batch: NumericalInput
    ) -> Tensor:
        pair = batch.pair_question
        return self.joint(words[pair], real_words[pair], numbers, visible, batch.number_mask, open_rows=True)

    def joint(
        self,
        words: Tensor,
        real_words: Tensor,
        numbers: Tensor,
        visible: Tensor,
        real_numbers: Tensor,
        *,
        open_rows: bool,
    ) -> Tensor:
        """Run the layers over whole sequences: words, SEP and numbers of each pair.

        Args:
            words: word and SEP rows of each pair, shape (num_pairs, num_words, width).
            real_words: which of them are real, bool, shape (num_pairs, num_words).
            numbers: number rows, shape (num_pairs, num_nodes, width).
            visible: SAM between numbers, shape (num_pairs, num_groups, num_nodes, num_nodes).
            real_numbers: which nodes are numbers, bool, shape (num_pairs, num_nodes).
            open_rows: whether the words see the numbers.

        Returns:
            Number rows after the last layer, shape (num_pairs, num_nodes, width).
        """
        mask = joint_visibility(visible, real_words, real_numbers, open_rows=open_rows)
        rows = torch.cat((words, numbers), dim=1)
        for layer in self.layers:
            rows = layer.update(rows, layer.attend(*layer.project(rows), mask))
        return rows[:, words.shape[1] :]
