"""A small untrained model for random batches."""

from collections.abc import Sequence

import numpy as np
import torch
from numpy.typing import NDArray

from numkbqa.reasoning.comprehensive import ComprehensiveSettings, NumberInjectedReasoner
from numkbqa.reasoning.numerical.number_vectors import NumberVectors
from numkbqa.reasoning.numerical.numerical_transformer import (
    NumericalTransformer,
    NumericalTransformerSettings,
)
from tests.support.reasoners import WORD_WIDTH, make_reasoner

NUMBER_WIDTH = 10


def embed(texts: Sequence[str]) -> NDArray[np.float32]:
    """Start vectors that say nothing of magnitude."""
    rows = [np.random.default_rng(int(text) + 1).standard_normal(NUMBER_WIDTH) for text in texts]
    return np.asarray(rows, dtype=np.float32)


def random_model(seed: int = 0, *, key: str = "nsm") -> NumberInjectedReasoner:
    """A model whose fusion is the identity, for batches of `random_batch`."""
    basic = make_reasoner(key, seed)
    numerical = NumericalTransformer(NumericalTransformerSettings(width=16), WORD_WIDTH, NUMBER_WIDTH)
    relation_vectors = np.random.default_rng(1).standard_normal((3, WORD_WIDTH)).astype(np.float32)
    numbers = NumberVectors(str, embed, NUMBER_WIDTH)
    return NumberInjectedReasoner(basic, numerical, numbers, relation_vectors, ComprehensiveSettings()).eval()


def random_fusion(seed: int = 0, *, key: str = "nsm") -> NumberInjectedReasoner:
    """A model in which numbers change the scores."""
    model = random_model(seed, key=key)
    torch.nn.init.normal_(model.integration.merge.weight)
    return model
