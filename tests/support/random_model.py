"""A small untrained model for random batches."""

from collections.abc import Sequence

import numpy as np
import torch
from numpy.typing import NDArray

from numkbqa.reasoning.comprehensive import (
    ComprehensiveSettings,
    NTPlugIn,
    NumberInjectedReasoner,
    NumberPlugIn,
    NumPlugIn,
    PlugInParts,
    PruningSettings,
)
from numkbqa.reasoning.numerical import numerical_reasoner
from numkbqa.reasoning.numerical.number_vectors import NumberVectors
from tests.support.reasoners import WORD_WIDTH, make_reasoner

NUMBER_WIDTH = 10


def embed(texts: Sequence[str]) -> NDArray[np.float32]:
    """Start vectors that say nothing of magnitude."""
    rows = [np.random.default_rng(int(text) + 1).standard_normal(NUMBER_WIDTH) for text in texts]
    return np.asarray(rows, dtype=np.float32)


def random_plug_in(key: str, entity_width: int, **settings: object) -> NumberPlugIn:
    """A fresh plug-in for batches of `random_batch`; `settings` are those of comprehensive reasoning."""
    reasoner = numerical_reasoner(key)
    numerical = reasoner(reasoner.settings_class(width=16), WORD_WIDTH, NUMBER_WIDTH)
    relation_vectors = np.random.default_rng(1).standard_normal((3, WORD_WIDTH)).astype(np.float32)
    chosen = ComprehensiveSettings.model_validate(settings)
    numbers = NumberVectors(str, embed, NUMBER_WIDTH)
    parts = PlugInParts(numerical, numbers, relation_vectors, entity_width, chosen)
    return NumberPlugIn.registry[key](parts)


def random_model(
    seed: int = 0, *, key: str = "nsm", plug_in: str = "nt", max_relations: int = 3
) -> NumberInjectedReasoner:
    """A model whose fusion is the identity, for batches of `random_batch`."""
    basic = make_reasoner(key, seed)
    pruning = PruningSettings(max_relations=max_relations)
    made = None if plug_in == "none" else random_plug_in(plug_in, basic.width, pruning=pruning)
    return NumberInjectedReasoner(basic, made, pruning).eval()


def random_fusion(
    seed: int = 0, *, key: str = "nsm", plug_in: str = "nt", max_relations: int = 3
) -> NumberInjectedReasoner:
    """A model in which numbers change the scores."""
    model = random_model(seed, key=key, plug_in=plug_in, max_relations=max_relations)
    if isinstance(model.plug_in, NTPlugIn):
        torch.nn.init.normal_(model.plug_in.integration.merge.weight)
    elif isinstance(model.plug_in, NumPlugIn):
        torch.nn.init.normal_(model.plug_in.fusion.merge.weight)
    return model
