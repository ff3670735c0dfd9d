"""Numerical reasoning: number sets, the reasoners that embed them, and their pre-training losses."""

from numkbqa.reasoning.numerical.base import NumericalInput, NumericalReasoner, numerical_reasoner
from numkbqa.reasoning.numerical.num import NumReasoner, NumSettings
from numkbqa.reasoning.numerical.number_sets import NumberSets, pack_number_sets
from numkbqa.reasoning.numerical.numerical_transformer import (
    NumericalTransformer,
    NumericalTransformerSettings,
)

__all__ = [
    "NumReasoner",
    "NumSettings",
    "NumberSets",
    "NumericalInput",
    "NumericalReasoner",
    "NumericalTransformer",
    "NumericalTransformerSettings",
    "numerical_reasoner",
    "pack_number_sets",
]
