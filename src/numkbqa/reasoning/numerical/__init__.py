"""Numerical reasoning: number sets, the NumericalTransformer and its pre-training losses."""

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
    "pack_number_sets",
]
