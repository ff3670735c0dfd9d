"""NumGNN and NumTransformer in a row: the predecessor of the NumericalTransformer (EMNLP Findings 2021).

Formulas: docs/systems.md. What differs from the public code:

- A number starts from its text, as in the NumericalTransformer, so that any number has a vector;
  `num.start=table` is the predecessor's lookup table.
- Everything is frozen once it is pre-trained, and in evaluation mode; there, dropout stays on.
- One relation's run never overwrites the vector that another gives the same number.
"""

from typing import ClassVar, Literal

from pydantic import Field, model_validator
from torch import Tensor, nn

from numkbqa.config import Section
from numkbqa.reasoning.numerical.base import NumericalInput, NumericalReasoner
from numkbqa.reasoning.numerical.layer import Layer
from numkbqa.reasoning.numerical.num_transformer import NumTransformer
from numkbqa.reasoning.numerical.number_table import NumberTable
from numkbqa.reasoning.numerical.numgnn import LargerNumbers, NumGNN


class NumSettings(Section):
    """Settings of NumGNN and NumTransformer (`plug_in=num`); the predecessor's in brackets."""

    width: int = Field(64, gt=0)
    """Width of a number vector; a multiple of `heads` [50]."""

    start: Literal["text", "table"] = "text"
    """A number starts from its text, or from a table of the numbers of pre-training, where a number that
    it never saw has zeros ["table"]."""

    steps: int = Field(2, ge=1)
    """Steps of NumGNN [2]."""

    layers: int = Field(2, gt=0)
    """Layers of NumTransformer [2]."""

    heads: int = Field(8, gt=0)
    """Attention heads of NumTransformer [5]."""

    feed_forward: int = Field(256, gt=0)
    """Inner width of NumTransformer's feed-forward networks [2048]."""

    dropout: float = Field(0.1, ge=0, lt=1)
    """Dropout of the attention's output and the feed-forward networks [0.1]."""

    attention_dropout: float = Field(0.0, ge=0, lt=1)
    """Dropout of the attention weights; above 0, CPUs lose their fused attention [0.1]."""

    @model_validator(mode="after")
    def _heads_divide(self) -> "NumSettings":
        if self.width % self.heads:
            raise ValueError(f"width {self.width} is not a multiple of heads {self.heads}")
        return self


class NumReasoner(NumericalReasoner):
    """NumGNN for the magnitude of numbers, NumTransformer for what the question makes of it.

    Args:
        settings: see `NumSettings`.
        word_width: width of a question word state.
        number_width: width of a number start vector, or of a number's name.
    """

    key: ClassVar[str] = "num"
    paper: ClassVar[str] = (
        "Feng et al., A Pretraining Numerical Reasoning Model for Ordinal Constrained Question Answering on "
        "Knowledge Base, Findings of EMNLP 2021"
    )
    settings_class: ClassVar[type[Section]] = NumSettings

    def __init__(self, settings: NumSettings, word_width: int, number_width: int) -> None:
        super().__init__()
        width = settings.width
        self.settings, self.width = settings, width
        self.start = NumberTable(width) if settings.start == "table" else nn.Linear(number_width, width)
        self.gnn = NumGNN(width, settings.steps)
        self.words = nn.Linear(word_width, width)
        layer = (width, settings.heads, settings.dropout, settings.attention_dropout, settings.feed_forward)
        self.transformer = NumTransformer([Layer(*layer) for _ in range(settings.layers)], width)
        self.scorer = nn.Linear(width, 1, bias=False)

    def forward(self, batch: NumericalInput) -> Tensor:
        """Embed the numbers of all pairs of a batch at once.

        Args:
            batch: questions and number sets.

        Returns:
            Number embeddings, zero at pads, shape (num_pairs, num_nodes, width).
        """
        return self._read(self._order(batch), batch)

    def objectives(self, batch: NumericalInput) -> tuple[Tensor, Tensor]:
        """NTL is NumGNN's and NPL is NumTransformer's: neither moves the other's parameters.

        Args:
            batch: questions and number sets.

        Returns:
            Vectors after NumGNN and embeddings after NumTransformer, each of shape
            (num_pairs, num_nodes, width).
        """
        ordered = self._order(batch)
        return ordered, self._read(ordered.detach(), batch)

    def meet(self, numbers: Tensor) -> None:
        """Give every number of the training data a row of the table, if there is one.

        Args:
            numbers: their names, shape (num_numbers, number_width).
        """
        if isinstance(self.start, NumberTable):
            self.start.meet(numbers)

    def knows(self, numbers: Tensor) -> Tensor:
        """Which numbers have a start vector that says something.

        Args:
            numbers: start vectors or names, shape (..., number_width).

        Returns:
            bool, shape (...).
        """
        return self.start.knows(numbers) if isinstance(self.start, NumberTable) else super().knows(numbers)

    def _order(self, batch: NumericalInput) -> Tensor:
        larger = LargerNumbers.of(batch.low, batch.high, batch.number_mask)
        ordered: Tensor = self.gnn(self.start(batch.numbers), larger)
        return ordered

    def _read(self, numbers: Tensor, batch: NumericalInput) -> Tensor:
        pair = batch.pair_question
        words = self.words(batch.words)[pair]
        read: Tensor = self.transformer(words, batch.word_mask[pair], numbers, batch.number_mask)
        return read
