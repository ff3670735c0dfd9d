"""ComplEx (Trouillon et al., ICML 2016): complex vectors for all entities and relations of a graph.

A vector holds its real parts first, then its imaginary parts, so that every product below is one of real
tensors. Relations have a vector for each direction (Lacroix et al., ICML 2018): a query is always a head and
a relation, and a fact is asked both ways.
"""

import torch
from torch import Tensor, nn

TINY = 1e-12
"""Keeps the root of the modulus from an infinite slope at zero."""


class ComplEx(nn.Module):
    """Vectors of the entities and relations of a graph; frozen but for their own training.

    Args:
        num_entities: entities of the graph.
        num_relations: its relations, inverse ones not counted.
        width: real and imaginary parts together; even.
    """

    def __init__(self, num_entities: int, num_relations: int, width: int) -> None:
        super().__init__()
        self.entities = nn.Embedding(num_entities, width)
        self.relations = nn.Embedding(2 * num_relations, width)
        for table in (self.entities, self.relations):
            nn.init.normal_(table.weight, std=width**-0.5)
        self.requires_grad_(False)


def complex_product(one: Tensor, other: Tensor) -> Tensor:
    """Multiply vectors of complex numbers, place by place.

    The score of a fact, Re<h, r, conj(t)>, is the inner product of `complex_product(h, r)` and t.

    Args:
        one: shape (..., width).
        other: shape (..., width).

    Returns:
        Shape (..., width).
    """
    real, imaginary = one.chunk(2, dim=-1)
    other_real, other_imaginary = other.chunk(2, dim=-1)
    return torch.cat(
        [
            real * other_real - imaginary * other_imaginary,
            real * other_imaginary + imaginary * other_real,
        ],
        dim=-1,
    )


def modulus(vectors: Tensor) -> Tensor:
    """Absolute values of the complex numbers of a vector, shape (..., width / 2)."""
    real, imaginary = vectors.chunk(2, dim=-1)
    return (real.square() + imaginary.square() + TINY).sqrt()
