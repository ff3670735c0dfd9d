"""One post-norm transformer layer whose attention may read keys and values of other rows."""

from typing import NamedTuple

from torch import Tensor, nn
from torch.nn import functional

from numkbqa.reasoning.basic.question_words import MASKED
from numkbqa.reasoning.dropout import Dropout


class Heads(NamedTuple):
    """Rows projected for attention.

    Args:
        queries: shape (batch, heads, num_rows, head_width).
        keys: the same shape.
        values: the same shape.
    """

    queries: Tensor
    keys: Tensor
    values: Tensor


class Layer(nn.Module):
    """Multi-head attention and feed-forward network, each followed by dropout, residual and layer norm.

    Args:
        width: width of a row.
        heads: number of heads; divides the width.
        dropout: of the attention's output and inside the feed-forward network.
        attention_dropout: of the attention weights.
        feed_forward: inner width of the feed-forward network; four times the width of a row by default.
    """

    def __init__(
        self,
        width: int,
        heads: int,
        dropout: float,
        attention_dropout: float,
        feed_forward: int | None = None,
    ) -> None:
        super().__init__()
        inner = feed_forward or 4 * width
        self.heads, self.attention_dropout = heads, Dropout(attention_dropout)
        self.inputs = nn.Linear(width, 3 * width)
        self.output = nn.Linear(width, width)
        self.attention_norm = nn.LayerNorm(width)
        self.feed_forward = nn.Sequential(
            nn.Linear(width, inner), nn.ReLU(), Dropout(dropout), nn.Linear(inner, width)
        )
        self.feed_forward_norm = nn.LayerNorm(width)
        self.dropout = Dropout(dropout)

    def project(self, rows: Tensor) -> Heads:
        """Project rows to queries, keys and values.

        Args:
            rows: shape (batch, num_rows, width).

        Returns:
            The three projections, split into heads.
        """
        batch, num_rows, width = rows.shape
        projected = self.inputs(rows).view(batch, num_rows, 3, self.heads, width // self.heads)
        queries, keys, values = projected.permute(2, 0, 3, 1, 4).unbind(0)
        return Heads(queries, keys, values)

    def attend(self, queries: Tensor, keys: Tensor, values: Tensor, mask: Tensor) -> Tensor:
        """Scaled dot-product attention under a mask that equal groups of heads share (paper, section 3.2).

        Args:
            queries: shape (batch, heads, num_rows, head_width).
            keys: shape (batch, heads, num_columns, head_width).
            values: shape (batch, heads, num_columns, head_width).
            mask: True where a row may see a column, shape (batch, num_groups, num_rows or 1, num_columns).

        Returns:
            Concatenated heads, shape (batch, num_rows, width).
        """
        batch, heads, num_rows, head_width = queries.shape
        groups = mask.shape[1]

        def split(part: Tensor) -> Tensor:
            # Groups move into the batch: one mask then serves all heads of a group, without copies.
            return part.reshape(batch * groups, heads // groups, -1, head_width)

        own_mask = mask.expand(-1, -1, num_rows, -1).flatten(0, 1).unsqueeze(1)
        attended = self._attended(split(queries), split(keys), split(values), own_mask)
        return attended.reshape(batch, heads, num_rows, head_width).transpose(1, 2).flatten(2)

    def _attended(self, queries: Tensor, keys: Tensor, values: Tensor, mask: Tensor) -> Tensor:
        if not self.training or not self.attention_dropout.p:
            return functional.scaled_dot_product_attention(queries, keys, values, attn_mask=mask)
        # Where weights are dropped, CPUs have no fused attention, and it would draw outside of any lane.
        logits = queries @ keys.transpose(-1, -2) / queries.shape[-1] ** 0.5
        attended: Tensor = self.attention_dropout(logits.masked_fill(~mask, MASKED).softmax(dim=-1)) @ values
        return attended

    def update(self, rows: Tensor, attended: Tensor) -> Tensor:
        """Finish the layer: output projection, feed-forward network, residuals and norms.

        Args:
            rows: the layer's input, shape (batch, num_rows, width).
            attended: concatenated heads, shape (batch, num_rows, width).

        Returns:
            The layer's output, shape (batch, num_rows, width).
        """
        mixed = self.attention_norm(rows + self.dropout(self.output(attended)))
        updated: Tensor = self.feed_forward_norm(mixed + self.dropout(self.feed_forward(mixed)))
        return updated
