"""Transformer layers and the NumericalTransformer, row by row and head by head, from the formulas."""

import math
from collections.abc import Callable

import torch
from torch import Tensor, nn

from numkbqa.reasoning.numerical import NumericalInput, NumericalTransformer, NumericalTransformerSettings
from numkbqa.reasoning.numerical.layer import Layer

Interval = tuple[float, float]

TOLD = 10
"""Ranks from an end that a number is told."""


def linear(layer: nn.Module | None, row: Tensor) -> Tensor:
    """W x + b."""
    assert isinstance(layer, nn.Linear)
    return layer.weight @ row + layer.bias


def norm(layer: nn.LayerNorm, row: Tensor) -> Tensor:
    """Layer norm."""
    centred = row - row.mean()
    return centred / (centred.square().mean() + layer.eps).sqrt() * layer.weight + layer.bias


def plain_layer(layer: Layer, rows: list[Tensor], sees: Callable[[int, int, int], bool]) -> list[Tensor]:
    """The rows after a post-norm layer; `sees(head, i, j)` says whether row i sees row j."""
    width = len(rows[0])
    size = width // layer.heads
    projected = [linear(layer.inputs, row).view(3, width) for row in rows]
    updated = []
    for i, row in enumerate(rows):
        attended = []
        for head in range(layer.heads):
            own = slice(head * size, (head + 1) * size)
            seen = [j for j in range(len(rows)) if sees(head, i, j)]
            logits = [projected[i][0][own] @ projected[j][1][own] / size**0.5 for j in seen]
            weights = torch.stack(logits).softmax(0)
            values = [projected[j][2][own] for j in seen]
            attended.append(sum((w * v for w, v in zip(weights, values, strict=True)), torch.zeros(size)))
        mixed = norm(layer.attention_norm, row + linear(layer.output, torch.cat(attended)))
        inner = torch.relu(linear(layer.feed_forward[0], mixed))
        updated.append(norm(layer.feed_forward_norm, mixed + linear(layer.feed_forward[3], inner)))
    return updated


def plain_numbers(model: NumericalTransformer, batch: NumericalInput, pair: int) -> Tensor:
    """The NumericalTransformer's embeddings of the numbers of one pair."""
    question, real = int(batch.pair_question[pair]), batch.number_mask[pair]
    words = batch.words[question][batch.word_mask[question]]
    numbers = list(zip(batch.low[pair][real].tolist(), batch.high[pair][real].tolist(), strict=True))
    rows = [linear(model.word_input, word) + model.types[0] for word in words] + [model.separator]
    told_of = plain_told(model.settings, numbers, int(batch.asked[question]))
    for start, told in zip(batch.numbers[pair][real], told_of, strict=True):
        row = linear(model.number_input, start) + model.types[1]
        rows.append(row + linear(model.rank_input, row.new_tensor(told)) if told else row)
    rows = [norm(model.input_norm, row) for row in rows]
    places = [None] * (len(words) + 1) + numbers
    for layer in model.layers:
        rows = plain_layer(layer, rows, lambda h, i, j: plain_sees(model.settings, h, places[i], places[j]))
    return torch.stack(rows[len(words) + 1 :])


def plain_sees(
    settings: NumericalTransformerSettings, head: int, mine: Interval | None, other: Interval | None
) -> bool:
    """Whether a row sees another one; words and SEP have no interval."""
    if mine is None or other is None:
        return other is None or settings.question_rows == "open"
    smaller, larger = other[1] < mine[0], other[0] > mine[1]
    two_way = smaller if head < settings.heads // 2 else larger
    return {"none": True, "paper": smaller, "two_way": two_way}[settings.sam]


def plain_told(
    settings: NumericalTransformerSettings, numbers: list[Interval], asked: int
) -> list[list[float]]:
    """What the input of each number tells of its rank."""
    if settings.rank_feature == "smaller":
        return [[math.log(1 + sum(high < low for _, high in numbers))] for low, _ in numbers]
    from_smallest = plain_ranks([(-high, -low) for low, high in numbers])
    ends = {"none": [], "paper": [from_smallest], "two_way": [from_smallest, plain_ranks(numbers)]}
    shown = ends[settings.sam] if settings.rank_feature in ("seen", "asked") else []
    if settings.rank_feature == "asked":
        return [
            [
                float(holds)
                for ranks in shown
                for holds in (ranks[i] < asked, ranks[i] == asked, ranks[i] > asked)
            ]
            for i in range(len(numbers))
        ]
    return [
        [float(ranks[i] == rank) for ranks in shown for rank in range(1, TOLD + 1)]
        for i in range(len(numbers))
    ]


def plain_ranks(numbers: list[Interval]) -> list[int]:
    """Ranks from the largest: first what no other is beyond, then the same among the rest."""
    ranks = dict[int, int]()
    while left := [i for i in range(len(numbers)) if i not in ranks]:
        unbeaten = [i for i in left if not any(numbers[j][0] > numbers[i][1] for j in left)]
        ranks |= dict.fromkeys(unbeaten, max(ranks.values(), default=0) + 1)
    return [ranks[i] for i in range(len(numbers))]
