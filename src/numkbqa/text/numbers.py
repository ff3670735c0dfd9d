"""Special number embeddings: how a number's text becomes its start vector."""

from collections.abc import Sequence

import numpy as np

from numkbqa.text.cache import CachedEncoder
from numkbqa.text.encoder import States, TextEncoder


def special_number_embeddings(
    encoder: TextEncoder, number_texts: Sequence[str], *, start_only: bool = False
) -> States:
    """Embed numbers by the states of the start and end token around their text (paper, section on SNE).

    Args:
        encoder: the frozen text encoder; a `CachedEncoder` keeps the vectors on disk.
        number_texts: normalised texts of the numbers ("1999-06", "6490"), open point A23.
        start_only: take the start token alone, the ablation "w/o SNE".

    Returns:
        Vectors, shape (num_numbers, 2 * width), or (num_numbers, width) with `start_only`.
    """
    cached = encoder if isinstance(encoder, CachedEncoder) else CachedEncoder(encoder, None)
    vectors = cached.special_vectors(number_texts)
    return np.ascontiguousarray(vectors[:, : encoder.width]) if start_only else vectors
