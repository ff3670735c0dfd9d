"""Numerical reasoning: number sets, the NumericalTransformer, its pre-training losses, and the exact sort."""

from numkbqa.reasoning.numerical.exact_sort import dense_ranks, exact_sort, exact_sort_segments
from numkbqa.reasoning.numerical.number_sets import NumberSets, pack_number_sets
from numkbqa.reasoning.numerical.numerical_transformer import (
    NumericalInput,
    NumericalTransformer,
    NumericalTransformerSettings,
)

__all__ = [
    "NumberSets",
    "NumericalInput",
    "NumericalTransformer",
    "NumericalTransformerSettings",
    "dense_ranks",
    "exact_sort",
    "exact_sort_segments",
    "pack_number_sets",
]
