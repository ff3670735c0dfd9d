"""A small untrained model for random batches."""

from collections.abc import Sequence

import numpy as np
import torch
from numpy.typing import NDArray

from numkbqa.reasoning.basic import NSM, GraphVocabulary, NSMSettings
from numkbqa.reasoning.comprehensive import ComprehensiveSettings, NumberInjectedReasoner
from numkbqa.reasoning.numerical.number_vectors import NumberVectors
from numkbqa.reasoning.numerical.numerical_transformer import (
    NumericalTransformer,
    NumericalTransformerSettings,
)

RELATIONS, WORD_WIDTH, NUMBER_WIDTH = 5, 12, 10


def embed(texts: Sequence[str]) -> NDArray[np.float32]:
    """Start vectors that say nothing of magnitude."""
    rows = [np.random.default_rng(int(text) + 1).standard_normal(NUMBER_WIDTH) for text in texts]
    return np.asarray(rows, dtype=np.float32)


def random_model(seed: int = 0) -> NumberInjectedReasoner:
    """A model whose fusion is the identity, for batches of `random_batch`."""
    torch.manual_seed(seed)
    vectors = np.random.default_rng(seed).standard_normal((RELATIONS, 7)).astype(np.float32)
    basic = NSM(NSMSettings(width=8), GraphVocabulary(vectors, WORD_WIDTH))
    numerical = NumericalTransformer(NumericalTransformerSettings(width=16), WORD_WIDTH, NUMBER_WIDTH)
    relation_vectors = np.random.default_rng(1).standard_normal((3, WORD_WIDTH)).astype(np.float32)
    numbers = NumberVectors(str, embed, NUMBER_WIDTH)
    return NumberInjectedReasoner(basic, numerical, numbers, relation_vectors, ComprehensiveSettings()).eval()


def random_fusion(seed: int = 0) -> NumberInjectedReasoner:
    """A model in which numbers change the scores."""
    model = random_model(seed)
    torch.nn.init.normal_(model.integration.merge.weight)
    return model
