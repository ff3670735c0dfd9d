"""Frozen text encoders, number texts and the on-disk embedding cache."""

from numkbqa.text.cache import CachedEncoder
from numkbqa.text.encoder import States, TextEncoder
from numkbqa.text.loading import load_encoder
from numkbqa.text.numbers import special_number_embeddings

__all__ = ["CachedEncoder", "States", "TextEncoder", "load_encoder", "special_number_embeddings"]
